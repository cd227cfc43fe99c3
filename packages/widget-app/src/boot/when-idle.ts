/** Safari has no idle callbacks. */
const LATER_MS = 200;
/** On a busy device the work is not put off for longer. */
const LATEST_MS = 2_000;

/** Runs `work` when the browser has nothing to do for its visitor. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, LATER_MS);
}
