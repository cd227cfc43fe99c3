import type { SessionEndReason } from '../../port/sessions.js';

/** The session that the visitor had until now, as found. */
export interface SessionBefore {
  readonly id: string;
  /** Its contact now: the sessions of an absorbed contact are the person's. */
  readonly contact: string;
  /** Who that contact is proven to be; null: anonymous. */
  readonly subject: string | null;
  readonly conversation: string;
  readonly ended: SessionEndReason | null;
}

export interface Found {
  readonly subject: string;
  /** The contact that is proven to be this person, if there is one. */
  readonly owner: string | null;
  readonly before: SessionBefore | null;
  readonly merge: boolean;
  /** Name for a contact that has to be made. */
  readonly fresh: string;
}

export interface Decision {
  readonly contact: string;
  /**
   * `exists`: the person is known. `promote`: the anonymous contact turns out to be them. `create`: they are new here.
   */
  readonly how: 'exists' | 'promote' | 'create';
  /** An anonymous contact whose conversations and sessions go over to `contact`, and of which nothing else stays. */
  readonly absorb: string | null;
  /** The conversation to go on with, when the session of before was this person's. */
  readonly continues: string | null;
  /** The session of before, when it still lives. */
  readonly end: string | null;
}

/**
 * The rules of identifying a visitor, for both databases. The query looks everything up under its locks, asks here, and carries the
 * decision out in the same transaction.
 */
export function decideIdentity({ subject, owner, before, merge, fresh }: Found): Decision {
  const end = before && before.ended === null ? before.id : null;
  // A session that was logged out or revoked says nothing. One that was replaced is what a lost answer looks like.
  const counts = before !== null && (before.ended === null || before.ended === 'identified') ? before : null;
  const anonymous = counts !== null && counts.subject === null && counts.ended === null && merge ? counts : null;
  if (owner === null) {
    if (anonymous)
      return { contact: anonymous.contact, how: 'promote', absorb: null, continues: anonymous.conversation, end };
    return { contact: fresh, how: 'create', absorb: null, continues: null, end };
  }
  if (anonymous)
    return { contact: owner, how: 'exists', absorb: anonymous.contact, continues: anonymous.conversation, end };
  const same = counts !== null && counts.subject === subject && counts.contact === owner;
  return { contact: owner, how: 'exists', absorb: null, continues: same ? counts.conversation : null, end };
}

/** A conversation of the person, as found. */
export interface Begun {
  readonly id: string;
  readonly head: number;
}

/**
 * The conversation that the person enters: `begun` in the session before, or the `latest` of all, one with messages before an empty
 * one. An empty `begun` gives way to messages elsewhere. Without any message, all tabs and devices still enter the same one. Null: a
 * new one has to be made.
 */
export function chooseConversation(begun: Begun | undefined, latest: Begun | undefined): string | null {
  const hasMessagesElsewhere = latest !== undefined && latest.head > 0;
  if (begun && (begun.head > 0 || !hasMessagesElsewhere)) return begun.id;
  return latest?.id ?? null;
}
