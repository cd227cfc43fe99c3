/** What only a chat without a launcher needs of its page. Where there is a launcher, its code has the same. */
import { followPageOpeners, type PageOpenerOptions } from '../../start/page-openers.js';
import { readUnreadMarker } from '../../start/page-storage.js';
import type { StartConfig } from '../../widget/configuration.js';

export { keepInPage as keep } from '../keep-in-page.js';

export interface InPageOptions extends PageOpenerOptions {
  readonly config: Pick<StartConfig, 'inboxId'>;
  /** The chat's element. */
  readonly mount: HTMLElement;
}

/** Makes the frame when something may be unread, when the chat comes near, and when the page opens it. */
export function startInPage(options: InPageOptions): void {
  const { config, mount, signal, makeFrame } = options;
  followPageOpeners(options);
  if (readUnreadMarker(config.inboxId)) makeFrame();
  else whenNear(mount, makeFrame, signal);
}

/** Calls back when less than the height of a window is between the chat's element and what is visible of the page. */
function whenNear(mount: HTMLElement, run: () => void, signal: AbortSignal): void {
  const observer = new IntersectionObserver(
    (entries) => {
      // One that is not shown can't come near.
      if (entries.some((entry) => entry.isIntersecting || !entry.boundingClientRect.width)) run();
    },
    { rootMargin: '100%' },
  );
  observer.observe(mount);
  signal.addEventListener('abort', () => observer.disconnect());
}
