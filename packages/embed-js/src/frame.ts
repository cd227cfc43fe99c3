/**
 * The iframe element: what it may do, and where it lies. It is complete before it is attached (attributes, place,
 * invisible), so attaching shifts nothing and shows nothing half done.
 *
 * Styles are set one by one through the CSSOM, because that is all a strict host policy allows (`style-src 'self'`
 * forbids style elements and style attributes), and `important`, because `iframe { max-width: 100% }` is on every other
 * page. The stacking order alone can be lowered by the page: `:root { --service-widget-z-index: 40 }`.
 */
import type { Viewport } from '@service/protocol';
import { LINE_HEIGHT, type Placement } from './layout.js';

/**
 * No top navigation, no dialogs. `allow-same-origin` gives the frame its own origin, not the page's: that is safe only
 * while the two differ, which `init` checks (`insecure_self_host`).
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/**
 * The frame's address. Two origins travel in it and nothing else, no tokens, no names, not the page's own address: the
 * page's, and that of the page's logo, because the frame's policy has to allow it before the document is there.
 */
export function frameUrl(baseUrl: string, inboxId: string, pageOrigin: string, logoUrl?: string): string {
  const logo = /^https:[/][/][^/?#]+/.exec(logoUrl ?? '')?.[0];
  return `${baseUrl}/widget/${inboxId}?o=${encodeURIComponent(pageOrigin)}${logo ? `&logo=${encodeURIComponent(logo)}` : ''}`;
}

/** A frame that is ready to be attached, not yet visible. */
export function makeFrame(page: Document, url: string): HTMLIFrameElement {
  const frame = page.createElement('iframe');
  frame.setAttribute('sandbox', SANDBOX);
  frame.setAttribute('title', 'Chat');
  frame.setAttribute('allow', 'clipboard-write');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  style(frame, {
    all: 'initial',
    display: 'block',
    border: '0',
    // Without effect on a frame; the one way to learn these lengths that adds nothing to the page.
    'scroll-padding':
      'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)',
    // A frame is transparent only while element and document agree on the scheme. The document stays at the initial
    // `light` for good (its dark theme is plain colours), so the page's own scheme must not be inherited here.
    'color-scheme': 'light',
    'background-color': 'transparent',
    'z-index': 'var(--service-widget-z-index, 2147483000)',
  });
  showFrame(frame, false);
  frame.setAttribute('src', url);
  return frame;
}

/** Invisible means: not seen, not clickable, not reachable by keyboard or screen reader; but it loads. */
export function showFrame(frame: HTMLIFrameElement, visible: boolean): void {
  style(frame, { visibility: visible ? 'visible' : 'hidden' });
}

/**
 * What the frame of `prompt-input` stands in. It keeps the line's room while the frame is away as a panel, so that the
 * page below neither jumps up nor down again.
 */
export function makeRoom(frame: HTMLIFrameElement): HTMLElement {
  const room = frame.ownerDocument.createElement('div');
  style(room, { all: 'initial', display: 'block', height: `${LINE_HEIGHT}px` });
  room.append(frame);
  return room;
}

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
 * Lays the frame out. Browsers count it as a layout shift when the corner in which an element's text would begin moves
 * by itself, and a click inside the frame does not excuse it. So that opening the panel costs the page nothing, that
 * corner is made the one which stays put (the writing direction of an iframe has no other effect), and margins are
 * transforms, which don't count.
 */
export function placeFrame(frame: HTMLIFrameElement, placement: Placement): void {
  if (placement.kind !== 'over') {
    // For the line, this is all of its room.
    style(frame, { position: 'static', width: '100%', height: '100%', transform: 'none' });
    if (placement.kind === 'fill' && frame.offsetHeight === UNSIZED) style(frame, { height: '600px' });
    return;
  }
  const { side, x, y, width, height } = placement;
  const left = side === 'left';
  style(frame, {
    position: 'fixed',
    [side]: '0',
    bottom: '0',
    width: `${width}px`,
    height: `${height}px`,
    transform: `translate(${left ? x : -x}px, ${-y}px)`,
    direction: 'rtl',
    'writing-mode': left ? 'vertical-lr' : 'vertical-rl',
  });
}

/** How high a browser draws a frame whose container says nothing about its height: too low for a conversation. */
const UNSIZED = 150;

/**
 * What bars, notches and round corners take from the edges, in CSS pixels. Frames of other sites are not told by the
 * browser. Zero unless the page itself reaches into these areas (`viewport-fit=cover`), or while the frame is detached.
 */
export function readSafeArea(frame: HTMLIFrameElement): Required<Viewport>['safe'] {
  // One to four lengths, as margins are written.
  const lengths = getComputedStyle(frame).scrollPadding.split(' ');
  const [top = 0, right = top, bottom = top, left = right] = lengths.map((length) => Number.parseFloat(length) || 0);
  return { top, right, bottom, left };
}

function style(element: HTMLElement, properties: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important');
}
