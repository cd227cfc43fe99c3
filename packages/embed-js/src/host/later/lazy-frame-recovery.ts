/** Whether the frame is lost, and its way back. The code for that is loaded when it is. */
import type { FrameControllerOptions, LaterParts } from '../../frame/controller-options.js';
import type { FrameRecovery } from './frame-recovery.js';

/** Until the code is tried to be loaded again. */
const RELOAD_MS = 10_000;

export class LazyFrameRecovery {
  #isLost = false;
  #recovery: FrameRecovery | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onReload`: the frame is about to be loaded again. */
  constructor(
    readonly later: LaterParts,
    readonly options: FrameControllerOptions,
    readonly onUnloaded: () => void,
    readonly onReload: () => void,
  ) {}

  /** Nothing in the frame answers. `hasLoaded`: a document that is not ours. */
  failed(hasLoaded: boolean): void {
    const isNew = !this.#isLost;
    this.#isLost = true;
    this.later.pageWatch().then(
      ({ FrameRecovery }) => {
        this.#recovery ??= new FrameRecovery(this.options, this.later.scriptUrl, this.onReload, () => this.#isLost);
        void this.#recovery.failed(hasLoaded, isNew);
      },
      () => {
        if (isNew) this.onUnloaded();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.retry(), RELOAD_MS);
      },
    );
  }

  /** The visitor or the page wants the chat now. Returns whether it is lost. */
  retry(): boolean {
    if (this.#isLost) this.#recovery ? this.#recovery.retry() : this.failed(true);
    return this.#isLost;
  }

  /** The frame has answered, or is gone for good. */
  readonly found = (): void => {
    this.#isLost = false;
  };
}
