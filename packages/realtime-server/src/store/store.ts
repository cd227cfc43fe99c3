/**
 * The port to what lasts. A store keeps contacts, sessions, conversations with their logs, and runs: the duty to answer
 * a question. What must hold for every implementation stands in test/store-contract.ts, and is run against each.
 */
import type { Attachment, Author, ConsentGrant, Handler, LogBody, LogEvent, UserContext } from '@service/protocol';
import type { KnowledgeStore } from './knowledge-store.js';
import type { OperatorStore } from './operator-store.js';
import type { SearchStore } from './search-store.js';
import type { WaitingLineStore } from './waiting-line-store.js';

export interface Conversation {
  readonly id: string;
  readonly inbox: string;
  /** Whose it is. */
  readonly contact: string;
  /**
   * Under which name its visitor writes: the contact that began it, for ever. A message that is sent again after the
   * conversation has become another contact's must be found again under the same author and id.
   */
  readonly writer: string;
  readonly epoch: string;
  /** Number of the last event, 0 for an empty log. */
  readonly head: number;
  readonly handler: Handler;
  /** The visitor's read watermark. */
  readonly read: number;
  /** How far people of the business have seen the log. */
  readonly seen: number;
  /** Nothing is left of it but this word, so that whoever comes late learns that it is gone: its log is empty and closed. */
  readonly erased: boolean;
}

/** How far a log goes, how much of it was read on both sides, and whether there is anything left of it. */
export type Progress = Pick<Conversation, 'head' | 'read' | 'seen' | 'erased'>;

export interface NewConversation {
  /** The session that begins it, and is in it from then on. */
  readonly session: string;
  /** The visitor's own id of the beginning; the same one again leads to the same conversation. */
  readonly key: string;
  readonly conversation: string;
  readonly epoch: string;
  readonly at: number;
}

export interface Erasure {
  readonly conversation: string;
  readonly at: number;
  /** An empty conversation for the sessions that are in the erased one; not made when there are none. */
  readonly next: { readonly conversation: string; readonly epoch: string };
}

/** What a withdrawal has ended. Both empty: the session had ended before. */
export interface Withdrawn {
  readonly sessions: readonly string[];
  /** The contact's conversations that were open until then, with the end of each log. */
  readonly closed: readonly { readonly conversation: string; readonly epoch: string; readonly event: LogEvent }[];
}

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
  readonly token: TokenStanding;
  /** Who the visitor is, proven by the site; null: anonymous. */
  readonly identified: Identified | null;
  /** Null while it lives. `identified`: another session has taken its place, see `identify`. */
  readonly ended: { readonly at: number; readonly why: EndOfSession } | null;
}

/** `withdrawn`: the visitor has taken their consent back. */
export type EndOfSession = 'identified' | 'logout' | 'revoked' | 'reused' | 'withdrawn';

/** `next`: given out and now used for the first time. `retired`: exchanged for another; taken until `until`. */
export type TokenStanding =
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

export interface Append {
  readonly conversation: string;
  readonly by: Author;
  readonly clientId: string;
  readonly body: LogBody;
  readonly at: number;
  /** Given with a visitor's message: the run that will answer it, inserted in the same transaction while the agent answers. */
  readonly run?: { readonly id: string; readonly message: string };
  /**
   * Given with an event of an answer: taken only while that attempt holds the run, so that whoever was too slow can
   * neither begin nor end what another has taken over. With `ends`, the run is over in the same transaction; that is
   * taken in a closed conversation too, or an answer that was running would seem to run for ever.
   */
  readonly writes?: { readonly run: string; readonly attempt: number; readonly ends?: 'done' | 'stopped' | 'failed' };
  /** Ids of the files that `body` describes: from this event on they belong to it, all of them or the append is refused. */
  readonly attaches?: readonly string[];
  /** Number of the event whose form it answers: taken once for each, whoever comes second is refused. */
  readonly fills?: number;
}

export type Appended =
  | { readonly kind: 'appended'; readonly event: LogEvent; readonly handler: Handler; readonly epoch: string }
  /** The same author sent the same body under the same id before: the old number stands. */
  | { readonly kind: 'duplicate'; readonly event: LogEvent; readonly epoch: string }
  /** The id was used for another body. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'not-found' }
  /** The run has ended, or another attempt holds it. */
  | { readonly kind: 'run-over' }
  /** A file was removed meanwhile, or belongs to another message. */
  | { readonly kind: 'file-gone' }
  /** The form was answered before. */
  | { readonly kind: 'form-answered' };

/** A file that is kept beside the log. Its bytes are not the store's business. */
export interface StoredAttachment {
  readonly attachment: Attachment;
  readonly inbox: string;
  /** Who uploaded it. */
  readonly contact: string;
  /** The conversation of the message that names it, or null while none does. */
  readonly conversation: string | null;
}

export interface NewAttachment {
  readonly attachment: Attachment;
  readonly inbox: string;
  readonly contact: string;
  readonly at: number;
  /** Taken in only while what was uploaded since then, this one included, stays within these numbers of bytes. */
  readonly quota: { readonly since: number; readonly contactBytes: number; readonly inboxBytes: number };
}

/** A duty to answer one message. */
export interface Run {
  readonly id: string;
  readonly conversation: string;
  readonly inbox: string;
  /** Id of the answer's message. */
  readonly message: string;
  /** Number of the question in the log. */
  readonly question: number;
  readonly attempt: number;
  /** What its last holder had written of the answer when it last said so; empty before the first attempt. */
  readonly written: string;
  /** What whoever answers kept to be able to go on; null when nothing. */
  readonly kept: string | null;
}

/** A call of a page's function, as the store sees it: a text that somebody else understands, and when to look at it. */
export interface ToolCallRow {
  readonly conversation: string;
  readonly id: string;
  readonly run: string;
  /** Rises with every change. */
  readonly revision: number;
  readonly record: string;
}

export interface NewToolCall extends Pick<ToolCallRow, 'conversation' | 'id' | 'run' | 'record'> {
  /** Kept only while this attempt holds the run: one that was taken over may begin nothing more. */
  readonly attempt: number;
  readonly open: boolean;
  /** Unix milliseconds; null: nobody has to look at it again. */
  readonly dueAt: number | null;
  readonly at: number;
}

export interface ToolCallChange extends Pick<ToolCallRow, 'conversation' | 'id' | 'revision' | 'record'> {
  readonly open: boolean;
  readonly dueAt: number | null;
}

/** A visitor's page that is open and offers functions. It counts until `until`; its node says so again and again. */
export interface PageRow {
  readonly conversation: string;
  readonly tab: string;
  readonly socket: string;
  readonly node: string;
  /** What it offers, as a text that somebody else understands. */
  readonly offer: string;
  readonly visible: boolean;
  readonly focusedAt: number;
  readonly spokeAt: number;
}

export interface NewPage extends Omit<PageRow, 'spokeAt'> {
  readonly until: number;
}

/** Calls of pages' functions, and the pages that are open. */
export interface ToolCallStore {
  /** `known`: it was kept before, and stays as it is. */
  keepToolCall(call: NewToolCall): Promise<'kept' | 'known' | 'run-over'>;
  /** Replaces a call that is still at `revision`; false when somebody else was faster. */
  changeToolCall(change: ToolCallChange): Promise<boolean>;
  toolCall(conversation: string, id: string): Promise<ToolCallRow | null>;
  /** The calls of a conversation, oldest first, at most the latest 200. */
  toolCalls(conversation: string, which: 'open' | 'all'): Promise<readonly ToolCallRow[]>;
  /** Calls that were due at `at`; they are due again at `next`, so that of several who ask each takes others. */
  takeDueToolCalls(at: number, next: number, limit: number): Promise<readonly ToolCallRow[]>;

  /** Adds a page, or replaces what it offered before; when its visitor last wrote there is kept. */
  setPage(page: NewPage): Promise<void>;
  /** The pages of a conversation that are open at `at`. */
  pages(conversation: string, at: number): Promise<readonly PageRow[]>;
  touchPage(conversation: string, tab: string, seen: { focusedAt?: number; spokeAt?: number }): Promise<void>;
  /** Forgets a page that is still at this socket; false when it is at another already. */
  dropPage(conversation: string, tab: string, socket: string): Promise<boolean>;
  /** The pages at this node are open until `until`; what was to be open no longer than `before` is forgotten. */
  renewPages(node: string, until: number, before: number): Promise<void>;
}

/** Files, by what is known of them: their bytes lie elsewhere. */
export interface AttachmentStore {
  /** False when it would go over the quota: then nothing was stored. Counted and stored in one step, on all nodes. */
  addAttachment(input: NewAttachment): Promise<boolean>;
  /** Bytes uploaded since then. */
  uploadedSince(
    inbox: string,
    contact: string,
    since: number,
  ): Promise<{ readonly contact: number; readonly inbox: number }>;
  /** Those of `ids` that there are and that are not given up, in any order. */
  attachments(ids: readonly string[]): Promise<readonly StoredAttachment[]>;
  /**
   * Gives up the files that were uploaded before then and that no message names: from now on none can. Returns up to
   * `limit` ids of given up files, those of erased conversations among them. Their bytes may go, and then their rows.
   */
  giveUpAttachments(before: number, at: number, limit: number): Promise<readonly string[]>;
  /** Forgets given up files whose bytes are gone. */
  forgetAttachments(ids: readonly string[]): Promise<void>;
}

export interface Store extends ToolCallStore, AttachmentStore, SearchStore, WaitingLineStore, OperatorStore {
  /** Makes contact, conversation and session in one transaction. */
  createSession(input: NewSession): Promise<void>;
  /** By its current, its next or a retired token. One that has ended is found as well. */
  findSession(tokenHash: string): Promise<Session | null>;
  touchSession(session: string, at: number): Promise<void>;
  /** The visitor agreed to another wording than the session began with. */
  recordConsent(session: string, consent: ConsentGrant, at: number): Promise<void>;
  setContact(contact: string, user: UserContext): Promise<void>;
  /**
   * Begins a session for a proven visitor, in one transaction. What must hold, in any order and however often it is tried:
   * of two tries only one moves anything; an anonymous visitor becomes the person's contact, or, when there is one already,
   * the conversations of that very session go over to it; nothing of another person is ever carried along; the session
   * before ends, and so does its token.
   */
  identify(input: Identify): Promise<Identification>;
  /** Ends a session. False when it had ended already. */
  endSession(session: string, why: EndOfSession, at: number): Promise<boolean>;
  /**
   * Ends every session of an identified visitor; returns which. A proof of that second or an earlier one is no good any more,
   * also when it is being taken at this very moment.
   */
  endSessionsOf(inbox: string, subject: string, at: number): Promise<readonly string[]>;
  /** Nobody needs to know any more who was put out before then. */
  forgetPutOut(before: number): Promise<void>;
  /** Sessions that have ended at `since` or later. */
  endedSince(since: number, limit: number): Promise<readonly { readonly id: string; readonly why: EndOfSession }[]>;
  /** Gives a session its next token, good beside the current one until it is used. */
  offerToken(session: string, current: string, next: string): Promise<void>;
  /** The next token was used: it is the current one from now on, and the one before is taken until `until`. */
  adoptToken(session: string, next: string, salt: string, at: number, until: number): Promise<void>;
  /** Who a contact is, when a site has vouched for it. */
  profile(contact: string): Promise<{ readonly subject: string; readonly profile: VerifiedProfile } | null>;

  conversation(id: string): Promise<Conversation | null>;
  /** Begins another conversation of the session's contact, or finds the one begun with that key. Null: the session has ended. */
  startConversation(input: NewConversation): Promise<Conversation | null>;
  /** The session is in this conversation from now on. */
  enterConversation(session: string, conversation: string): Promise<void>;
  /** The contact's conversations that are not erased, the one in which something was said last first; see latest-words.ts. */
  conversationsOf(contact: string, limit: number): Promise<readonly Conversation[]>;
  /**
   * Deletes the log, the duties, the watermarks, and the contact's attributes, in one transaction. What remains is a mark
   * against which whatever is still on its way ends: nothing can be appended to it ever again. False: there never was one.
   */
  eraseConversation(input: Erasure): Promise<boolean>;
  /**
   * Ends all sessions of this session's contact, and closes all its conversations, in one transaction. The rows stay as the
   * record of what was agreed to, and until when.
   */
  withdraw(session: string, at: number): Promise<Withdrawn>;
  /** Conversations that wait for a person, the longest waiting first, and then those that are with one. */
  waiting(limit: number): Promise<readonly Conversation[]>;
  /** How far many conversations go, in one question; unknown ids are left out. */
  heads(ids: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** Events with `after < seq <= after + limit`, ascending. */
  eventsAfter(conversation: string, after: number, limit: number): Promise<readonly LogEvent[]>;
  /** The `limit` events just before `before`, ascending. */
  eventsBefore(conversation: string, before: number, limit: number): Promise<readonly LogEvent[]>;
  /** Resolves after the commit is on disk, never before. */
  append(input: Append): Promise<Appended>;
  /** Raises the watermark; returns the one that stands. */
  markRead(conversation: string, seq: number): Promise<number>;
  /** The same for what people of the business have seen. */
  markSeen(conversation: string, seq: number): Promise<number>;

  /**
   * Leases up to `limit` runs that nobody holds at `at`: never begun, or begun by somebody whose lease has run out.
   * At most one per conversation, the oldest first; each claim raises the attempt.
   */
  claimRuns(owner: string, at: number, leaseUntil: number, limit: number): Promise<readonly Run[]>;
  /**
   * Holds on to a lease, and keeps what is written so far for whoever may have to take over. With a `leaseUntil` in the
   * past the lease is given back. False when it was lost meanwhile.
   */
  renewRun(run: string, owner: string, leaseUntil: number, written: string): Promise<boolean>;

  /** Keeps what an attempt wants to find again, until the run ends. False when another attempt holds the run now. */
  keepTurn(run: string, attempt: number, kept: string): Promise<boolean>;

  /** Tokens spent on that day (counted from 1 January 1970, UTC), by key; keys without an entry are left out. */
  spent(keys: readonly string[], day: number): Promise<ReadonlyMap<string, number>>;
  /** Adds to every key. Days before the last one are forgotten. */
  spend(keys: readonly string[], day: number, tokens: number): Promise<void>;

  /**
   * Forgets up to `limit` contacts of an inbox of whom nothing was seen or said since `before` (Unix milliseconds): their
   * sessions, conversations and all that hangs on them. Returns how many; 0 also while another node is at it.
   */
  forgetQuiet(inbox: string, before: number, limit: number): Promise<number>;

  close(): Promise<void>;
}

/** A store as it is opened: with the inboxes' knowledge, which conversations have no need of. */
export interface OpenStore extends Store {
  readonly knowledge: KnowledgeStore;
  /** Resolves once whoever writes has come to it, in the line of all that is to be written. Writes nothing itself. */
  pulse(): Promise<void>;
}

/** The store could not do it now; the same call may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
