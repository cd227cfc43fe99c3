import type { WidgetEvents } from '@service/protocol';
import type { LoadClientToolHost } from '../host/later/lazy-client-tools.js';
import type { LoadPageWatch } from '../host/later/lazy-page-watch.js';
import type { PageLauncher } from '../start/page-launcher.js';
import type { StartConfig } from '../widget/configuration.js';
import type { Emit } from './frame-events.js';
import type { PendingFrame } from './pending-frame.js';

export interface FrameControllerOptions extends PendingFrame {
  readonly config: StartConfig;
  /** That of the page; undefined in the modes without one. */
  readonly launcher: PageLauncher | undefined;
  readonly emit: Emit;
  /** A command was dropped, because the queue was full. */
  readonly onDropped: () => void;
  readonly onError: (error: WidgetEvents['error']) => void;
  /** The chat was removed (`frame_unstable`, `protocol_unsupported`); called before `onError`. */
  readonly onEnd: () => void;
}

/** What a controller loads when it is needed. */
export interface LaterParts {
  readonly clientTools: LoadClientToolHost;
  readonly pageWatch: LoadPageWatch;
}
