/** Tells the frame which page its visitor is on. The code that watches the page is loaded when the frame asks. */
import type { PageInfo } from '@service/protocol';

/** Loads the code that watches the page. */
export type LoadPageWatch = () => Promise<typeof import('./page-watch.js')>;

export interface LazyPageWatchOptions {
  readonly load: LoadPageWatch;
  /** Null: the page is hidden. */
  readonly onPage: (page: PageInfo | null) => void;
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

  stop(): void {
    this.#watch.abort();
    this.#watch = new AbortController();
  }
}
