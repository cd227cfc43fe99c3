/** Uploads in progress, on this node's own disk, until they are checked. They are never served. */
import { mkdirSync } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FILE_LIMITS } from '@service/protocol';
import { type Clock, delay } from '../../../runtime/clock.js';
import { FileRoom, spaceOn } from '../../../runtime/disk-space.js';
import { HEAD_BYTES } from '../file-type.js';
import { UPLOAD_LIMITS } from './upload-limits.js';

export type Received =
  | { readonly kind: 'received'; readonly size: number; readonly head: Buffer }
  | { readonly kind: 'too-large' }
  /** The disk is nearly full. */
  | { readonly kind: 'no-room' }
  /** The sender went away, fell silent, or was too slow. */
  | { readonly kind: 'broken-off' };

/** The place that an upload holds among others. */
export interface UploadPlace {
  /** Few places are left: it must bring its bytes faster. */
  isHurried(): boolean;
  /** After how many milliseconds the piece may be taken. */
  received(bytes: number): number;
}

export interface IncomingFiles {
  /** The path of an incoming file: as it came (`raw`), or re-encoded (`clean`). */
  path(id: string, state: 'raw' | 'clean'): string;
  /**
   * Bytes that files may still take of the disk, above what they must leave: the log may be on it, and conversations must go on without
   * files.
   */
  bytesLeft(): Promise<number>;
  /** Writes the stream to `path` and syncs it. At most `most` bytes; default: the size limit of a file. */
  receive(from: Readable, path: string, most?: number, place?: UploadPlace): Promise<Received>;
  drop(id: string): Promise<void>;
  /** Removes files that are older than `time`: a server that died has left them. */
  clear(time: number): Promise<void>;
}

/** `space`: of the disk that a folder is on. */
export function incomingFiles(root: string, clock: Clock, space = spaceOn): IncomingFiles {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const room = new FileRoom(() => space(root), clock);
  const pathOf = (id: string, state: 'raw' | 'clean'): string => join(root, `${id}.${state}`);
  return {
    path: pathOf,
    bytesLeft: () => room.left(),
    async receive(from, path, most = FILE_LIMITS.attachmentBytes, place = undefined) {
      const file = await open(path, 'wx', 0o600);
      const isHurried = (): boolean => place?.isHurried() ?? false;
      const stall = watchStall(clock, isHurried, () => from.destroy(new Error('Too little came for too long.')));
      const head: Buffer[] = [];
      let size = 0;
      let seen = 0;
      try {
        // Not destroyed at the end of the loop: that would cut the connection that carries the response.
        for await (const piece of from.iterator({ destroyOnReturn: false })) {
          const chunk = piece as Buffer;
          stall.came(chunk.length);
          const waitMs = place?.received(chunk.length) ?? 0;
          if (waitMs > 0) await delay(clock, waitMs);
          size += chunk.length;
          if (size > most) return { kind: 'too-large' };
          if (!(await room.take(chunk.length))) return { kind: 'no-room' };
          if (seen < HEAD_BYTES) head.push(chunk);
          seen += chunk.length;
          await file.writeFile(chunk);
        }
        await file.sync();
        return { kind: 'received', size, head: Buffer.concat(head).subarray(0, HEAD_BYTES) };
      } catch (error) {
        if (from.destroyed) return { kind: 'broken-off' };
        throw error;
      } finally {
        stall.stop();
        await file.close();
      }
    },
    async drop(id) {
      for (const state of ['raw', 'clean'] as const) await rm(pathOf(id, state), { force: true });
    },
    async clear(time) {
      for (const name of await readdir(root)) {
        const path = join(root, name);
        if (await olderThan(path, time)) await rm(path, { force: true });
      }
    },
  };
}

/**
 * Aborts an upload that brings less than `uploadStallBytes` in `uploadStallMs`, or in `uploadStallBusyMs` while others wait for its
 * place: a byte now and then would hold a place for hours. It gets the time anew with each `uploadStallBytes`.
 */
function watchStall(
  clock: Clock,
  isHurried: () => boolean,
  onEnd: () => void,
): { came(bytes: number): void; stop(): void } {
  const { uploadStallBytes, uploadStallMs, uploadStallBusyMs } = UPLOAD_LIMITS;
  let waitedMs = 0;
  let since = 0;
  const look = (): void => {
    waitedMs += uploadStallBusyMs;
    if (waitedMs >= uploadStallMs || isHurried()) onEnd();
    else cancel = clock.after(uploadStallBusyMs, look);
  };
  let cancel = clock.after(uploadStallBusyMs, look);
  return {
    came(bytes) {
      since += bytes;
      if (since < uploadStallBytes) return;
      since = 0;
      waitedMs = 0;
      cancel();
      cancel = clock.after(uploadStallBusyMs, look);
    },
    stop: () => cancel(),
  };
}

/** False when the file is gone: another node may be removing files too. */
async function olderThan(path: string, time: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < time;
  } catch {
    return false;
  }
}
