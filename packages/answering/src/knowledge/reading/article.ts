/**
 * An article as it was read from a file of any format: passages, one per heading, each with the pieces of which answers are made:
 * sentences, list items, table rows. Pieces are quoted word for word, so reading must never change a word.
 */

export interface Article {
  readonly title: string;
  /** Where people read it, or null. */
  readonly url: string | null;
  /** Primary subtag, as in `de`. */
  readonly language: string;
  readonly passages: readonly Passage[];
  /** What could not be used and why, as text that follows the file's name. */
  readonly problems: readonly string[];
}

export interface Passage {
  /** The passage's own heading; empty for the text before the first. */
  readonly heading: string;
  /** None where the questions are left to people (left-to-people.ts). */
  readonly pieces: readonly Piece[];
  /** How customers ask for its content (listed-questions.ts). Used by the search, never shown. */
  readonly questions: readonly string[];
}

export interface Piece {
  /** Markdown of the piece, without its list marker. */
  readonly text: string;
  readonly kind: 'sentence' | 'item';
  /** `-` or `1.`: numbered steps must stay numbered. */
  readonly marker: string;
  /** Pieces of one paragraph or one list share a number. */
  readonly block: number;
}

/** Properties of an article, from its front matter or the `.about` file beside it. All are optional. */
export interface ArticleProperties {
  readonly title?: string;
  readonly url?: string;
  readonly language?: string;
  /** For the first passage. */
  readonly questions?: readonly string[];
  /** The file is no article: it lists questions that none answers. */
  readonly leftToPeople?: boolean;
}

/** A file that can't be read, with the reason in words for the operator. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Merges properties; the first value of each wins. */
export function mergeProperties(...all: readonly ArticleProperties[]): ArticleProperties {
  return Object.assign({}, ...all.toReversed());
}
