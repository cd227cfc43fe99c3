/**
 * An article as it was read, whatever its file's format: passages, one per heading, each of the pieces an answer is made
 * of: sentences, list items, table rows. A piece is quoted word for word, so reading must never change a word.
 */

export interface Article {
  readonly title: string;
  /** Where people read it, or null. */
  readonly url: string | null;
  /** Primary subtag, as in `de`. */
  readonly language: string;
  readonly passages: readonly Passage[];
  /** What was left out of it and why, to go after its name. */
  readonly problems: readonly string[];
}

export interface Passage {
  /** The passage's own heading; empty for the text before the first. */
  readonly heading: string;
  /** None where the questions are left to people (left-to-people.ts). */
  readonly pieces: readonly Piece[];
  /** How customers ask for what it says (listed-questions.ts): found by, never shown. */
  readonly questions: readonly string[];
}

export interface Piece {
  /** Markdown of the piece, without its list marker. */
  readonly text: string;
  readonly kind: 'sentence' | 'item';
  /** `-` or `1.`; steps that lost their numbers would no longer be steps. */
  readonly marker: string;
  /** Pieces of one paragraph or one list share a number. */
  readonly block: number;
}

/** What a file says about itself, in front of its text or in the file beside it; any of it may be missing. */
export interface Particulars {
  readonly title?: string;
  readonly url?: string;
  readonly language?: string;
  /** For what the article begins with. */
  readonly questions?: readonly string[];
  /** The file is no article: it lists questions that none answers. */
  readonly leftToPeople?: boolean;
}

/** A file that can't be read, with the reason in words for the operator. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Puts the particulars together, the first one that says something wins. */
export function firstOf(...all: readonly Particulars[]): Particulars {
  return Object.assign({}, ...all.toReversed());
}
