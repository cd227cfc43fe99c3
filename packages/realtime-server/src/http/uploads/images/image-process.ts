/** A child process that draws one image after the other. It is started on demand and ended when idle. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '../../../runtime/clock.js';
import { UPLOAD_LIMITS } from '../limits/upload-limits.js';
import type { CleaningJob, CleaningResult } from './cleaning-process.js';

const IDLE_MS = 30_000;

export interface ImageProcess {
  /** One at a time. An image that takes too long or crashes the process is refused; the next one gets a new process. */
  draw(job: CleaningJob): Promise<CleaningResult>;
  close(): void;
}

export function imageProcess(clock: Clock): ImageProcess {
  let child: ChildProcess | null = null;
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
    // It ends itself after an image that took too much.
    started.on('exit', () => {
      if (child === started) stop();
    });
    return started;
  };
  return {
    draw: (job) =>
      new Promise((resolve) => {
        cancelIdle();
        child ??= start();
        const worker = child;
        const ended = (): void => {
          if (child === worker) stop();
          done({ cleaned: { ok: false, code: 'file_unreadable' }, cpuMs: job.mostCpuMs });
        };
        const cancel = clock.after(UPLOAD_LIMITS.imageDeadlineMs, ended);
        const done = (result: CleaningResult): void => {
          cancel();
          worker.off('message', done);
          worker.off('exit', ended);
          cancelIdle();
          cancelIdle = clock.after(IDLE_MS, stop);
          // It is about to end itself: a next image must not be sent to it.
          if (result.cpuMs >= job.mostCpuMs) stop();
          resolve(result);
        };
        worker.on('message', done);
        worker.on('exit', ended);
        worker.send(job, (error) => error && ended());
      }),
    close: stop,
  };
}
