import { type FrameMessage, WIDGET_EVENTS, type WidgetEventName } from '@service/protocol';
import type { LoadPageWatch } from '../host/later/lazy-page-watch.js';
import type { TitleBadge } from '../host/unread-title.js';
import { VERSION } from '../version.js';
import type { FrameControllerOptions } from './controller-options.js';

/** Passes the frame's events on to the page, and shows the number of unread messages there. A frame that reloads is ready again, and reports the configuration again. */
export class FrameEvents {
  readonly #options: Pick<FrameControllerOptions, 'emit' | 'listeners' | 'onError' | 'launcher'>;
  readonly #load: LoadPageWatch;
  #title: Promise<TitleBadge | undefined> | undefined;
  #unread = 0;
  readonly #reported = new Set<string>();
  /** A page that answers `ready` with a message must not send it again, so there is one. */
  wasReady = false;

  /** `load`: what shows the number in the page's title; where it can't be loaded, the title stays as it is. */
  constructor(
    options: Pick<FrameControllerOptions, 'emit' | 'listeners' | 'onError' | 'launcher'>,
    load: LoadPageWatch,
  ) {
    this.#options = options;
    this.#load = load;
  }

  ready(): void {
    this.#reportUnknown();
    if (!this.wasReady) this.#options.emit('ready', { version: VERSION });
    this.wasReady = true;
  }

  passOn({ name, detail }: Extract<FrameMessage, { t: 'event' }>): void {
    const { emit, onError, launcher } = this.#options;
    this.#reportUnknown();
    if (name === 'unread') {
      void this.#showInTitle(detail.count);
      launcher?.setUnread(detail.count);
    }
    if (name === 'error') {
      const reported = this.#reported.size;
      if (detail.code !== 'config_invalid' || reported !== this.#reported.add(detail.message).size) onError(detail);
    }
    // The other two are emitted by the page's side.
    else if (name !== 'ready' && name !== 'destroy') emit(name, detail);
  }

  /** The page has subscribed to events that don't exist: each once, and no error, because nothing is missing. */
  #reportUnknown(): void {
    for (const [name] of this.#options.listeners) {
      if (WIDGET_EVENTS.includes(name as WidgetEventName) || this.#reported.has(name)) continue;
      this.#reported.add(name);
      console.warn(`[ServiceWidget] on(): there is no event "${name}".`);
    }
  }

  async #showInTitle(count: number): Promise<void> {
    this.#unread = count;
    if (count)
      this.#title ??= this.#load().then(
        ({ createTitleBadge }) => createTitleBadge(document),
        () => undefined,
      );
    // The latest number, whichever this was.
    (await this.#title)?.unread(this.#unread);
  }

  readonly stop = (): void => {
    this.#unread = 0;
    void this.#title?.then((title) => title?.stop());
  };
}
