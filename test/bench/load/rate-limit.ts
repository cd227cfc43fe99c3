/** What the server lets one visitor send. */
import { FRAME_LIMITS } from '@service/protocol';

/** One message fewer than the burst allows: the request for a person took one. */
export const BURST_EACH = FRAME_LIMITS.appendBurst - 1;
/** Each visitor may go on sending one message in so long. */
export const EVERY_MS = 1_000 / FRAME_LIMITS.appendsPerSecond;
/** The bucket is full again after that. */
export const REFILL_MS = FRAME_LIMITS.appendBurst * EVERY_MS;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
