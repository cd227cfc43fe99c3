/** A bus of a node over a Redis of a test. */
import type { Bus } from '../../dist/bus/bus.js';
import { openRedisBus, type RedisBusOptions, type RedisBusReport } from '../../dist/bus/redis.js';
import { systemClock } from '../../dist/runtime/clock.js';

export const SHARED_KEY = 'the key that the nodes of one database share';

export const SILENT: RedisBusReport = { away: () => undefined, back: () => undefined, refused: () => undefined };

let nodes = 0;
/** Each node needs a name of its own; which one is no matter here. */
const bytes = (count: number): Uint8Array => new Uint8Array(count).fill(++nodes);

/** Settled when Redis is there, or known not to be. */
export function openBusOn(url: string, over: Partial<RedisBusOptions> = {}): Promise<Bus> {
  return openRedisBus({ url, key: SHARED_KEY, random: bytes, clock: systemClock, report: SILENT, ...over });
}
