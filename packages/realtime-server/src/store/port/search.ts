/**
 * The index of messages. A conversation is indexed when its visitor searches for the first time, and its new messages with each later
 * search. So a message costs nothing for it, and most visitors never search.
 */

export interface MessageTerms {
  readonly seq: number;
  readonly at: number;
  /** The words of the message as they are compared, in their order. */
  readonly terms: readonly string[];
}

export interface MessagesToIndex {
  readonly conversation: string;
  /** The index then covers the log up to this number. */
  readonly to: number;
  readonly messages: readonly MessageTerms[];
}

/** Words that follow each other. With `prefix`, the last may be the beginning of a word. */
export interface Phrase {
  readonly terms: readonly string[];
  readonly prefix: boolean;
}

export interface MessagePlace {
  readonly conversation: string;
  readonly seq: number;
}

/** A message with some of the phrases. */
export interface PartlyFound extends MessagePlace {
  /** Which of the phrases it has: a bit for each, the first one's is 1. */
  readonly has: number;
}

/** How far back a search looks: to the latest messages, and until their words are this many characters. Never less than one. */
export interface SearchReach {
  readonly searchedMessages: number;
  readonly searchedCharacters: number;
}

export interface SearchStore {
  /** How far each of these logs is indexed. Erased and unknown conversations are left out. */
  indexedTo(conversations: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Does nothing when the conversation is erased, or the messages are indexed already. */
  indexMessages(input: MessagesToIndex): Promise<void>;
  /**
   * Messages of these conversations with all the phrases, the latest first. What it costs depends on these conversations alone,
   * and is bounded by `reach`.
   */
  findMessages(
    conversations: readonly string[],
    phrases: readonly Phrase[],
    limit: number,
    reach: SearchReach,
  ): Promise<readonly MessagePlace[]>;
  /**
   * The same for messages with any of the phrases: of each conversation and each set of phrases that a message has, the latest such
   * message, in no order.
   */
  findAnyOf(
    conversations: readonly string[],
    phrases: readonly Phrase[],
    reach: SearchReach,
  ): Promise<readonly PartlyFound[]>;
}
