/** The conversations of some inboxes, the one with the latest event first, with what a list shows of each. */
import type { Handler, LogEvent } from '@service/protocol';
import type { Conversation } from '../conversations.js';
import type { VisitorFacts } from '../identity/identities.js';
import type { MessagePlace } from '../search.js';
import type { Taker } from './queue.js';

export interface ListFilter {
  readonly inboxes: readonly string[];
  /** Who answers in them now. */
  readonly handlers: readonly Handler[];
  /** The id of a person: only those that this person took over last. */
  readonly takenBy?: string;
}

/** Where a conversation is in the list. Among those of one time the larger id is first. */
export interface ActivityPlace {
  /** Of the latest event; Unix milliseconds. */
  readonly active: number;
  readonly id: string;
}

export interface ActivityPage {
  readonly places: readonly ActivityPlace[];
  /** Where the next page begins, which no conversation need have. Null: there is none. A page may be short, even empty, before the last one. */
  readonly next: ActivityPlace | null;
}

export interface ListedConversation extends Conversation {
  /** Unix milliseconds. */
  readonly activeAt: number;
  /** The person who took it over last; null when none has. */
  readonly takenBy: Taker | null;
  readonly facts: Pick<VisitorFacts, 'verified' | 'claimed'>;
  readonly isBlocked: boolean;
  /** The visitor's latest message, if it is among the last dozen events. */
  readonly asked: LogEvent | null;
  /** The last words, of a visitor, an agent or a person. */
  readonly latest: LogEvent | null;
}

/** How many wait for a person, and how many are with one. */
export interface HandoffCounts {
  readonly waiting: number;
  readonly taken: number;
}

export interface PlacedMessage {
  readonly conversation: string;
  readonly event: LogEvent;
}

export interface ConversationListStore {
  /**
   * Conversations that have begun and are not erased, behind `after`. One that gets an event moves to the front: it is on no later
   * page then, and on none twice. Reads a bounded number of rows, see `MOST_READ`.
   */
  byActivity(filter: ListFilter, after: ActivityPlace | null, limit: number): Promise<ActivityPage>;
  /** In the order of the ids. Erased and unknown ones are left out. One statement for all. */
  listed(ids: readonly string[]): Promise<readonly ListedConversation[]>;
  /** The messages at these places, each with its conversation, in no order. Erased ones are left out. One statement for all. */
  messagesAt(places: readonly MessagePlace[]): Promise<readonly PlacedMessage[]>;
  /** Counts up to `most` of each. */
  handoffCounts(inboxes: readonly string[], most: number): Promise<HandoffCounts>;
}
