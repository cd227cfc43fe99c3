/** Watches the page's color scheme: its own switch, the system, a router that replaces the body. */
import { SYSTEM_IS_DARK } from './color-scheme.js';

/** Calls back whenever something `decideScheme` looks at may have changed. Returns the stop. */
export function watchColorScheme(page: Window, changed: () => void): () => void {
  const { documentElement } = page.document;
  const attributes = { attributes: true, attributeFilter: ['class', 'data-theme'] };
  let body: HTMLElement | null = null;
  const observer = new MutationObserver(() => {
    watchBody();
    changed();
  });
  // Some routers replace the whole body; the new one has to be watched as well.
  const watchBody = (): void => {
    if (page.document.body === body) return;
    body = page.document.body;
    if (body) observer.observe(body, attributes);
  };
  observer.observe(documentElement, { ...attributes, childList: true });
  watchBody();
  const system = page.matchMedia?.(SYSTEM_IS_DARK);
  system?.addEventListener?.('change', changed);
  return () => {
    observer.disconnect();
    system?.removeEventListener?.('change', changed);
  };
}
