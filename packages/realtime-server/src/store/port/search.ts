/**
 * The port to the index of what was said. A log comes into it when its visitor searches for the first time, and what was added
 * since with each search after that: a message costs nothing for it, and most visitors never search.
 */

export interface MessageTerms {
  readonly seq: number;
  readonly at: number;
  /** Words as they are compared, in their order. */
  readonly terms: readonly string[];
}

export interface MessagesToIndex {
  readonly conversation: string;
  /** The index then goes to this number of the log. */
  readonly to: number;
  readonly messages: readonly MessageTerms[];
}

/** Words that stand one after the other; the last may be the beginning of one when `prefix` is true. */
export interface Phrase {
  readonly terms: readonly string[];
  readonly prefix: boolean;
}

export interface MessagePlace {
  readonly conversation: string;
  readonly seq: number;
}

export interface SearchStore {
  /** How far each of these logs is in the index; those that are erased or don't exist are left out. */
  indexedTo(conversations: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Nothing of a conversation that is erased by then. Again with the same entries it changes nothing. */
  indexMessages(said: MessagesToIndex): Promise<void>;
  /** Events of these conversations that have all the phrases, the latest first. */
  findMessages(
    conversations: readonly string[],
    phrases: readonly Phrase[],
    limit: number,
  ): Promise<readonly MessagePlace[]>;
}
