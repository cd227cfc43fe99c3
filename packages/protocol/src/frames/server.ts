/** What the server sends. */
import type { WelcomeLimits } from '../limits.js';
import type { ConversationServerFrame } from './conversations.js';
import type { Author, Handler, LogEvent } from './log.js';
import type { QueueFrame } from './queue.js';
import type { FoundFrame } from './search.js';
import type { ToolServerFrame } from './tools.js';

export interface WelcomeFrame {
  readonly t: 'welcome';
  readonly v: number;
  /** The token to resume with; given again on every welcome, because it may have been renewed. */
  readonly session: string;
  /** This visitor, as the author of their own messages. */
  readonly visitor: Author;
  /** The conversation this session is in. It exists from the first welcome on, empty. */
  readonly conversation: string;
  /** The visitor was identified: the token is for memory only, and the session ends at `until` (server time) unless proven anew. */
  readonly identified?: { readonly until: number };
  /** The server takes `page` in `context`, in this detail (`PageDetail`). Absent: it takes none. */
  readonly page?: string;
  /** The inbox takes no messages for now. Absent: it does. */
  readonly paused?: true;
  /** Server time, Unix milliseconds: only to show "5 minutes ago" right. */
  readonly now: number;
  readonly limits: WelcomeLimits;
}

/** What will come: `replay` continues the cursor, `snapshot` starts at `from` and older pages can be asked for. */
export interface FollowingFrame {
  readonly t: 'following';
  readonly conversation: string;
  readonly epoch: string;
  /** Number of the last event in the log, 0 when it is empty. */
  readonly head: number;
  readonly mode: 'replay' | 'snapshot';
  /** Number of the first event that will be sent. */
  readonly from: number;
  /** The visitor's read watermark. */
  readonly read: number;
  readonly handler: Handler;
}

/** Events in ascending order without gaps inside the frame. Replay and live look the same. */
export interface EventsFrame {
  readonly t: 'events';
  readonly conversation: string;
  readonly epoch: string;
  readonly events: readonly LogEvent[];
}

/** Replay is over; what follows is live. */
export interface LiveFrame {
  readonly t: 'live';
  readonly conversation: string;
  readonly head: number;
}

/** Sent only after the commit. */
export interface AckFrame {
  readonly t: 'ack';
  readonly conversation: string;
  readonly clientId: string;
  readonly seq: number;
  readonly at: number;
  readonly duplicate?: true;
}

export interface PageFrame {
  readonly t: 'page';
  readonly id: string;
  readonly conversation: string;
  readonly epoch: string;
  readonly events: readonly LogEvent[];
  /** True when there is more in the direction asked for. */
  readonly more: boolean;
}

/** A piece of a running answer. `from` is the UTF-16 offset it begins at, so loss and overlap are noticed. */
export interface DeltaFrame {
  readonly t: 'delta';
  readonly conversation: string;
  readonly message: string;
  readonly run: string;
  readonly attempt: number;
  readonly from: number;
  readonly text: string;
}

export interface ServerTypingFrame {
  readonly t: 'typing';
  readonly conversation: string;
  readonly who: Author;
  readonly on: boolean;
}

/** The visitor has read this far, in this tab or another. The server stores it. */
export interface ServerReadFrame {
  readonly t: 'read';
  readonly conversation: string;
  readonly seq: number;
}

/** Carries the heads, so that a lost last event is noticed within one ping. Comes early when a pause of the inbox begins or ends. */
export interface ServerPingFrame {
  readonly t: 'ping';
  readonly n: number;
  readonly heads: Readonly<Record<string, number>>;
  /** As in `welcome`. */
  readonly paused?: true;
}

export interface ServerPongFrame {
  readonly t: 'pong';
  readonly n: number;
}

/** The answer to one frame that could not be served; `re` is its clientId or id. The connection lives on. */
export interface ErrorFrame {
  readonly t: 'error';
  readonly re?: string;
  /** A `RequestErrorCode`, or one that a newer server has: what follows from it is in the frame. */
  readonly code: string;
  readonly message: string;
  readonly retry: boolean;
  readonly retryAfterMs?: number;
}

/**
 * The server will close soon. Leave it for a new connection after a random part of `windowMs`; until then everything
 * goes on. If it closes earlier, the new connection waits for its moment all the same.
 */
export interface DrainFrame {
  readonly t: 'drain';
  readonly windowMs: number;
}

export type ServerFrame =
  | WelcomeFrame
  | FollowingFrame
  | EventsFrame
  | LiveFrame
  | AckFrame
  | PageFrame
  | DeltaFrame
  | ServerTypingFrame
  | ServerReadFrame
  | ServerPingFrame
  | ServerPongFrame
  | ErrorFrame
  | DrainFrame
  | ConversationServerFrame
  | FoundFrame
  | QueueFrame
  | ToolServerFrame;

export type ServerFrameType = ServerFrame['t'];
