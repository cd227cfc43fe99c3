/**
 * Where the focus is while the panel is open. It goes in when the visitor opened it: to the field, or on a phone to the
 * panel itself, because a field would bring up the keyboard over what they came to read. It stays in when the button that
 * was pressed goes with its question. While the panel covers the page, Tab stays inside, since what is behind can't be seen.
 */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { isFullscreen, type PanelState } from './state.js';

export function useFocusInside(panel: RefObject<HTMLElement | null>, state: PanelState): void {
  const { open, openedBy } = state;
  useEffect(() => {
    // A page that opens the chat by itself takes no focus away.
    if (!open || openedBy === null || openedBy === 'page') return;
    enter(panel.current);
  }, [open, openedBy, state.consent]);
  useEffect(() => (open && panel.current ? stayIn(panel.current) : undefined), [open]);
}

function enter(panel: HTMLElement | null): void {
  const touch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
  const field = touch ? null : panel?.querySelector<HTMLElement>('.field textarea');
  (field ?? panel)?.focus({ preventScroll: true });
}

/** What has the focus may vanish: an answer to the gate, a question to begin with. Left to itself the focus goes nowhere. */
function stayIn(panel: HTMLElement): () => void {
  let last: Element | null = panel.contains(document.activeElement) ? document.activeElement : null;
  const entered = (): void => {
    last = document.activeElement;
  };
  const observer = new MutationObserver(() => {
    // The focus stays in the page if it is there, and where a component has set it.
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
