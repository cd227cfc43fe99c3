/**
 * Has pictures cleaned, one after the other, by a process that is started when it is needed and ended when it isn't. A
 * picture that takes it too long, or its life, is refused; the next one gets a new process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '../../runtime/clock.js';
import type { Cleaned, ImageType } from './clean-image.js';
import type { CleaningJob } from './cleaning-process.js';

/** More than any picture within the limits takes on a slow machine. */
const LONGEST_MS = 30_000;
const IDLE_MS = 30_000;
/** Who comes then is asked to come back. */
const MOST_WAITING = 16;

export interface ImageCleaner {
  /** Null when too many are waiting. `square`: as `cleanImage` has it. */
  clean(from: string, to: string, type: ImageType, square?: number): Promise<Cleaned | null>;
  close(): void;
}

export function imageCleaner(clock: Clock): ImageCleaner {
  let child: ChildProcess | null = null;
  let waiting = 0;
  let line: Promise<unknown> = Promise.resolve();
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
  const carryOut = (job: CleaningJob): Promise<Cleaned> =>
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
      const turn = line.then(() => carryOut({ from, to, type, ...(square !== undefined && { square }) }));
      // One that failed must not fail all that come after it.
      line = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
    close: stop,
  };
}
