import { createAttemptLimit } from '../frame/attempt-limit.js';

/** How often a page may remove the frame before it counts as intended. Routers that replace the body do so per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

/**
 * Puts the frame back when a router replaces the body. `place` inserts it; `onUnstable`: the page has removed it too often.
 * Returns the end.
 */
export function keepInBody(frame: HTMLElement, place: (body: HTMLElement) => void, onUnstable: () => void): () => void {
  const mayReattach = createAttemptLimit(REATTACH.times, REATTACH.perMs, () => Date.now());
  const check = (): void => {
    const { body } = document;
    if (!body) return;
    observer.observe(body, { childList: true });
    if (frame.isConnected) return;
    if (mayReattach()) place(body);
    else onUnstable();
  };
  const observer = new MutationObserver(check);
  observer.observe(document.documentElement, { childList: true });
  check();
  return () => observer.disconnect();
}
