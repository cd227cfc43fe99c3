/**
 * For a dialog that covers the rest of the panel: everything below it is inert while it is open. The focus goes to the element
 * with `data-initial-focus`, and back to the menu button when the dialog closes.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** `dialog`: a child of the panel. `shown`: it is drawn, so its code has loaded. */
export function useInertBackground(dialog: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!shown || !element) return;
    const below = [...(element.parentElement?.children ?? [])].filter((each) => each !== element) as HTMLElement[];
    for (const each of below) each.inert = true;
    element.querySelector<HTMLElement>('[data-initial-focus]')?.focus({ preventScroll: true });
    const menu = element.parentElement?.querySelector<HTMLElement>('.menu > button');
    return () => {
      for (const each of below) each.inert = false;
      menu?.focus({ preventScroll: true });
    };
  }, [shown]);
}
