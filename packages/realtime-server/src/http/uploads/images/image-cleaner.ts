/**
 * Cleans images one after the other in a child process, which is started on demand and ended when idle. An image that takes
 * too long or crashes the process is refused; the next one gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '../../../runtime/clock.js';
import type { Cleaned, ImageType } from './clean-image.js';
import type { CleaningJob } from './cleaning-process.js';

/** More than any image within the limits takes on a slow machine. */
const LONGEST_MS = 30_000;
const IDLE_MS = 30_000;
/** Beyond, uploads are refused as busy. */
const MOST_WAITING = 16;

export interface ImageCleaner {
  /** Null when too many are waiting. `square`: as `cleanImage` has it. */
  clean(from: string, to: string, type: ImageType, square?: number): Promise<Cleaned | null>;
  close(): void;
}

export function imageCleaner(clock: Clock): ImageCleaner {
  let child: ChildProcess | null = null;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let cancelIdle = (): void => undefined;

  const stop = (): void => {
    cancelIdle();
    child?.kill('SIGKILL');
    child = null;
  };
  const start = (): ChildProcess => {
    const started = fork(new URL('./cleaning-process.js', import.meta.url), [], {
      env: {},
      execArgv: [],
      stdio: 'ignore',
      serialization: 'json',
    });
    started.on('error', () => undefined);
    return started;
  };
  const runJob = (job: CleaningJob): Promise<Cleaned> =>
    new Promise((resolve) => {
      cancelIdle();
      child ??= start();
      const worker = child;
      const ended = (): void => {
        if (child === worker) stop();
        done({ ok: false, code: 'file_unreadable' });
      };
      const cancel = clock.after(LONGEST_MS, ended);
      const done = (result: Cleaned): void => {
        cancel();
        worker.off('message', done);
        worker.off('exit', ended);
        cancelIdle = clock.after(IDLE_MS, stop);
        resolve(result);
      };
      worker.on('message', done);
      worker.on('exit', ended);
      worker.send(job, (error) => error && ended());
    });

  return {
    async clean(from, to, type, square) {
      if (waiting >= MOST_WAITING) return null;
      waiting += 1;
      const cleaned = last.then(() => runJob({ from, to, type, ...(square !== undefined && { square }) }));
      // A failure must not fail the images after it.
      last = cleaned.catch(() => undefined);
      try {
        return await cleaned;
      } finally {
        waiting -= 1;
      }
    },
    close: stop,
  };
}
