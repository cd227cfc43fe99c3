/**
 * The wire, `service.chat.v1`: JSON text frames over one WebSocket at `/v1/realtime`; `t` names the type.
 * A client says `hello` first and is answered `welcome`; then it follows conversations from a number it remembers.
 * Unknown fields are ignored by clients and refused by the server; unknown server frames are ignored by clients.
 */

import type { UserContext } from '../embed/user-context.js';
import type { WelcomeLimits } from '../limits.js';
import type { FilledForm } from '../message-parts/form.js';
import type { ConversationClientFrame, ConversationServerFrame } from './conversations.js';
import type { Author, FeedbackValue, Handler, LogEvent } from './log.js';
import type { LineFrame } from './queue.js';
import type { FoundFrame, SearchFrame } from './search.js';
import type { ToolClientFrame, ToolServerFrame } from './tools.js';

export const SUBPROTOCOL = 'service.chat.v1';
export const REALTIME_PATH = '/v1/realtime';
export const PROTOCOL_VERSIONS = [1] as const;

/** "I have applied everything up to `seq` of this log, in this epoch." */
export interface Cursor {
  readonly conversation: string;
  readonly epoch: string;
  readonly seq: number;
}

/** The visitor agreed to this wording; the server checks that it published it. */
export interface ConsentGrant {
  /** As the inbox has published it (`consentWording`). */
  readonly version: string;
  /** SHA-256 of the wording that was shown, in hexadecimal digits. */
  readonly textHash: string;
  /** The language it was shown in. */
  readonly locale: string;
  /** The visitor's browser asks not to be tracked (Global Privacy Control, or Do Not Track). Answers nothing for them. */
  readonly gpc?: true;
}

/** What a participant may ask to be appended. A subset of LogBody, chosen so that nothing else can be smuggled in. */
export type AppendBody =
  /** `attachments` are ids of files that this visitor has uploaded and not sent yet; with some, `text` may be empty. */
  | {
      readonly kind: 'message';
      readonly text: string;
      readonly attachments?: readonly string[];
      /**
       * Answers a form of the log: then it carries no files, and the server puts the answers' own words (`inWords`) in the
       * place of `text`, and the answers beside them as a `FormAnswer` in `parts`. A form is answered once, by whatever id.
       */
      readonly filled?: FilledForm;
    }
  | { readonly kind: 'handoff.requested'; readonly reason?: string }
  | { readonly kind: 'handoff.ended' }
  | { readonly kind: 'feedback'; readonly message: string; readonly value: FeedbackValue };

// ── client → server ────────────────────────────────────────────────────────────────────────────────────────────────

export interface HelloFrame {
  readonly t: 'hello';
  /** Versions this client speaks; the server picks the highest in common, or closes with 4406. */
  readonly v: readonly number[];
  readonly inbox: string;
  /** A session's token to resume it, or null to begin one. Never in a URL, never in a cookie. */
  readonly session: string | null;
  /** The origin of the page the visitor is on. */
  readonly origin: string;
  /** Name and version of this client, for logs. */
  readonly sdk: string;
  /** Random per page load, in memory only: two tabs differ, also after "duplicate tab". */
  readonly instance: string;
  /** Where to resume; null: the current conversation, as a snapshot. */
  readonly cursor: Cursor | null;
  readonly visible: boolean;
  readonly consent?: ConsentGrant;
  /** Who the visitor is, signed by the site's server (docs/identity). Never in a URL; the server answers it with a session. */
  readonly identity?: string;
  /** The secret whose SHA-256 (base64url) is the `nonce` in `identity`: a token that was only seen is then worth nothing. */
  readonly proof?: string;
  /** True: all tabs share one storage, so the session's token may be exchanged for a new one now and then. */
  readonly renews?: true;
  readonly user?: UserContext;
  /** Where the visitor is; of the address nothing from `?` or `#` on, which is what `pageAddress` leaves. */
  readonly page?: { readonly url: string; readonly title: string };
  readonly locale?: string;
}

/** Starts (or restarts) following a conversation. Answered by `following`, events, `live`. */
export interface FollowFrame {
  readonly t: 'follow';
  readonly conversation: string;
  readonly epoch?: string;
  /** Last number applied; with `epoch`. Without both: a snapshot. */
  readonly seq?: number;
}

/** Durable and idempotent: same `clientId` and same body → the old number. Answered by `ack` or `error`. */
export interface AppendFrame {
  readonly t: 'append';
  readonly conversation: string;
  readonly clientId: string;
  readonly body: AppendBody;
}

/** "Give me what comes after `after`": fills a gap. Answered by `page`. */
export interface SyncFrame {
  readonly t: 'sync';
  readonly id: string;
  readonly conversation: string;
  readonly after: number;
}

/** "Give me what came before `before`", newest first page. Answered by `page`. */
export interface HistoryFrame {
  readonly t: 'history';
  readonly id: string;
  readonly conversation: string;
  readonly before: number;
}

/** Ends a running answer. Idempotent. */
export interface StopFrame {
  readonly t: 'stop';
  readonly conversation: string;
}

/** The visitor has seen everything up to `seq`. A watermark: the server keeps the largest. */
export interface ReadFrame {
  readonly t: 'read';
  readonly conversation: string;
  readonly seq: number;
}

export interface TypingFrame {
  readonly t: 'typing';
  readonly conversation: string;
  readonly on: boolean;
}

/** Replaces the unverified attributes of the visitor. */
export interface ContextFrame {
  readonly t: 'context';
  readonly user: UserContext;
}

/** The visitor leaves for good: the session ends, and every socket of it. The server answers by closing. */
export interface LogoutFrame {
  readonly t: 'logout';
}

export interface ClientPingFrame {
  readonly t: 'ping';
  readonly n: number;
}

export interface ClientPongFrame {
  readonly t: 'pong';
  readonly n: number;
}

export type ClientFrame =
  | HelloFrame
  | FollowFrame
  | AppendFrame
  | SyncFrame
  | HistoryFrame
  | StopFrame
  | ReadFrame
  | TypingFrame
  | ContextFrame
  | LogoutFrame
  | ClientPingFrame
  | ClientPongFrame
  | ConversationClientFrame
  | SearchFrame
  | ToolClientFrame;

// ── server → client ────────────────────────────────────────────────────────────────────────────────────────────────

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

/** The visitor has read so far, in this tab or another; kept by the server. */
export interface ServerReadFrame {
  readonly t: 'read';
  readonly conversation: string;
  readonly seq: number;
}

/** Carries the heads, so that a lost last event is noticed within one ping. */
export interface ServerPingFrame {
  readonly t: 'ping';
  readonly n: number;
  readonly heads: Readonly<Record<string, number>>;
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
  | LineFrame
  | ToolServerFrame;

export type ClientFrameType = ClientFrame['t'];
export type ServerFrameType = ServerFrame['t'];
