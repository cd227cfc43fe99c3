import type { Handler } from '@service/protocol';

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

export interface ConversationStore {
  conversation(id: string): Promise<Conversation | null>;
  /** How far many conversations go, in one question; unknown ids are left out. */
  heads(ids: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** Begins another conversation of the session's contact, or finds the one begun with that key. Null: the session has ended. */
  startConversation(input: NewConversation): Promise<Conversation | null>;
  /** The session is in this conversation from now on. */
  enterConversation(session: string, conversation: string): Promise<void>;
  /** The contact's conversations that are not erased, the one in which something was said last first; see latest-words.ts. */
  conversationsOf(contact: string, limit: number): Promise<readonly Conversation[]>;
  /** Conversations that wait for a person, the longest waiting first, and then those that are with one. */
  handoffs(limit: number): Promise<readonly Conversation[]>;
}
