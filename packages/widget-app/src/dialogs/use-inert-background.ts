/**
 * What it means to lie over the rest of the panel: what is under it can neither be seen nor reached, the focus goes in with
 * it (to whatever says `data-first`), and back to the menu after it, from where it came.
 */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** `place`: what lies on top, a child of the panel; `shown`: it is drawn, which its code may have to be fetched for. */
export function useInertBackground(place: RefObject<HTMLElement | null>, shown: boolean): void {
  useLayoutEffect(() => {
    const cover = place.current;
    if (!shown || !cover) return;
    const below = [...(cover.parentElement?.children ?? [])].filter((each) => each !== cover) as HTMLElement[];
    for (const each of below) each.inert = true;
    cover.querySelector<HTMLElement>('[data-first]')?.focus({ preventScroll: true });
    const menu = cover.parentElement?.querySelector<HTMLElement>('.menu > button');
    return () => {
      for (const each of below) each.inert = false;
      menu?.focus({ preventScroll: true });
    };
  }, [shown]);
}
