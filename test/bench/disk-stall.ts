/**
 * For how long the disk stood still while something else was measured. One that a machine shares with others does so now and then,
 * for a tenth of a second and longer, also when nobody here writes; and no message is acknowledged before a flush that began
 * after it came. So a thread that does nothing else flushes a page again and again.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface DiskWatch {
  /** The longest flush since this was asked last, in milliseconds. */
  longestMs(): Promise<number>;
  stop(): Promise<void>;
}

/** Watches the disk of the folder for temporary files, where the server's data is as well. */
export function watchDisk(): DiskWatch {
  const folder = mkdtempSync(join(tmpdir(), 'service-disk-'));
  const thread = new Worker(join(import.meta.dirname, 'disk-stall-thread.mjs'), { workerData: join(folder, 'page') });
  return {
    async longestMs() {
      thread.postMessage('longest');
      const [longest] = (await once(thread, 'message')) as [number];
      return longest;
    },
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
