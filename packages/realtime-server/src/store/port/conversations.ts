import type { Handler } from '@service/protocol';

export interface Conversation {
  readonly id: string;
  readonly inbox: string;
  /** The contact that it belongs to. */
  readonly contact: string;
  /**
   * The contact that began it, for ever: the author of its visitor's messages. When the conversation moves to another contact, a
   * message that is sent again is still found under the same author and id.
   */
  readonly writer: string;
  readonly epoch: string;
  /** The number of the last event; 0 for an empty log. */
  readonly head: number;
  readonly handler: Handler;
  /** The visitor's read watermark. */
  readonly read: number;
  /** The read watermark of the staff. */
  readonly seen: number;
  /** Only this mark is left, so that late requests learn of the erasure. The log is empty and closed. */
  readonly erased: boolean;
}

/** The part of a conversation that changes with its log. */
export type Progress = Pick<Conversation, 'head' | 'read' | 'seen' | 'erased'>;

export interface NewConversation {
  /** The session that begins it and enters it. */
  readonly session: string;
  /** The visitor's own id of the beginning. The same id leads to the same conversation. */
  readonly key: string;
  readonly conversation: string;
  readonly epoch: string;
  readonly at: number;
}

/** Whether an inbox is used at all. */
export interface InboxUse {
  /** A page has shown the chat, and its visitor has begun a session. */
  readonly hasVisitors: boolean;
  /** There is a message that has not been erased. */
  readonly hasMessages: boolean;
}

export interface ConversationStore {
  inboxUse(inbox: string): Promise<InboxUse>;
  /** How many of its conversations have messages, and are neither closed nor erased. */
  openConversations(inbox: string): Promise<number>;
  conversation(id: string): Promise<Conversation | null>;
  /** The progress of many conversations. Unknown ids are left out. */
  heads(ids: readonly string[]): Promise<ReadonlyMap<string, Progress>>;
  /** Begins another conversation of the session's contact, or finds the one begun with that key. Null: the session has ended. */
  startConversation(input: NewConversation): Promise<Conversation | null>;
  /** The session is in this conversation from now on. */
  enterConversation(session: string, conversation: string): Promise<void>;
  /** The contact's conversations that have begun and are not erased, the latest message first; see `latestMessageFirst`. */
  conversationsOf(contact: string, limit: number): Promise<readonly Conversation[]>;
}
