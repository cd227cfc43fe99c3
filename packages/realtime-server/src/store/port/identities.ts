import type { UserContext } from '@service/protocol';
import type { Identified, NewSession } from './sessions.js';

/** What a site vouches for, as it is shown to the people who answer. */
export interface VerifiedProfile {
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly attrs?: Readonly<Record<string, string | number | boolean>>;
}

export interface Identify extends Omit<NewSession, 'contact' | 'conversation' | 'epoch'> {
  readonly identified: Identified;
  readonly profile: VerifiedProfile;
  /** Names the one use of the proof, within its inbox, until `usedUntil`. */
  readonly jti: string;
  readonly usedUntil: number;
  /** When the site signed the proof, Unix milliseconds, whole seconds. */
  readonly issuedAt: number;
  /** Hash of what only the asking page knows: its second try with the same proof is no replay. */
  readonly page: string;
  /** The session this visitor had until now, by the hash of its token, also one that is good only a little longer; null: none. */
  readonly before: string | null;
  /** Whether the conversations of an anonymous `before` go along. */
  readonly merge: boolean;
  /** Names for what has to be made. */
  readonly contact: string;
  readonly conversation: string;
  readonly epoch: string;
}

export type Identification =
  | {
      readonly kind: 'identified';
      readonly contact: string;
      readonly conversation: string;
      /** The session that this one replaces, and that must not be served any more. */
      readonly ended: string | null;
    }
  /**
   * Another page has used this proof; or the same one, and since then the person has left, was put out or is forgotten: what
   * was recorded of their greeting must not bring them back.
   */
  | { readonly kind: 'replayed' }
  /** The person was put out `at` then, not before the second of which the proof is: whether it was used or not, it is no good. */
  | { readonly kind: 'put-out'; readonly at: number };

export interface IdentityStore {
  setContact(contact: string, user: UserContext): Promise<void>;
  /**
   * Begins a session for a proven visitor, in one transaction. What must hold, in any order and however often it is tried:
   * of two tries only one moves anything; an anonymous visitor becomes the person's contact, or, when there is one already,
   * the conversations of that very session go over to it; nothing of another person is ever carried along; the session
   * before ends, and so does its token.
   */
  identify(input: Identify): Promise<Identification>;
  /**
   * Ends every session of an identified visitor; returns which. A proof of that second or an earlier one is no good any more,
   * also when it is being taken at this very moment.
   */
  revokeSessions(inbox: string, subject: string, at: number): Promise<readonly string[]>;
  /** Nobody needs to know any more who was put out before then. */
  forgetRevocations(before: number): Promise<void>;
  /** Who a contact is, when a site has vouched for it. */
  profile(contact: string): Promise<{ readonly subject: string; readonly profile: VerifiedProfile } | null>;
}
