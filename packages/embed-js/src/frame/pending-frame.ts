/** The frame on the page, from when it is made until the frame controller has loaded and takes over. */
import { decideScheme } from '../host/color-scheme.js';
import { pageLanguage } from '../host/page-language.js';
import type { StartConfig } from '../widget/configuration.js';
import { frameUrl, makeFrame, makePlaceholder } from './frame-element.js';

export interface PendingFrame {
  readonly frame: HTMLIFrameElement;
  /** What is in the page: the frame, or the placeholder around it. */
  readonly holder: HTMLElement;
  readonly mount: HTMLElement;
  /** The latest message that may be the frame's hello. */
  readonly hello: MessageEvent | null;
  /** A document has loaded in the frame. */
  readonly loaded: boolean;
}

/** Inserts the frame, invisible, and follows what happens in it. */
export function insertFrame(
  config: StartConfig,
  mount: HTMLElement,
  /** Ends what follows the frame. */
  ended: AbortController,
): PendingFrame {
  const { baseUrl, mode, colorScheme, given } = config;
  const fills = mode !== 'chat-widget';
  const scheme = decideScheme(colorScheme, window);
  const frame = makeFrame(frameUrl(config, scheme, pageLanguage(given.locale, mount), given.theme), fills);
  const holder = mode === 'prompt-input' ? makePlaceholder(frame) : frame;
  const pending = { frame, holder, mount, hello: null as MessageEvent | null, loaded: false };
  frame.addEventListener('load', () => (pending.loaded = true), ended);
  window.addEventListener(
    'message',
    (event) => {
      if (event.source === frame.contentWindow && event.origin === baseUrl) pending.hello = event;
    },
    ended,
  );
  // Beside the body: a transform, a filter, a zoom or a stacking order of the body's would move or cover it.
  (mode === 'chat-widget' && mount === document.body ? document.documentElement : mount).append(holder);
  return pending;
}
