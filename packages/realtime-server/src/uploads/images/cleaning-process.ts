/**
 * The process in which pictures are decoded. Decoders are old, fast and written in C: when one falls over a picture made
 * for that purpose, this process dies and the conversations go on. It is given no settings, so it knows no secrets.
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
// The server has gone, in whatever way.
process.on('disconnect', () => process.exit(0));
