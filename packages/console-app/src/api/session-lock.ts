/** Requests that give the session a new cookie, one at a time, in all tabs of the browser. */

const NAME = 'session';
/** Of this tab, where the page has no locks: browsers have them on https and on localhost alone. */
let last: Promise<unknown> = Promise.resolve();

/** `run` never rejects. */
export function exclusively<T>(run: () => Promise<T>): Promise<T> {
  // The type says that it is always there.
  const locks = navigator.locks as LockManager | undefined;
  if (locks) return locks.request(NAME, run);
  const result = last.then(run);
  last = result;
  return result;
}

/** Resolves when those that have begun are done: requests from then on carry the new cookie. */
export const settled = (): Promise<void> => exclusively(async () => undefined);
