/**
 * How much the disk of the embedded store can still take. What is refused first is what no one has begun yet: uploads (in
 * http/uploads), then new sessions, then visitors' messages. Answers, the team and erasures go on until the disk is full.
 */
import { statfs } from 'node:fs/promises';
import type { Clock } from './clock.js';
import { DISK_LIMITS } from './limits.js';

/** `low`: everything is served, and the operator is warned. `no-sessions`: no new ones. `no-messages`: neither. */
export type DiskRoom = 'enough' | 'low' | 'no-sessions' | 'no-messages';

/** In bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

/** From the fullest disk to the emptiest. */
const BARS: readonly (readonly [DiskRoom, { readonly bytes: number; readonly share: number }])[] = [
  ['no-messages', DISK_LIMITS.messages],
  ['no-sessions', DISK_LIMITS.sessions],
  ['low', DISK_LIMITS.warning],
];

/**
 * The room after a reading, given the one before: a level is left only when there is a tenth more space than it asks for, or it
 * would be left and entered all the time.
 */
export function roomOf({ free, total }: DiskSpace, before: DiskRoom): DiskRoom {
  const levelBefore = BARS.findIndex(([room]) => room === before);
  const found = BARS.find(([, { bytes, share }], level) => {
    const isEntered = levelBefore !== -1 && levelBefore <= level;
    return free < Math.min(bytes, total * share) * (isEntered ? 1 + DISK_LIMITS.leaveAbove : 1);
  });
  return found?.[0] ?? 'enough';
}

export interface DiskWatch {
  room(): DiskRoom;
  stop(): void;
}

/** Looks at the disk that `folder` is on, now and every `DISK_LIMITS.lookEveryMs`. `onChange` is called with every new level. */
export function watchDisk(
  folder: string,
  clock: Clock,
  onChange: (room: DiskRoom, space: DiskSpace) => void,
  read: (folder: string) => Promise<DiskSpace> = spaceOn,
): DiskWatch {
  let room: DiskRoom = 'enough';
  let stopped = false;
  let cancel = (): void => undefined;
  const look = async (): Promise<void> => {
    // Where too many files are open it can't be looked at; what was last known still holds.
    const space = await read(folder).catch(() => null);
    if (stopped) return;
    cancel = clock.after(DISK_LIMITS.lookEveryMs, () => void look());
    const next = space ? roomOf(space, room) : room;
    if (!space || next === room) return;
    room = next;
    onChange(next, space);
  };
  void look();
  return {
    room: () => room,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** The space of the disk that `folder` is on. @throws when the system can't say. */
export async function spaceOn(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
