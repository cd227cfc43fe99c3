/**
 * The frame on the page, from `init` until the frame controller has loaded. Shows the launcher as soon as its document sends
 * hello. The controller takes over the state.
 */
import { decideScheme, readColorSchemeHints } from '../host/color-scheme.js';
import type { StartConfig } from '../widget/configuration.js';
import { frameUrl, makeFrame, makePlaceholder, placeFrame, showFrame } from './frame-element.js';
import { placementAtRest } from './layout/placement-at-rest.js';

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

/** After this time without a sign of the frame, the controller is loaded to find the reason. */
const SILENCE_MS = 2_000;

/**
 * Inserts the frame, at the latest when the page has been parsed. `onSign`: the frame has sent a hello, or loaded, or
 * neither for long; call its argument for the state by then. `onNoMount`: the page has no element for it. Returns a function
 * that ends this watch, and with `true` removes the frame.
 */
export function insertPendingFrame(
  { inboxId, baseUrl, containerId, mode, position, colorScheme, given }: StartConfig,
  onSign: (pending: () => PendingFrame) => void,
  onNoMount: () => void,
): (remove: boolean) => void {
  const scheme = decideScheme(colorScheme, readColorSchemeHints(window));
  const frame = makeFrame(frameUrl(baseUrl, inboxId, { mode, scheme, theme: given.theme }));
  const holder = mode === 'prompt-input' ? makePlaceholder(frame) : frame;
  let [hello, loaded, silence]: [MessageEvent | null, boolean, number?] = [null, false];

  const begin = (): void => {
    // The id may contain any characters, so no selector.
    const mount = containerId === null ? document.body : document.getElementById(containerId);
    if (mount) {
      const sign = (): void => onSign(() => ({ frame, holder, mount, hello, loaded }));
      const placement = placementAtRest(mode, position);
      placeFrame(frame, placement);
      frame.onload = () => {
        loaded = true;
        sign();
      };
      onMessage = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== baseUrl) return;
        hello = event;
        showFrame(frame, true);
        sign();
      };
      window.addEventListener('message', onMessage);
      silence = window.setTimeout(sign, SILENCE_MS);
      mount.append(holder);
      // The height of its container is known only now.
      placeFrame(frame, placement);
    } else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
    else onNoMount();
  };
  let onMessage: (event: MessageEvent) => void = begin;
  begin();

  return (remove) => {
    document.removeEventListener('DOMContentLoaded', begin);
    window.removeEventListener('message', onMessage);
    clearTimeout(silence);
    frame.onload = null;
    if (remove) holder.remove();
  };
}
