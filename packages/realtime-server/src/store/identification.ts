/**
 * What has to happen to identify a visitor, as a pure decision over what the store has found, so that both stores decide
 * alike. The store looks everything up under its locks, asks here, and does what is said in the same transaction.
 */
import type { SessionEndReason } from './store.js';

/** The session of before, as found. */
export interface SessionBefore {
  readonly id: string;
  /** Whose it is now: the sessions of a contact that was absorbed are the person's. */
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

export function decideIdentification({ subject, owner, before, merge, fresh }: Found): Decision {
  const end = before && before.ended === null ? before.id : null;
  // A session that was logged out or revoked is nobody's past; one that was replaced is what a lost answer looks like.
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
export interface Standing {
  readonly id: string;
  readonly head: number;
}

/**
 * Where the person goes on, once all that is theirs is together: `begun` in the session of before, or the `latest` of all, one
 * with words before an empty one. Null: in one that has to be made. What was begun goes on; an empty conversation gives way to
 * what they have said elsewhere. Where nothing was said at all, their tabs and devices still meet in one.
 */
export function goesOnIn(begun: Standing | undefined, latest: Standing | undefined): string | null {
  const saidElsewhere = latest !== undefined && latest.head > 0;
  if (begun && (begun.head > 0 || !saidElsewhere)) return begun.id;
  return latest?.id ?? null;
}
