import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves the focus to an element when it appears, or when `isDue` becomes true, before the next key arrives. An effect comes only after
 * the page was drawn, and what was typed until then would be lost.
 */
export function useFocus(find: () => HTMLElement | null | undefined, isDue = true): void {
  useLayoutEffect(() => {
    if (isDue) find()?.focus();
  }, [isDue]);
}
