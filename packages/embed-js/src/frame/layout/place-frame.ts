/** Lays the frame out over the page, or in its text. */
import type { Position } from '@service/protocol';
import { LAUNCHER_Z_INDEX } from '../../launcher/size-and-place.js';
import { style } from '../frame-element.js';
import type { Placement } from './placement.js';

export function placeFrame(frame: HTMLIFrameElement, placement: Placement): void {
  if (placement.kind !== 'overlay') {
    // For the line, this is all of its room. Without a height of its own, the frame has that of its container, or none.
    const height = { height: '100%', 'contain-intrinsic-height': '0px' };
    style(frame, { position: 'static', width: '100%', ...height, transform: 'none' });
    if (frame.offsetWidth && !frame.offsetHeight) style(frame, { height: '600px' });
    return;
  }
  const { side, x, y, width, height, covers } = placement;
  // Where the window's right edge is, is not known of a page that is wider than its phone.
  const fromLeft = covers || side === 'left';
  style(frame, {
    ...growingFrom(side),
    left: fromLeft ? '0' : 'auto',
    right: fromLeft ? 'auto' : '0',
    bottom: '0',
    width: `${width}px`,
    height: `${height}px`,
    transform: `translate(${fromLeft ? x : -x}px, ${-y}px)`,
    'z-index': `var(--service-widget-z-index, ${LAUNCHER_Z_INDEX})`,
  });
}

/**
 * Browsers count it as a layout shift when the corner in which an element's text would begin moves by itself, and a click
 * inside the frame does not excuse it. So that opening the panel costs the page nothing, that corner is made the one which
 * stays (the writing direction of an iframe has no other effect), and margins are transforms, which don't count.
 */
export const growingFrom = (side: Position) => ({
  position: 'fixed',
  direction: 'rtl',
  'writing-mode': side === 'left' ? 'vertical-lr' : 'vertical-rl',
});
