/**
 * The focus while the panel is open. When the visitor opens the panel, the focus goes to the composer, or on a phone to the
 * panel itself, because a field would open the keyboard over the messages. It stays inside when the focused button disappears.
 * While the panel covers the page, Tab stays inside, because the page behind it can't be seen.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { isFullscreen, type PanelState } from './state.js';

export function useFocusInside(panel: RefObject<HTMLElement | null>, state: PanelState): void {
  const { open, openedBy } = state;
  // Before the panel is painted: the visitor may type at once.
  useLayoutEffect(() => {
    // When the page opens the chat, the focus stays where it is.
    if (!open || openedBy === null || openedBy === 'page') return;
    enter(panel.current);
    // Chromium takes the focus from a field of a frame that is not shown yet. The page gives it to the frame once it is.
    const again = (): void => {
      if (document.activeElement === document.body) enter(panel.current);
    };
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, [open, openedBy, state.consent]);
  useEffect(() => (open && panel.current ? keepFocusInside(panel.current) : undefined), [open]);
}

function enter(panel: HTMLElement | null): void {
  const touch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
  const field = touch ? null : panel?.querySelector<HTMLElement>('.field textarea');
  (field ?? panel)?.focus({ preventScroll: true });
}

/** A focused button may disappear, as in the consent gate or a suggested question; then the focus would go to the body. */
function keepFocusInside(panel: HTMLElement): () => void {
  let last: Element | null = panel.contains(document.activeElement) ? document.activeElement : null;
  const entered = (): void => {
    last = document.activeElement;
  };
  const observer = new MutationObserver(() => {
    // Not if the focus is in the page, or where a component has set it.
    if (!last || panel.contains(last) || document.activeElement !== document.body || !document.hasFocus()) return;
    enter(panel);
  });
  panel.addEventListener('focusin', entered);
  observer.observe(panel, { childList: true, subtree: true });
  return () => {
    panel.removeEventListener('focusin', entered);
    observer.disconnect();
  };
}

/** Tab at the last control goes to the first, and back. */
export function keepTabInside(event: KeyboardEvent, panel: HTMLElement | null, state: PanelState): void {
  if (event.key !== 'Tab' || !panel || !isFullscreen(state)) return;
  const stops = [
    ...panel.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]'),
  ].filter((element) => element.tabIndex === 0 && !element.matches(':disabled') && element.getClientRects().length > 0);
  const [first, last] = [stops[0], stops.at(-1)];
  const leaves = event.shiftKey
    ? document.activeElement === first || document.activeElement === panel
    : document.activeElement === last;
  if (!leaves) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
