import { createAttemptLimit } from '../frame/attempt-limit.js';

/** How often a page may remove the frame before it counts as intended. Routers that replace the body do so per visit. */
const REATTACH = { times: 20, perMs: 60_000 } as const;

export interface KeepOptions {
  readonly place: () => void;
  /** The page has removed it too often. */
  readonly onUnstable: () => void;
  /** The page has begun its document anew (`document.open`), which takes every listener from it. */
  readonly onErased: () => void;
}

/**
 * Inserts an element as soon as there is a body, and again when the page has removed it, as routers do that replace the body or the
 * root element. Returns the end.
 *
 * Keeps it in the window, too, when the page's root element has a transform, a perspective or the like, which makes the whole page
 * the place of what is fixed: moves it, or the last element of its shadow root, into the top layer. There it stays, also where such
 * a transform comes and goes. Browsers without popovers have no such layer.
 */
export function keepInPage(element: HTMLElement, { place, onUnstable, onErased }: KeepOptions): () => void {
  const mayReattach = createAttemptLimit(REATTACH.times, REATTACH.perMs, () => Date.now());
  const fixed = (element.shadowRoot?.lastElementChild ?? element) as HTMLElement;
  // Called after a layout: when it is observed, and when it comes into the window or leaves it.
  const seen = new IntersectionObserver(() => {
    // Null while only the window places it.
    if (fixed.offsetParent !== document.documentElement) return;
    fixed.popover = 'manual';
    fixed.showPopover?.();
  });
  const check = (): void => {
    const { documentElement, body } = document;
    seen.disconnect();
    seen.observe(fixed);
    // The root element and the body of before may be gone.
    observer.disconnect();
    for (const node of [document, documentElement, body])
      if (node) observer.observe(node, { childList: true, attributes: node === documentElement });
    if (!body || element.isConnected) return;
    // Without listeners, nothing answers.
    if (element.dispatchEvent(new Event('cancel', { cancelable: true }))) onErased();
    else if (mayReattach()) place();
    else onUnstable();
  };
  const observer = new MutationObserver(check);
  // An event that none of these elements has of itself.
  const answer = (event: Event): void => event.preventDefault();
  element.addEventListener('cancel', answer);
  check();
  return () => {
    observer.disconnect();
    seen.disconnect();
    element.removeEventListener('cancel', answer);
  };
}
