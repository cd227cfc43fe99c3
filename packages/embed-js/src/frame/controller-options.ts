import type { WidgetEventName, WidgetEvents } from '@service/protocol';
import type { LoadClientToolHost } from '../host/later/lazy-client-tools.js';
import type { LoadPageWatch } from '../host/later/lazy-page-watch.js';
import type { PageLauncher } from '../start/page-launcher.js';
import type { StartConfig } from '../widget/configuration.js';
import type { PendingFrame } from './pending-frame.js';

/** Delivers an event to the page. */
export type Emit = <Name extends WidgetEventName>(name: Name, detail: WidgetEvents[Name]) => void;

export interface FrameControllerOptions extends PendingFrame {
  readonly config: StartConfig;
  /** That of the page; undefined in the modes without one. */
  readonly launcher: PageLauncher | undefined;
  readonly emit: Emit;
  /** By the names of events that the page has subscribed to, whatever it wrote. */
  readonly listeners: ReadonlyMap<string, unknown>;
  /** A command was dropped, because the queue was full. */
  readonly onDropped: () => void;
  readonly onError: (error: WidgetEvents['error']) => void;
  /** Ends the chat (before `onError` where that is why); `next`: starts it anew. */
  readonly end: (next?: StartConfig) => void;
}

/** What a controller loads when it is needed. */
export interface LaterParts {
  readonly clientTools: LoadClientToolHost;
  readonly pageWatch: LoadPageWatch;
  readonly inPage: () => Promise<typeof import('../host/later/in-page.js')>;
  /** Address of a loader on a chat server: a policy that allows this path allows a question to the server too. */
  readonly scriptUrl: (baseUrl: string) => string;
}
