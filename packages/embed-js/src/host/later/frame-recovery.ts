/**
 * Loads a frame again in which nothing of ours has answered, until it does: a request was lost, the server restarts, a Wi-Fi wants a
 * login first. Where the server is there and the frame stays silent all the same, the page may not show it.
 */
import { FRAME_LOST_ERRORS, SERVER_SILENT, type WidgetEvents } from '@service/protocol';
import { askServer } from '../../diagnosis/ask-server.js';
import type { StartConfig } from '../../widget/configuration.js';

/** The frame, and whom it concerns. */
export interface LostFrame {
  readonly frame: HTMLIFrameElement;
  readonly config: StartConfig;
  readonly launcher: { remove(): void } | undefined;
  readonly onError: (error: WidgetEvents['error']) => void;
}

const FIRST_WAIT_MS = 2_000;
/** A document that still loads is waited for so long. */
const SLOW_MS = 50_000;
/** Two failures within this time, of a server that is there, are no accident. */
const REFUSED_WITHIN_MS = 60_000;

export class FrameRecovery {
  #attempt = 0;
  #waitMs = FIRST_WAIT_MS;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** The message. */
  #reported = '';
  /** Ends the wait for the next attempt. */
  #endWait: () => void = () => undefined;

  /** `scriptUrl`: of a loader on a chat server. `onReload`: the frame is about to be loaded again. `isLost`: nothing has answered since. */
  constructor(
    readonly options: LostFrame,
    readonly scriptUrl: (baseUrl: string) => string,
    readonly onReload: () => void,
    readonly isLost: () => boolean,
  ) {}

  /** `hasLoaded`: a document that is not ours; otherwise it still loads. `isNew`: the frame had answered before. */
  async failed(hasLoaded: boolean, isNew: boolean): Promise<void> {
    const { baseUrl, inboxId } = this.options.config;
    if (isNew) this.#reported = '';
    const attempt = ++this.#attempt;
    const isCurrent = (): boolean => attempt === this.#attempt && this.isLost();
    const answer = await askServer(this.scriptUrl(baseUrl), inboxId);
    if (!isCurrent()) return;
    if (answer && (!answer.allowed || (hasLoaded && Date.now() - this.#failedAt < REFUSED_WITHIN_MS)))
      return this.#refused();
    if (!answer || !hasLoaded) this.#report(SERVER_SILENT);
    if (!hasLoaded) {
      setTimeout(() => isCurrent() && this.failed(true, false), SLOW_MS);
      return;
    }
    if (answer) {
      this.#failedAt = Date.now();
      this.#waitMs = FIRST_WAIT_MS;
    } else await this.#wait();
    if (isCurrent()) this.#reload();
  }

  /** The visitor or the page wants the chat now. */
  readonly retry = (): void => this.#endWait();

  readonly #reload = (): void => {
    const { frame } = this.options;
    this.onReload();
    // Put in its place anew: another address would be an entry in the page's history.
    frame.replaceWith(frame);
  };

  /** The page may not show the frame: its launcher would do nothing. */
  #refused(): void {
    const { config, launcher } = this.options;
    this.#endWait = this.#reload;
    launcher?.remove();
    const page = `Page: ${location.origin}. Inbox: ${config.inboxId}. Allow frame-src ${config.baseUrl}`;
    this.#report(`${FRAME_LOST_ERRORS.frame_unreachable} ${page}`);
  }

  #report(message: string): void {
    if (message !== this.#reported) this.options.onError({ code: 'frame_unreachable', message });
    this.#reported = message;
  }

  /** Each time twice as long; shorter where the browser is online again, or the chat is wanted. */
  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const ended = new AbortController();
      const end = (): void => {
        ended.abort();
        clearTimeout(timer);
        this.#endWait = () => undefined;
        resolve();
      };
      const timer = setTimeout(end, this.#waitMs);
      this.#waitMs *= 2;
      addEventListener('online', end, ended);
      this.#endWait = end;
    });
  }
}
