import { createAttemptLimit } from '../frame/attempt-limit.js';

/** How often a page may remove the frame before it counts as intended. Routers that replace the body do so per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

/**
 * Inserts an element as soon as there is a body, and again when the page has removed it, as routers do that replace the body.
 * `onUnstable`: the page has removed it too often. Returns the end.
 *
 * Keeps it in the window, too, when the page's root element has a transform, a perspective or the like, which makes the whole page
 * the place of what is fixed: moves it, or the last element of its shadow root, into the top layer. There it stays, also where such
 * a transform comes and goes. Browsers without popovers have no such layer.
 */
export function keepInPage(element: HTMLElement, place: () => void, onUnstable: () => void): () => void {
  const mayReattach = createAttemptLimit(REATTACH.times, REATTACH.perMs, () => Date.now());
  const root = document.documentElement;
  const fixed = (element.shadowRoot?.lastElementChild ?? element) as HTMLElement;
  // Called after a layout: when it is observed, and when it comes into the window or leaves it.
  const seen = new IntersectionObserver(() => {
    // Null while only the window places it.
    if (fixed.offsetParent !== root) return;
    fixed.popover = 'manual';
    fixed.showPopover?.();
  });
  const check = (): void => {
    seen.disconnect();
    seen.observe(fixed);
    const { body } = document;
    if (!body) return;
    observer.observe(body, { childList: true });
    if (element.isConnected) return;
    if (mayReattach()) place();
    else onUnstable();
  };
  const observer = new MutationObserver(check);
  observer.observe(root, { childList: true, attributes: true });
  check();
  return () => {
    observer.disconnect();
    seen.disconnect();
  };
}
