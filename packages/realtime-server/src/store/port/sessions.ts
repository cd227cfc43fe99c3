import type { ConsentGrant } from '@service/protocol';

export interface Session {
  readonly id: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  /** See `Conversation.writer`. */
  readonly writer: string;
  readonly hostOrigin: string;
  /** The last consent; null when none was needed. */
  readonly consent: ConsentGrant | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  /** The status of the token that it was found by. */
  readonly token: TokenStatus;
  /** Who the visitor is, proven by the site. Null: anonymous. */
  readonly identified: Identified | null;
  /** Null while it lives. */
  readonly ended: { readonly at: number; readonly why: SessionEndReason } | null;
}

/**
 * `identified`: another session has replaced it, see `identify`. `withdrawn`: the visitor has withdrawn the consent. `blocked`: the
 * team has blocked the contact; the session goes on when it takes that back.
 */
export type SessionEndReason = 'blocked' | 'identified' | 'logout' | 'revoked' | 'reused' | 'withdrawn';

/** `next`: given out, and now used for the first time. `retired`: replaced by another; accepted until `until`. */
export type TokenStatus =
  | { readonly as: 'current'; readonly salt: string; readonly since: number }
  | { readonly as: 'next' }
  | { readonly as: 'retired'; readonly salt: string; readonly until: number };

export interface Identified {
  /** The site's own id of the visitor. */
  readonly subject: string;
  /** The key that signed the proof. */
  readonly kid: string;
  /** Unix milliseconds: the session ends then. */
  readonly until: number;
}

export interface NewSession {
  readonly tokenHash: string;
  /** Random. The next token is derived with it. */
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
  /** By its current, its next or a retired token; ended sessions too. */
  findSession(tokenHash: string): Promise<Session | null>;
  touchSession(session: string, at: number): Promise<void>;
  /** The visitor agreed to a newer wording. */
  recordConsent(session: string, consent: ConsentGrant, at: number): Promise<void>;
  /** False when it had ended before. */
  endSession(session: string, why: SessionEndReason, at: number): Promise<boolean>;
  /** Sessions that ended at `since` or later. */
  endedSince(since: number, limit: number): Promise<readonly { readonly id: string; readonly why: SessionEndReason }[]>;
  /** Gives the session its next token. The current one stays valid until the next one is used. */
  offerToken(session: string, current: string, next: string): Promise<void>;
  /** The next token was used: it is current from now on. The one before is accepted until `until`. */
  rotateToken(session: string, next: string, salt: string, at: number, until: number): Promise<void>;
}
