import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ScrollPosition } from './scroll-position.js';

/** A press may end anywhere in the window. */
const RELEASES = ['pointerup', 'pointercancel'] as const;

/** Keeps the scroll position of `box`. `hasMessages`: there are messages. */
export function useScrollPosition(
  box: RefObject<HTMLElement | null>,
  hasMessages: boolean,
): { readonly atEnd: boolean; readonly scroll: ScrollPosition } {
  const [atEnd, setAtEnd] = useState(true);
  const position = useRef<ScrollPosition | null>(null);
  position.current ??= new ScrollPosition(() => box.current, setAtEnd);
  const scroll = position.current;
  scroll.hasMessages = hasMessages;
  useLayoutEffect(() => scroll.restore());
  // Sizes also change between two renderings: Markdown loads, a keyboard opens, the visitor zooms.
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => scroll.restore());
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    const press = ({ target }: PointerEvent): void => scroll.press(target);
    const release = (): void => scroll.release();
    element?.addEventListener('pointerdown', press, true);
    for (const end of RELEASES) addEventListener(end, release, true);
    return () => {
      scroll.stop();
      element?.removeEventListener('pointerdown', press, true);
      for (const end of RELEASES) removeEventListener(end, release, true);
    };
  }, []);
  return { atEnd, scroll };
}
