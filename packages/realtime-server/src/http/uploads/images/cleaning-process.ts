/**
 * The process in which images are decoded. Decoders are written in C: when a hostile image crashes one, only this process dies.
 * It gets no settings, so it knows no secrets. It ends itself when an image takes too much processor time: a wall clock would also end
 * it for an honest image on a busy machine.
 */
import { constants, setPriority } from 'node:os';
import { type Cleaned, cleanImage, type ImageType } from './clean-image.js';

export interface CleaningJob {
  readonly from: string;
  readonly to: string;
  readonly type: ImageType;
  readonly square?: number;
  /** Processor time in milliseconds; beyond it the image is refused. */
  readonly mostCpuMs: number;
}

export interface CleaningResult {
  readonly cleaned: Cleaned;
  /** Processor time in milliseconds. */
  readonly cpuMs: number;
}

const LOOK_EVERY_MS = 200;

process.on('message', async (job: CleaningJob) => {
  const before = process.cpuUsage();
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const send = (cleaned: Cleaned, then: () => void = () => undefined): void => {
    const result: CleaningResult = { cleaned, cpuMs: cpuMs() };
    process.send?.(result, then);
  };
  const watch = setInterval(() => {
    if (cpuMs() < job.mostCpuMs) return;
    clearInterval(watch);
    send({ ok: false, code: 'image_too_large' }, () => process.exit(0));
  }, LOOK_EVERY_MS);
  const cleaned = await cleanImage(job.from, job.to, job.type, job.square);
  clearInterval(watch);
  send(cleaned);
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
// Messages come before pictures.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
