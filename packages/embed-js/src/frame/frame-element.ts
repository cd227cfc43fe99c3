/**
 * The iframe element: what it may do, and how it is attached. It is invisible, and where it is a part of the page it has its
 * place, so attaching shifts nothing and shows nothing half done.
 *
 * Styles are set one by one through the CSSOM, because that is all a strict host policy allows (`style-src 'self'`
 * forbids style elements and style attributes), and `important`, because `iframe { max-width: 100% }` is on every other
 * page. The page's owner can hide it, and lower the stacking order: `:root { --service-widget-z-index: 40 }`.
 */
import type { Scheme } from '@service/protocol';
import type { StartConfig } from '../widget/configuration.js';

/**
 * No top navigation, no dialogs. `allow-same-origin` gives the frame its own origin, not the page's: that is safe only
 * while the two differ, which `init` checks (`insecure_self_host`).
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';

/** Proxies cut off addresses at 8 KB. What does not fit ends in the middle, can't be read, and is worked out in the frame. */
const THEME_IN_ADDRESS = 4_000;

/**
 * The frame's address. In it travel the page's origin, which is who may frame the document, and what the first picture is
 * drawn for: with the theme there, the server works it out. `launcher=page`: the document draws no launcher. No tokens, no
 * names, not the page's own address. `language`: what the page asks for, so that the texts come along; empty: only the browser can tell.
 * `theme`: the page's own.
 */
export function frameUrl(
  { baseUrl, inboxId, mode }: Pick<StartConfig, 'baseUrl' | 'inboxId' | 'mode'>,
  scheme: Scheme,
  language: string,
  theme?: unknown,
): string {
  const query = new URLSearchParams({ o: location.origin, mode, scheme, launcher: 'page', lang: language });
  const drawn = theme ? `&theme=${encodeURIComponent(JSON.stringify(theme)).slice(0, THEME_IN_ADDRESS)}` : '';
  return `${baseUrl}/widget/${inboxId}?${query}${drawn}`;
}

/** The page's owner can hide it: `iframe[title="Chat"] { display: none !important }`. */
const ROOT = 'all:initial;display:block;';

/** Until the container is measured: without, a frame would be 150 pixels high where nothing gives it a height. */
const FILLS = 'contain:size!important;contain-intrinsic-height:600px!important;';

/**
 * A frame that is ready to be attached, not yet visible: as large as its parent element, or, where it does not fill that, out
 * of the page's flow.
 */
export function makeFrame(url: string, fills: boolean): HTMLIFrameElement {
  const frame = Object.assign(document.createElement('iframe'), {
    sandbox: SANDBOX,
    allow: 'clipboard-write',
    referrerPolicy: 'no-referrer',
    src: url,
  });
  const place = fills ? `${FILLS}width:100%!important;height:100%` : 'position:fixed';
  frame.style.cssText = `${ROOT}visibility:hidden!important;${place}!important`;
  return frame;
}

/** Invisible means: not seen, not clickable, not reachable by keyboard or screen reader; but it loads. */
export function showFrame(frame: HTMLIFrameElement, visible: boolean): void {
  style(frame, { visibility: visible ? 'visible' : 'hidden' });
}

/** The line of `prompt-input` with room for its focus ring and shadow. */
export const PROMPT_INPUT_HEIGHT = 72;

/**
 * The parent of the `prompt-input` frame. It has the height of the input while the frame is shown as a panel, so that the
 * page below doesn't move.
 */
export function makePlaceholder(frame: HTMLIFrameElement): HTMLElement {
  const room = document.createElement('div');
  room.style.cssText = `${ROOT}height:${PROMPT_INPUT_HEIGHT}px!important`;
  room.append(frame);
  return room;
}

/** Sets each property so that no rule of the page can beat it. */
export function style(element: HTMLElement, properties: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value, 'important');
}
