import type { ConsentGrant } from '@service/protocol';

export interface Session {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  /** See `Conversation.writer`. */
  readonly writer: string;
  readonly hostOrigin: string;
  /** The wording that the visitor agreed to last, or null when there was none to agree to. */
  readonly consent: ConsentGrant | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** How the token it was found by stands. */
  readonly token: TokenStatus;
  /** Who the visitor is, proven by the site; null: anonymous. */
  readonly identified: Identified | null;
  /** Null while it lives. `identified`: another session has taken its place, see `identify`. */
  readonly ended: { readonly at: number; readonly why: SessionEndReason } | null;
}

/** `withdrawn`: the visitor has taken their consent back. */
export type SessionEndReason = 'identified' | 'logout' | 'revoked' | 'reused' | 'withdrawn';

/** `next`: given out and now used for the first time. `retired`: exchanged for another; taken until `until`. */
export type TokenStatus =
  | { readonly as: 'current'; readonly salt: string; readonly since: number }
  | { readonly as: 'next' }
  | { readonly as: 'retired'; readonly salt: string; readonly until: number };

export interface Identified {
  /** The site's own id of the visitor. */
  readonly subject: string;
  /** The key that vouched for it. */
  readonly kid: string;
  /** Unix milliseconds: the session ends then. */
  readonly until: number;
}

export interface NewSession {
  readonly tokenHash: string;
  /** Random; what the token is exchanged for is computed with it. */
  readonly tokenSalt: string;
  readonly session: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  readonly epoch: string;
  readonly hostOrigin: string;
  readonly consent: ConsentGrant | null;
  readonly at: number;
}

export interface SessionStore {
  /** Makes contact, conversation and session in one transaction. */
  createSession(input: NewSession): Promise<void>;
  /** By its current, its next or a retired token. One that has ended is found as well. */
  findSession(tokenHash: string): Promise<Session | null>;
  touchSession(session: string, at: number): Promise<void>;
  /** The visitor agreed to another wording than the session began with. */
  recordConsent(session: string, consent: ConsentGrant, at: number): Promise<void>;
  /** Ends a session. False when it had ended already. */
  endSession(session: string, why: SessionEndReason, at: number): Promise<boolean>;
  /** Sessions that have ended at `since` or later. */
  endedSince(since: number, limit: number): Promise<readonly { readonly id: string; readonly why: SessionEndReason }[]>;
  /** Gives a session its next token, good beside the current one until it is used. */
  offerToken(session: string, current: string, next: string): Promise<void>;
  /** The next token was used: it is the current one from now on, and the one before is taken until `until`. */
  rotateToken(session: string, next: string, salt: string, at: number, until: number): Promise<void>;
}
