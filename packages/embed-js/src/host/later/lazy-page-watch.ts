/**
 * Tells the frame which page its visitor is on, and brings it before a modal dialog of the page's. The code is loaded when the
 * frame asks, and when there is such a dialog.
 */
import type { PageInfo, WidgetEvents } from '@service/protocol';
import type { PutBack } from './enter-modal.js';

/** Loads the code that watches the page. */
export type LoadPageWatch = () => Promise<typeof import('./page-watch.js')>;

export interface LazyPageWatchOptions {
  readonly load: LoadPageWatch;
  /** Null: the page is hidden. */
  readonly onPage: (page: PageInfo | null) => void;
  /** A modal dialog or a full screen keeps the visitor from using the frame. */
  readonly onError: (error: WidgetEvents['error']) => void;
  /** See `enterModal`. */
  readonly putBack: PutBack;
  /** The code could not be loaded. */
  readonly onUnloaded: () => void;
}

export class LazyPageWatch {
  readonly #options: LazyPageWatchOptions;
  #watch = new AbortController();

  constructor(options: LazyPageWatchOptions) {
    this.#options = options;
  }

  /** From now on, until `stop`. `full`: with what follows `?` or `#` in the address. */
  begin(full: boolean): void {
    this.stop();
    const { load, onPage, onUnloaded } = this.#options;
    const { signal } = this.#watch;
    load().then(({ watchPage, pageAddress }) => {
      if (!signal.aborted) signal.onabort = watchPage(onPage, full ? undefined : pageAddress);
    }, onUnloaded);
  }

  /**
   * Calls `run` when the visitor can use the frame: at once on a page that shows no sign of a modal dialog or a full screen.
   * Returns whether they will.
   */
  enterModal(frame: HTMLIFrameElement, run: () => void): boolean {
    const { load, onError, putBack, onUnloaded } = this.#options;
    const canMove = 'moveBefore' in frame && 'showPopover' in frame;
    // What is in a video is not shown.
    const isFree = !document.querySelector(canMove ? 'video:fullscreen' : ':is(:modal,:fullscreen)');
    // One in a shadow root has the focus, or its host says that it is open. `:is` ignores what an older browser doesn't know.
    if (document.activeElement?.shadowRoot || document.querySelector(':is(:modal,:fullscreen,[open])'))
      load().then(({ enterModal }) => enterModal(isFree && frame, run, onError, putBack), onUnloaded);
    else run();
    return isFree;
  }

  /** Passes on to `receive` what a frame in another window's document says. */
  followFrame(frame: HTMLIFrameElement, receive: (event: MessageEvent) => void): void {
    const { load, onUnloaded } = this.#options;
    if (frame.ownerDocument !== document)
      load().then(({ followOtherWindow }) => followOtherWindow(frame, receive), onUnloaded);
  }

  stop(): void {
    this.#watch.abort();
    this.#watch = new AbortController();
  }
}
