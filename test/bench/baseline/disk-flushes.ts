/**
 * Measures how long a bare flush of the disk takes while something else is measured. A shared disk sometimes stalls for a
 * tenth of a second and longer, and no message is acknowledged before a flush that began after its arrival.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { quantile } from '../quantile.js';

/** Milliseconds. */
export interface DiskFlushes {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

export interface DiskWatch {
  /** Of all flushes since the last call. */
  flushes(): Promise<DiskFlushes>;
  stop(): Promise<void>;
}

/** Watches the disk of the folder for temporary files, where the server's data is too. */
export function watchDisk(): DiskWatch {
  const folder = mkdtempSync(join(tmpdir(), 'service-disk-'));
  const thread = new Worker(join(import.meta.dirname, 'disk-flush-thread.mjs'), { workerData: join(folder, 'page') });
  return {
    async flushes() {
      thread.postMessage('report');
      const [times] = (await once(thread, 'message')) as [readonly number[]];
      return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), longest: quantile(times, 1) };
    },
    async stop() {
      const ended = once(thread, 'exit');
      thread.postMessage('stop');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
