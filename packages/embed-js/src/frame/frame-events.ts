import type { FrameMessage, WidgetEventName, WidgetEvents } from '@service/protocol';
import { createTitleBadge } from '../host/unread-title.js';
import type { PageLauncher } from '../start/page-launcher.js';
import { VERSION } from '../version.js';

/** Delivers an event to the page. */
export type Emit = <Name extends WidgetEventName>(name: Name, detail: WidgetEvents[Name]) => void;

/** Passes the frame's events on to the page, and shows the number of unread messages there. A frame that reloads is ready again, and reports the configuration again. */
export class FrameEvents {
  readonly #emit: Emit;
  readonly #report: (error: WidgetEvents['error']) => void;
  readonly #launcher: PageLauncher | undefined;
  readonly #title = createTitleBadge(document);
  readonly #reported = new Set<string>();
  /** A page that answers `ready` with a message must not send it again, so there is one. */
  wasReady = false;

  constructor(emit: Emit, report: (error: WidgetEvents['error']) => void, launcher: PageLauncher | undefined) {
    this.#emit = emit;
    this.#report = report;
    this.#launcher = launcher;
  }

  ready(): void {
    if (!this.wasReady) this.#emit('ready', { version: VERSION });
    this.wasReady = true;
  }

  passOn({ name, detail }: Extract<FrameMessage, { t: 'event' }>): void {
    if (name === 'unread') {
      this.#title.unread(detail.count);
      this.#launcher?.setUnread(detail.count);
    }
    if (name === 'error') {
      const reported = this.#reported.size;
      if (detail.code !== 'config_invalid' || reported !== this.#reported.add(detail.message).size)
        this.#report(detail);
    }
    // The other two are emitted by the page's side.
    else if (name !== 'ready' && name !== 'destroy') this.#emit(name, detail);
  }

  readonly stop = (): void => this.#title.stop();
}
