/**
 * What a client sends. The wire is `service.chat.v1`: JSON text frames over one WebSocket; `t` names the type. A client sends
 * `hello` first and is answered `welcome`; then it follows conversations from a number it remembers. The server refuses
 * unknown fields; clients ignore unknown fields and unknown frames.
 */
import type { PageInfo } from '../embed/visitor/page-info.js';
import type { UserContext } from '../embed/visitor/user-context.js';
import type { FilledForm } from '../message-parts/form.js';
import type { ConversationClientFrame } from './conversations.js';
import type { FeedbackValue } from './log.js';
import type { SearchFrame } from './search.js';
import type { ToolClientFrame } from './tools.js';

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

/**
 * Replaces what the page says of its visitor, or where the visitor is, or both. All of it is unproven. `page` only after a
 * `welcome` with `page`: a server that doesn't send that refuses the field.
 */
export interface ContextFrame {
  readonly t: 'context';
  readonly user?: UserContext;
  readonly page?: PageInfo;
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

export type ClientFrameType = ClientFrame['t'];
