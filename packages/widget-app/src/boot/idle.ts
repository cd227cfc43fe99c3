/** Safari has no idle callbacks. */
const LATER_MS = 200;
/** On a busy device the work is not put off for longer. */
const LATEST_MS = 2_000;

/** Resolves when the browser has nothing to do for its visitor. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
    else setTimeout(resolve, LATER_MS);
  });
}
