/**
 * The iframe element: what it may do, and where it lies. It is complete before it is attached (attributes, place,
 * invisible), so attaching shifts nothing and shows nothing half done.
 *
 * Styles are set one by one through the CSSOM, because that is all a strict host policy allows (`style-src 'self'`
 * forbids style elements and style attributes), and `important`, because `iframe { max-width: 100% }` is on every other
 * page. The stacking order alone can be lowered by the page: `:root { --service-widget-z-index: 40 }`.
 */
import type { Mode, Scheme } from '@service/protocol';
import { type Placement, PROMPT_INPUT_HEIGHT } from './layout/placement-at-rest.js';

/**
 * No top navigation, no dialogs. `allow-same-origin` gives the frame its own origin, not the page's: that is safe only
 * while the two differ, which `init` checks (`insecure_self_host`).
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/** What the frame's document is drawn for. */
export interface FirstPaint {
  readonly mode: Mode;
  readonly scheme: Scheme;
  /** The page's own theme, or undefined. */
  readonly theme: unknown;
}

/** Proxies cut off addresses at 8 KB. What does not fit ends in the middle, can't be read, and is worked out in the frame. */
const THEME_IN_ADDRESS = 4_000;

/**
 * The frame's address. In it travel the page's origin, which is who may frame the document, and what the first picture is
 * drawn for: with the theme there, the server works it out, and the launcher waits for nothing. No tokens, no names, not
 * the page's own address.
 */
export function frameUrl(baseUrl: string, inboxId: string, { mode, scheme, theme }: FirstPaint): string {
  const query = new URLSearchParams({ o: window.origin, mode, scheme });
  const drawn = theme ? `&theme=${encodeURIComponent(JSON.stringify(theme)).slice(0, THEME_IN_ADDRESS)}` : '';
  return `${baseUrl}/widget/${inboxId}?${query}${drawn}`;
}

/** A frame that is ready to be attached, not yet visible. */
export function makeFrame(url: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries({
    sandbox: SANDBOX,
    title: 'Chat',
    allow: 'clipboard-write',
    referrerpolicy: 'no-referrer',
    src: url,
  }))
    frame.setAttribute(name, value);
  style(frame, {
    all: 'initial',
    display: 'block',
    border: '0',
    // A frame is transparent only while element and document agree on the scheme. The document stays at the initial
    // `light` for good (its dark theme is plain colours), so the page's own scheme must not be inherited here.
    'color-scheme': 'light',
    'background-color': 'transparent',
    'z-index': 'var(--service-widget-z-index, 2147483000)',
  });
  showFrame(frame, false);
  return frame;
}

/** Invisible means: not seen, not clickable, not reachable by keyboard or screen reader; but it loads. */
export function showFrame(frame: HTMLIFrameElement, visible: boolean): void {
  style(frame, { visibility: visible ? 'visible' : 'hidden' });
}

/**
 * The parent of the `prompt-input` frame. It has the height of the input while the frame is shown as a panel, so that the
 * page below doesn't move.
 */
export function makePlaceholder(frame: HTMLIFrameElement): HTMLElement {
  const room = document.createElement('div');
  style(room, { all: 'initial', display: 'block', height: `${PROMPT_INPUT_HEIGHT}px` });
  room.append(frame);
  return room;
}

/**
 * Lays the frame out. Browsers count it as a layout shift when the corner in which an element's text would begin moves
 * by itself, and a click inside the frame does not excuse it. So that opening the panel costs the page nothing, that
 * corner is made the one which stays put (the writing direction of an iframe has no other effect), and margins are
 * transforms, which don't count.
 */
export function placeFrame(frame: HTMLIFrameElement, placement: Placement): void {
  if (placement.kind !== 'overlay') {
    // For the line, this is all of its room.
    style(frame, { position: 'static', width: '100%', height: '100%', transform: 'none' });
    if (placement.kind === 'fill' && frame.offsetHeight === UNSIZED) style(frame, { height: '600px' });
    return;
  }
  const { side, x, y, width, height, covers } = placement;
  const left = side === 'left';
  // Where the window's right edge is, is not known of a page that is wider than its phone.
  const fromLeft = covers || left;
  style(frame, {
    position: 'fixed',
    left: fromLeft ? '0' : 'auto',
    right: fromLeft ? 'auto' : '0',
    bottom: '0',
    width: `${width}px`,
    height: `${height}px`,
    transform: `translate(${fromLeft ? x : -x}px, ${-y}px)`,
    direction: 'rtl',
    'writing-mode': left ? 'vertical-lr' : 'vertical-rl',
  });
}

/** How high a browser draws a frame whose container says nothing about its height: too low for a conversation. */
const UNSIZED = 150;

/** Sets each property so that no rule of the page can beat it. */
export function style(element: HTMLElement, properties: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important');
}
