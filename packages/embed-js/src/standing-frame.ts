/**
 * The frame on the page, from `init` until attachment.ts has arrived. The launcher needs no more than this: it shows as
 * soon as our document says hello, and whatever has happened by then is handed over.
 */
import { decideScheme, readPageLook } from './color-scheme.js';
import { frameUrl, makeFrame, makeRoom, placeFrame, showFrame } from './frame.js';
import { placementAtRest } from './layout.js';
import type { StartConfig } from './start-config.js';

export interface StandingFrame {
  readonly frame: HTMLIFrameElement;
  /** What stands in the page: the frame, or the room that is kept for it. */
  readonly holder: HTMLElement;
  readonly mount: HTMLElement;
  /** The latest message that may be the frame's hello. */
  readonly hello: MessageEvent | null;
  /** A document has loaded in the frame. */
  readonly loaded: boolean;
}

/** How long nothing at all may happen before somebody looks into it. */
const SILENCE_MS = 2_000;

/**
 * Puts the frame into the page, at the latest when the page has been parsed. `onNews`: the frame has said hello, or
 * loaded, or neither for long; what there is by then is told when it is asked for. `onHomeless`: the page has no place for
 * it. Returns the end of this watch, which with `true` removes the frame.
 */
export function standFrame(
  { inboxId, baseUrl, containerId, mode, position, colorScheme, given }: StartConfig,
  onNews: (standing: () => StandingFrame) => void,
  onHomeless: () => void,
): (remove: boolean) => void {
  const scheme = decideScheme(colorScheme, readPageLook(window));
  const frame = makeFrame(frameUrl(baseUrl, inboxId, { mode, scheme, theme: given.theme }));
  const holder = mode === 'prompt-input' ? makeRoom(frame) : frame;
  let [hello, loaded, silence]: [MessageEvent | null, boolean, number?] = [null, false];

  const begin = (): void => {
    // An id is looked up as it is, never as a selector.
    const mount = containerId === null ? document.body : document.getElementById(containerId);
    if (mount) {
      const news = (): void => onNews(() => ({ frame, holder, mount, hello, loaded }));
      const placement = placementAtRest(mode, position);
      placeFrame(frame, placement);
      frame.onload = () => {
        loaded = true;
        news();
      };
      hear = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== baseUrl) return;
        hello = event;
        showFrame(frame, true);
        news();
      };
      window.addEventListener('message', hear);
      silence = window.setTimeout(news, SILENCE_MS);
      mount.append(holder);
      // Only now can be seen whether its container gives it a height.
      placeFrame(frame, placement);
    } else if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
    else onHomeless();
  };
  let hear: (event: MessageEvent) => void = begin;
  begin();

  return (remove) => {
    document.removeEventListener('DOMContentLoaded', begin);
    window.removeEventListener('message', hear);
    clearTimeout(silence);
    frame.onload = null;
    if (remove) holder.remove();
  };
}
