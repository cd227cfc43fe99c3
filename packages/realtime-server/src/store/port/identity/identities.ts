import type { PageInfo, UserContext } from '@service/protocol';
import type { Identified, NewSession } from '../sessions.js';

/** What a site has signed about a visitor, for the staff. */
export interface VerifiedProfile {
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly attrs?: Readonly<Record<string, string | number | boolean>>;
}

/** Where a visitor is, as their page says. Without what the page left empty. */
export type VisitorPage = Partial<PageInfo>;

/** What is known of a visitor, for people, models and services that answer. */
export interface VisitorFacts {
  /** What their site has signed. Null: it has not signed who they are. */
  readonly verified: { readonly subject: string; readonly profile: VerifiedProfile } | null;
  /** What the page says of its visitor, unproven. Null: nothing. */
  readonly claimed: UserContext | null;
  /** The page that was reported last, unproven. Null: none was. */
  readonly page: VisitorPage | null;
}

/** What a page has reported. What is absent stays as it is stored. */
export interface VisitorContext {
  /** Where the visitor is in. Nothing is stored once it is erased. */
  readonly conversation: string;
  readonly user?: UserContext;
  readonly page?: VisitorPage;
}

export interface Identify extends Omit<NewSession, 'contact' | 'conversation' | 'epoch'> {
  readonly identified: Identified;
  readonly profile: VerifiedProfile;
  /** The id of the proof within its inbox. It can be used once, until `usedUntil`. */
  readonly jti: string;
  readonly usedUntil: number;
  /** When the site signed the proof: Unix milliseconds, whole seconds. */
  readonly issuedAt: number;
  /** The hash of a secret of the asking page. With it, a second try with the same proof is no replay. */
  readonly page: string;
  /** The hash of the visitor's last token, also of one that is accepted only a little longer. Null: none. */
  readonly before: string | null;
  /** Whether the conversations of an anonymous `before` move along. */
  readonly merge: boolean;
  /** Ids for what has to be made. */
  readonly contact: string;
  readonly conversation: string;
  readonly epoch: string;
}

export type Identification =
  | {
      readonly kind: 'identified';
      readonly contact: string;
      readonly conversation: string;
      /** The session that this one replaces. Its sockets must be closed. */
      readonly ended: string | null;
    }
  /**
   * Another page has used this proof. Or the same page has, and since then the person has logged out, was signed out or was erased:
   * a repeated hello must not bring them back.
   */
  | { readonly kind: 'replayed' }
  /** Their site signed the person out at `at`, in the second of the proof or later. The proof is not accepted. */
  | { readonly kind: 'revoked'; readonly at: number };

export interface IdentityStore {
  setVisitorContext(contact: string, context: VisitorContext): Promise<void>;
  /**
   * Begins a session for a proven visitor, in one transaction. In any order and after any number of tries: only one try has an effect;
   * an anonymous visitor becomes the person's contact, or, when there is one, the conversations of that session move to it; nothing
   * of another person is ever moved; the session before ends, and so does its token.
   */
  identify(input: Identify): Promise<Identification>;
  /**
   * Ends every session of an identified visitor, and returns them. A proof of that second or before is not accepted any more, also
   * when it is used at this moment.
   */
  revokeSessions(inbox: string, subject: string, at: number): Promise<readonly string[]>;
  /** Deletes revocations before then. */
  forgetRevocations(before: number): Promise<void>;
  /** Nothing is known of a contact that does not exist. */
  visitorFacts(contact: string): Promise<VisitorFacts>;
  /** Whether a site has signed who the contact is, or the contact is older than `before` (Unix milliseconds). */
  isKnownContact(contact: string, before: number): Promise<boolean>;
}
