import { createAttemptLimit } from '../frame/attempt-limit.js';

/** How often a page may remove the frame before it counts as intended. Routers that replace the body do so per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

/**
 * Inserts an element as soon as there is a body, and again when the page has removed it, as routers do that replace the body.
 * `onUnstable`: the page has removed it too often. Returns the end.
 */
export function keepInPage(element: HTMLElement, place: () => void, onUnstable: () => void): () => void {
  const mayReattach = createAttemptLimit(REATTACH.times, REATTACH.perMs, () => Date.now());
  const check = (): void => {
    const { body } = document;
    if (!body) return;
    observer.observe(body, { childList: true });
    if (element.isConnected) return;
    if (mayReattach()) place();
    else onUnstable();
  };
  const observer = new MutationObserver(check);
  observer.observe(document.documentElement, { childList: true });
  check();
  return () => observer.disconnect();
}
