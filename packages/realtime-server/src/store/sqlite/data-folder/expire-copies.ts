// A test's clock must not stop this: the copies' days pass in real time.
import { setInterval } from 'node:timers';
import { removeOldCopies, removePartialCopies } from './upgrade-copies.js';

const EVERY_MS = 24 * 3_600_000;

/**
 * Deletes copies whose time is over and those that were not finished: now, and daily. No copy is made meanwhile.
 * @param warn is called with what an operator should do
 * @param everyMs @defaultValue a day
 * @returns ends it
 */
export function expireCopies(
  folder: string,
  now: () => number,
  warn: (what: string) => void,
  everyMs = EVERY_MS,
): () => void {
  const expire = (): void => {
    try {
      removeOldCopies(folder, now());
    } catch (error) {
      warn(`A copy of a database is older than 7 days and could not be deleted: ${(error as Error).message}`);
    }
  };
  removePartialCopies(folder);
  expire();
  const timer = setInterval(expire, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
