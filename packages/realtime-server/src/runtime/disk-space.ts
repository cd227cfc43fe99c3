/**
 * How much a disk can still take: that of the embedded store, or of a node. What is refused first is what no one has begun yet:
 * uploads, then new sessions, then visitors' messages. Answers, the team and erasures go on until the disk is full.
 */
import { statfs } from 'node:fs/promises';
import { afterAbout, type Clock, havePassed } from './clock.js';
import { DISK_LIMITS } from './limits.js';

/** `low`: everything is served, and the operator is warned. Each of the next ones refuses what the ones before it refuse, too. */
export type DiskRoom = 'enough' | 'low' | 'no-uploads' | 'no-sessions' | 'no-messages';

/** In bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

/** From the fullest disk to the emptiest. */
const BARS: readonly (readonly [DiskRoom, { readonly bytes: number; readonly share: number }])[] = [
  ['no-messages', DISK_LIMITS.messages],
  ['no-sessions', DISK_LIMITS.sessions],
  ['no-uploads', DISK_LIMITS.uploads],
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

/** Bytes that files may still take of the disk. Negative: it is fuller than they may make it. */
export function roomForFiles({ free, total }: DiskSpace): number {
  const { bytes, share } = DISK_LIMITS.uploads;
  return free - Math.min(bytes, total * share);
}

/**
 * The bytes that files may still take of a disk. What they take between two looks is counted: many uploads at once could else fill the
 * disk in the time of one.
 */
export class FileRoom {
  private bytesLeft = 0;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | null = null;

  constructor(
    private readonly read: () => Promise<DiskSpace>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** As `roomForFiles` has it. */
  async left(): Promise<number> {
    if (havePassed(DISK_LIMITS.lookEveryMs, this.lookedAt, this.clock.now())) await this.look();
    return this.bytesLeft;
  }

  /** Counts bytes that are about to be written. False: there is no room for them. */
  async take(bytes: number): Promise<boolean> {
    if ((await this.left()) < bytes) await this.look();
    if (this.bytesLeft < bytes) return false;
    this.bytesLeft -= bytes;
    return true;
  }

  private look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  private async lookNow(): Promise<void> {
    // When the disk can't be looked at, what was last known still holds.
    const space = await this.read().catch(() => null);
    if (!space) return;
    this.bytesLeft = roomForFiles(space);
    this.lookedAt = this.clock.now();
  }
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
    cancel = afterAbout(clock, DISK_LIMITS.lookEveryMs, () => void look());
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
