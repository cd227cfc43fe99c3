/**
 * Re-encodes images in child processes. Images wait for their turn in a fair queue, and the processor time of each is counted for its
 * visitor and address, also when the image is refused: a strange image costs its sender, and no one else.
 */
import type { Clock } from '../../../runtime/clock.js';
import { FairQueue, type FairQueueLimits, type Share } from '../../../runtime/shares/fair-queue.js';
import { RecentUse } from '../../../runtime/shares/recent-use.js';
import { UPLOAD_LIMITS } from '../limits/upload-limits.js';
import type { Cleaned, ImageType } from './clean-image.js';
import { type ImageProcess, imageProcess } from './image-process.js';

/** `busy`: too many images wait. `rate_limited`: this visitor or address has used much processor time lately. */
export type NotCleaned = { readonly ok: false; readonly code: 'busy' | 'rate_limited' };

export interface ImageToClean {
  readonly from: string;
  readonly to: string;
  readonly type: ImageType;
  /** As `cleanImage` has it. */
  readonly square?: number;
}

export interface ImageCleaner {
  clean(image: ImageToClean, share: Share): Promise<Cleaned | NotCleaned>;
  close(): void;
}

const { imageCpuMs, imagesAtOnce, imagesWaiting, uploadsAtOnce, visitorDrawingMs, addressDrawingMs } = UPLOAD_LIMITS;
const CPU_HALF_LIFE_MS = 60_000;

/** For visitors. `start`: as `imageCleaner` has it. */
export const visitorImages = (clock: Clock, start = imageProcess): ImageCleaner =>
  imageCleaner(
    clock,
    {
      running: { places: imagesAtOnce, perPeer: 1 },
      waiting: { places: imagesWaiting, perPeer: uploadsAtOnce },
    },
    { peer: visitorDrawingMs, address: addressDrawingMs },
    start,
  );

/** For the team and for logos: a process of their own, so that no visitor holds them up. */
export const teamImages = (clock: Clock): ImageCleaner =>
  imageCleaner(
    clock,
    { running: { places: 1, perPeer: 1 }, waiting: { places: imagesWaiting, perPeer: imagesWaiting } },
    { peer: Number.POSITIVE_INFINITY, address: Number.POSITIVE_INFINITY },
  );

/** `mostCpuMs`: processor time that a peer and an address may have used lately. `start`: makes another process. */
export function imageCleaner(
  clock: Clock,
  limits: FairQueueLimits,
  mostCpuMs: { readonly peer: number; readonly address: number },
  start: (clock: Clock) => ImageProcess = imageProcess,
): ImageCleaner {
  const queue = new FairQueue(clock, limits);
  const cpuMs = new RecentUse(clock, CPU_HALF_LIFE_MS);
  const idle: ImageProcess[] = [];
  const all: ImageProcess[] = [];
  const idleProcess = (): ImageProcess => {
    const found = idle.pop() ?? start(clock);
    if (!all.includes(found)) all.push(found);
    return found;
  };
  const isOverdrawn = ({ peer, address }: Share): boolean =>
    cpuMs.of(`peer ${peer}`) >= mostCpuMs.peer ||
    (address !== null && cpuMs.of(`address ${address}`) >= mostCpuMs.address);
  const draw = async (image: ImageToClean, { peer, address }: Share): Promise<Cleaned> => {
    const drawer = idleProcess();
    const result = await drawer.draw({ ...image, mostCpuMs: imageCpuMs });
    idle.push(drawer);
    cpuMs.add(`peer ${peer}`, result.cpuMs);
    if (address !== null) cpuMs.add(`address ${address}`, result.cpuMs);
    return result.cleaned;
  };

  return {
    async clean(image, share) {
      if (isOverdrawn(share)) return { ok: false, code: 'rate_limited' };
      const place = queue.enter(share);
      if (typeof place === 'string') return { ok: false, code: 'busy' };
      const release = await place;
      try {
        // Its other images may have used it up while this one waited.
        return isOverdrawn(share) ? { ok: false, code: 'rate_limited' } : await draw(image, share);
      } finally {
        release();
      }
    },
    close() {
      for (const each of all) each.close();
    },
  };
}
