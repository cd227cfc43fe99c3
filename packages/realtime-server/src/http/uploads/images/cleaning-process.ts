/**
 * The process in which images are decoded. Decoders are written in C: when a hostile image crashes one, only this process dies.
 * It gets no settings, so it knows no secrets.
 */
import { cleanImage, type ImageType } from './clean-image.js';

export interface CleaningJob {
  readonly from: string;
  readonly to: string;
  readonly type: ImageType;
  readonly square?: number;
}

process.on('message', async (job: CleaningJob) => {
  process.send?.(await cleanImage(job.from, job.to, job.type, job.square));
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
