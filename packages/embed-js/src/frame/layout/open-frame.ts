/** What an open chat needs beyond a place: to stand above everything, and to know what the page's edges are covered by. */
import type { Viewport } from '@service/protocol';
import { style } from '../frame-element.js';

/**
 * Takes the frame out of whatever it stands in, and puts it back: a container with a transform or hidden overflow would
 * move and cut the panel. Moving the element itself would load the frame anew. Older browsers stay as they are.
 *
 * Unseen for the moment of the move, for that is what browsers don't count as a layout shift; it keeps its focus.
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
 * What bars, notches and round corners take from the edges, in CSS pixels. Frames of other sites are not told by the
 * browser. Zero unless the page itself reaches into these areas (`viewport-fit=cover`), or while the frame is detached.
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
