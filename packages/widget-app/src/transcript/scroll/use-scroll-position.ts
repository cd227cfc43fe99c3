/**
 * Keeps the reader's place. At the end it stays at the end while text grows; anywhere else, and while something is being
 * pressed, the entry at the top of the view stays where it is, whatever is put above it. The browser's own way of doing that is
 * switched off (`overflow-anchor`), because one browser lacks it and two adjustments would add up.
 */
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Nearer to the end than this counts as being there. CSS pixels. */
const AT_END = 48;
/** A click comes a moment after the finger was lifted. Milliseconds. */
const CLICKED_AFTER = 100;
/** Of whatever was pressed, wherever it was let go. */
const RELEASES = ['pointerup', 'pointercancel'] as const;
/** A moment's distance between what is read and its border. */
const MARGIN = 12;

export interface ScrollPosition {
  readonly atEnd: boolean;
  /** Call when the box was scrolled. Returns whether the reader moved up. */
  scrolled(): boolean;
  toEnd(smooth?: boolean): void;
  /** Puts the top of `element` at the top of the view, or as near as there is text. */
  startAt(element: Element): void;
  /** Scrolls as little as possible until `element` can be seen; never the page around the frame. */
  reveal(element: Element): void;
  /** Scrolls by `distance` when there is more of `element` in that direction than can be seen; tells whether there was. */
  readOn(element: Element, distance: number): boolean;
}

/** `begun`: there is something to be at the end of; before that, a long greeting is read from its top. */
export function useScrollPosition(box: RefObject<HTMLElement | null>, begun: boolean): ScrollPosition {
  const [atEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const begins = useRef(begun);
  begins.current = begun;
  const lastTop = useRef(0);
  const lastSize = useRef('');
  /** What moves between the press and the release gets no click, and something else may get it. */
  const pressed = useRef(false);
  const anchor = useRef<{ readonly element: Element; readonly top: number } | null>(null);

  const note = (element: HTMLElement): void => {
    lastTop.current = element.scrollTop;
    lastSize.current = sizeOf(element);
    anchor.current = follows.current && !pressed.current ? null : topmost(element);
  };
  const keep = (): void => {
    const element = box.current;
    // Out of sight everything measures zero, and would be kept at zero.
    if (!element || element.clientHeight === 0) return;
    const held = anchor.current;
    if (!begins.current) element.scrollTop = Math.min(element.scrollTop, lastTop.current);
    else if (follows.current && !pressed.current) element.scrollTop = element.scrollHeight;
    else if (held?.element.isConnected) {
      const moved = held.element.getBoundingClientRect().top - element.getBoundingClientRect().top - held.top;
      if (Math.abs(moved) >= 1) element.scrollTop += moved;
    }
    note(element);
    setAtEnd((follows.current && pressed.current) || isAtEnd(element));
  };
  /** Where it was put is where the reader is: what is drawn next must not put it back. */
  const settle = (element: HTMLElement): void => {
    follows.current = isAtEnd(element);
    note(element);
    setAtEnd(follows.current);
  };

  useLayoutEffect(keep);
  // What grows between two renderings: text that was made richer, a keyboard that takes half the screen, a zoom.
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    let released: ReturnType<typeof setTimeout> | undefined;
    const press = ({ target }: PointerEvent): void => {
      // Of its scroll bar, nobody says when it is let go.
      if (target === element) return;
      clearTimeout(released);
      pressed.current = true;
      if (element) note(element);
    };
    const release = (): void => {
      if (!pressed.current) return;
      clearTimeout(released);
      released = setTimeout(() => {
        pressed.current = false;
        keep();
      }, CLICKED_AFTER);
    };
    element?.addEventListener('pointerdown', press, true);
    for (const end of RELEASES) addEventListener(end, release, true);
    return () => {
      clearTimeout(released);
      element?.removeEventListener('pointerdown', press, true);
      for (const end of RELEASES) removeEventListener(end, release, true);
    };
  }, []);

  return {
    atEnd,
    scrolled() {
      const element = box.current;
      if (!element || element.clientHeight === 0) return false;
      // Not the reader, but the browser: what can't be scrolled any further, because it became shorter, is moved by it.
      if (follows.current && sizeOf(element) !== lastSize.current) {
        keep();
        return false;
      }
      const up = element.scrollTop < lastTop.current - 1;
      // Only moving up means leaving the end: text that grows below moves nobody.
      if (isAtEnd(element)) follows.current = true;
      else if (up) follows.current = false;
      note(element);
      setAtEnd(isAtEnd(element));
      return up;
    },
    toEnd(smooth = false) {
      const element = box.current;
      if (!element || !begins.current) return;
      const animate = smooth && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
      if (!animate) follows.current = true;
      element.scrollTo({ top: element.scrollHeight, behavior: animate ? 'smooth' : 'instant' });
      note(element);
    },
    startAt(target) {
      const element = box.current;
      if (!element) return;
      follows.current = false;
      element.scrollTop += target.getBoundingClientRect().top - element.getBoundingClientRect().top - MARGIN;
      settle(element);
    },
    reveal(target) {
      const element = box.current;
      if (!element) return;
      const [view, seen] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
      const above = seen.top - MARGIN - view.top;
      const below = seen.bottom + MARGIN - view.bottom;
      // A long one is shown from its beginning.
      if (above < 0 || seen.height > view.height - 2 * MARGIN) element.scrollTop += above;
      else if (below > 0) element.scrollTop += below;
      settle(element);
    },
    readOn(target, distance) {
      const element = box.current;
      if (!element) return false;
      const [view, seen] = [element.getBoundingClientRect(), target.getBoundingClientRect()];
      const hidden = distance > 0 ? seen.bottom - view.bottom : view.top - seen.top;
      if (hidden <= MARGIN) return false;
      element.scrollTop += Math.sign(distance) * Math.min(Math.abs(distance), hidden + MARGIN);
      settle(element);
      return true;
    },
  };
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}

function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight < AT_END;
}

/** The first entry that reaches into the view, and where it is. Sheets first: there are fifty times fewer of them. */
function topmost(box: HTMLElement): { element: Element; top: number } | null {
  const { top } = box.getBoundingClientRect();
  const reaches = (element: Element): boolean => element.getBoundingClientRect().bottom > top;
  const sheet = [...box.querySelectorAll('.sheet')].find(reaches);
  const element = sheet && [...sheet.children].find(reaches);
  return element ? { element, top: element.getBoundingClientRect().top - top } : null;
}
