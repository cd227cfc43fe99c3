/**
 * Where the focus is while the panel is open. It goes in when the visitor opened it: to the field, or on a phone to the
 * panel itself, because a field would bring up the keyboard over what they came to read. While the panel covers the page,
 * Tab stays inside, since what is behind can't be seen.
 */
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { isFullscreen, type PanelState } from './panel-state.js';

export function useFocusInside(panel: RefObject<HTMLElement | null>, state: PanelState): void {
  const { open, openedBy } = state;
  useEffect(() => {
    // A page that opens the chat by itself takes the focus away from nobody.
    if (!open || openedBy === null || openedBy === 'page') return;
    const touch = globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
    const field = touch ? null : panel.current?.querySelector('textarea');
    (field ?? panel.current)?.focus({ preventScroll: true });
  }, [open, openedBy, state.consent]);
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
