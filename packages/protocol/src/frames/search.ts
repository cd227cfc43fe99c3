/**
 * Looking for what was said, in all of a visitor's conversations. A client may do without it, so what the server answers is
 * read apart from other frames (read-search-frame.ts).
 */

/** Asks for messages that have every word of `text`, or a word that begins so. Answered by `found`. */
export interface SearchFrame {
  readonly t: 'search';
  readonly id: string;
  readonly text: string;
}

/** A message that was found. */
export interface SearchHit {
  /** Where it stands, for `openConversation`. */
  readonly conversation: string;
  /** Number of the event that says it. */
  readonly seq: number;
  /** Server time, Unix milliseconds. */
  readonly at: number;
  /** Who wrote it. */
  readonly by: 'visitor' | 'ai' | 'human';
  /** Who said it, when it has a name. */
  readonly name?: string;
  /** The message around the first word that was found. */
  readonly excerpt: string;
  /** Where the words stand in the excerpt, as [from, to), in UTF-16 code units; ascending. */
  readonly marks: readonly (readonly [number, number])[];
}

/** The latest first. Only of this visitor's conversations, and nothing of an erased one. */
export interface FoundFrame {
  readonly t: 'found';
  readonly id: string;
  readonly hits: readonly SearchHit[];
  /** There are older ones: more words find fewer. */
  readonly more: boolean;
}
