import { createAttemptLimit } from '../frame/attempt-limit.js';

/** How often a page may remove the frame before it counts as intended. Routers that replace the body do so per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

/**
 * Inserts an element as soon as there is a body, and again when the page has removed it, as routers do that replace the body or the
 * root element. `onLost`: the page has removed it too often, or has begun its document anew (`document.open`), which erases every listener
 * of the page. Returns the end.
 *
 * Keeps it in the window, too, when the page's root element has a transform, a perspective or the like, which makes the whole page
 * the place of what is fixed: moves it, or the last element of its shadow root, into the top layer. There it stays, also where such
 * a transform comes and goes. Browsers without popovers have no such layer.
 */
export function keepInPage(element: HTMLElement, place: () => void, onLost: (isErased: boolean) => void): () => void {
  const mayReattach = createAttemptLimit(REATTACH.times, REATTACH.perMs, () => Date.now());
  const fixed = (element.shadowRoot?.lastElementChild ?? element) as HTMLElement;
  // Called after a layout: when it is observed, and when it comes into the window or leaves it.
  const seen = new IntersectionObserver(() => {
    // Null while only the window places it.
    if (fixed.offsetParent !== document.documentElement) return;
    fixed.popover = 'manual';
    fixed.showPopover?.();
  });
  let isErased: boolean;
  const check = (): void => {
    const { documentElement, body } = document;
    seen.disconnect();
    seen.observe(fixed);
    if (documentElement) observer.observe(documentElement, { childList: true, attributes: true });
    if (!body) return;
    observer.observe(body, { childList: true });
    if (element.isConnected) return;
    // Outside of the page, only its own listener hears it.
    isErased = true;
    element.click();
    if (!isErased && mayReattach()) place();
    else onLost(isErased);
  };
  const observer = new MutationObserver(check);
  observer.observe(document, { childList: true });
  element.onclick = () => {
    isErased = false;
  };
  check();
  return () => {
    observer.disconnect();
    seen.disconnect();
  };
}
