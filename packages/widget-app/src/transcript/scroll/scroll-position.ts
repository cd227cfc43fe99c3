/**
 * Keeps the scroll position. At the end it follows the end while text grows. Anywhere else, and while the visitor presses
 * something, the entry at the top of the view stays in place. The browser's own anchoring is switched off (`overflow-anchor`):
 * one browser lacks it, and two adjustments would add up.
 */

/** Nearer to the end than this counts as at the end. CSS pixels. */
const AT_END = 48;
/** A click comes a moment after the finger was lifted. Milliseconds. */
const CLICK_DELAY_MS = 100;
/** Distance between an entry and the edge of the view. CSS pixels. */
const MARGIN = 12;

export class ScrollPosition {
  /** False while there are no messages: then the view starts at the top of the greeting. */
  hasMessages = false;
  private followsEnd = true;
  private lastTop = 0;
  private lastSize = '';
  /** While something is pressed, nothing may move: a button that moves away gets no click, and another one might. */
  private pressed = false;
  private released: ReturnType<typeof setTimeout> | undefined;
  private anchor: { readonly element: Element; readonly top: number } | null = null;

  constructor(
    private readonly box: () => HTMLElement | null,
    private readonly onAtEnd: (atEnd: boolean) => void,
  ) {}

  /** Restores the position after something has changed. */
  restore(): void {
    const box = this.box();
    // A hidden box measures zero, and would stay at zero.
    if (!box || box.clientHeight === 0) return;
    const { anchor } = this;
    if (!this.hasMessages) box.scrollTop = Math.min(box.scrollTop, this.lastTop);
    else if (this.followsEnd && !this.pressed) box.scrollTop = box.scrollHeight;
    else if (anchor?.element.isConnected) {
      const moved = anchor.element.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.top;
      if (Math.abs(moved) >= 1) box.scrollTop += moved;
    }
    this.remember(box, anchor?.element);
    this.onAtEnd((this.followsEnd && this.pressed) || isAtEnd(box));
  }

  /** Call when the box was scrolled. Returns whether the reader moved up. */
  scrolled(): boolean {
    const box = this.box();
    if (!box || box.clientHeight === 0) return false;
    // The browser itself scrolls a box that became shorter.
    if (this.followsEnd && sizeOf(box) !== this.lastSize) {
      this.restore();
      return false;
    }
    // Scrolled by this class itself: its place is known, and its anchor stays.
    if (box.scrollTop === this.lastTop) return false;
    const up = box.scrollTop < this.lastTop - 1;
    // Only moving up leaves the end: text that grows below moves no reader.
    if (isAtEnd(box)) this.followsEnd = true;
    else if (up) this.followsEnd = false;
    this.remember(box);
    this.onAtEnd(isAtEnd(box));
    return up;
  }

  toEnd(smooth = false): void {
    const box = this.box();
    if (!box || !this.hasMessages) return;
    const animate = smooth && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    if (!animate) this.followsEnd = true;
    box.scrollTo({ top: box.scrollHeight, behavior: animate ? 'smooth' : 'instant' });
    this.remember(box);
  }

  /**
   * Scrolls the top of `element` to the top of the view, or as near as possible. There it stays until the reader scrolls, also when
   * something above it grows.
   */
  startAt(element: Element): void {
    const box = this.box();
    if (!box) return;
    this.followsEnd = false;
    box.scrollTop += element.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
    this.settle(box, element);
  }

  /** Scrolls as little as possible until `element` is in view; never the page around the frame. */
  reveal(element: Element): void {
    const box = this.box();
    if (!box) return;
    const [view, place] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    const above = place.top - MARGIN - view.top;
    const below = place.bottom + MARGIN - view.bottom;
    // A long one is shown from its beginning.
    if (above < 0 || place.height > view.height - 2 * MARGIN) box.scrollTop += above;
    else if (below > 0) box.scrollTop += below;
    this.settle(box);
  }

  /** Scrolls by `distance` if more of `element` is hidden in that direction. Returns whether there was. */
  readOn(element: Element, distance: number): boolean {
    const box = this.box();
    if (!box) return false;
    const [view, place] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    const hidden = distance > 0 ? place.bottom - view.bottom : view.top - place.top;
    if (hidden <= MARGIN) return false;
    box.scrollTop += Math.sign(distance) * Math.min(Math.abs(distance), hidden + MARGIN);
    this.settle(box);
    return true;
  }

  press(target: EventTarget | null): void {
    const box = this.box();
    // A press on the scroll bar has no release event.
    if (target === box) return;
    clearTimeout(this.released);
    this.pressed = true;
    if (box) this.remember(box);
  }

  release(): void {
    if (!this.pressed) return;
    clearTimeout(this.released);
    this.released = setTimeout(() => {
      this.pressed = false;
      this.restore();
    }, CLICK_DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.released);
  }

  /**
   * Takes over the new position, so that the next drawing does not undo it. Only at the very end the end is followed: from near it, the
   * next drawing would scroll the rest of the way, and what was to be shown would leave the view.
   */
  private settle(box: HTMLElement, anchor?: Element): void {
    this.followsEnd = toEndOf(box) < 1;
    this.remember(box, anchor);
    this.onAtEnd(isAtEnd(box));
  }

  /** `anchor`: what stays in place; else the entry at the top of the view. */
  private remember(box: HTMLElement, anchor?: Element): void {
    this.lastTop = box.scrollTop;
    this.lastSize = sizeOf(box);
    const element = anchor?.isConnected ? anchor : topmostEntry(box);
    const followsEnd = this.followsEnd && !this.pressed;
    this.anchor =
      followsEnd || !element
        ? null
        : { element, top: element.getBoundingClientRect().top - box.getBoundingClientRect().top };
  }
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}

const toEndOf = (box: HTMLElement): number => box.scrollHeight - box.scrollTop - box.clientHeight;

const isAtEnd = (box: HTMLElement): boolean => toEndOf(box) < AT_END;

/** The first entry that reaches into the view. Chunks first: there are fifty times fewer of them. */
function topmostEntry(box: HTMLElement): Element | undefined {
  const { top } = box.getBoundingClientRect();
  const reaches = (element: Element): boolean => element.getBoundingClientRect().bottom > top;
  const chunk = [...box.querySelectorAll('.chunk')].find(reaches);
  return chunk && [...chunk.children].find(reaches);
}
