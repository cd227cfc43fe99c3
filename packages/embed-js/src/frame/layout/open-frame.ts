/** Raises an open chat above the page, and reads what covers the page's edges. */
import type { Viewport } from '@service/protocol';
import { style } from '../frame-element.js';

/**
 * Moves the frame into the browser's top layer, and back: a container with a transform or hidden overflow would move and
 * cut the panel. Moving the element itself would reload the frame. Does nothing in browsers without popovers.
 *
 * The frame is transparent during the move, or browsers would count a layout shift. It keeps its focus.
 */
export function raiseFrame(frame: HTMLIFrameElement, raised: boolean): void {
  if (frame.hasAttribute('popover') === raised) return;
  style(frame, { opacity: '0' });
  // The first one comes before the move is painted, the second one after.
  requestAnimationFrame(() => requestAnimationFrame(() => style(frame, { opacity: '1' })));
  if (raised) {
    frame.setAttribute('popover', 'manual');
    frame.showPopover?.();
  } else frame.removeAttribute('popover');
}

/**
 * What bars, notches and round corners take from the edges, in CSS pixels. The browser doesn't report them to frames of
 * other sites. Zero unless the page itself reaches into these areas (`viewport-fit=cover`), or while the frame is detached.
 */
export function readSafeArea(frame: HTMLIFrameElement): Required<Viewport>['safe'] {
  // Without effect on a frame; the one way to learn these lengths that adds nothing to the page.
  const edges = ['top', 'right', 'bottom', 'left'].map((side) => `env(safe-area-inset-${side})`);
  style(frame, { 'scroll-padding': edges.join(' ') });
  // One to four lengths, as margins are written.
  const lengths = getComputedStyle(frame).scrollPadding.split(' ');
  const [top = 0, right = top, bottom = top, left = right] = lengths.map((length) => Number.parseFloat(length) || 0);
  return { top, right, bottom, left };
}
