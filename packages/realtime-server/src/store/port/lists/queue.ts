/** The conversations that wait for a person or are with one, in the order in which the console lists them, and whether staff is there. */
import type { Conversation } from '../conversations.js';

export interface Queue {
  /** In the order in which they joined the queue. */
  readonly conversations: readonly string[];
  /** When staff of the inbox was last there; Unix milliseconds, 0: never. */
  readonly staffSeenAt: number;
}

/** Where a conversation is among those that wait for a person or are with one. */
export interface HandoffPlace {
  readonly isWithPerson: boolean;
  readonly ticket: number;
  readonly id: string;
}

/** Who took a conversation over last. */
export interface Taker {
  readonly id: string;
  readonly name: string | null;
}

export type PlacedConversation = Conversation & { readonly place: HandoffPlace };

export interface QueueStore {
  /** The first `limit` of the inbox's queue. */
  queue(inbox: string, limit: number): Promise<Queue>;
  /** Staff of these inboxes is there at `at`. The largest time of each counts. */
  recordStaffSeen(inboxes: readonly string[], at: number): Promise<void>;
  /**
   * Conversations that wait for a person, then those with a person; at most `limit` of each. Turns go from inbox to inbox, within one
   * the longest waiting is first. Of these inboxes alone.
   */
  handoffs(limit: number, inboxes: readonly string[]): Promise<readonly Conversation[]>;
  /** The same without turns: in the order in which they asked, after a place in it; `limit` of both together. */
  handoffsOf(
    inboxes: readonly string[],
    after: HandoffPlace | null,
    limit: number,
  ): Promise<readonly PlacedConversation[]>;
  /** The person who took the conversation over last, also when another answers now. Null: no one ever has. */
  takenBy(conversation: string): Promise<Taker | null>;
}
