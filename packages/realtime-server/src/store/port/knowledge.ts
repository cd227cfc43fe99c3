/**
 * The port to what lasts of an inbox's knowledge: articles cut into passages and indexed by their terms, vectors of their
 * meaning, and the questions that nobody could answer. It finds candidates; what is an answer is judged elsewhere. What
 * must hold for every implementation stands in test/knowledge-store-contract.ts.
 */

/** A file of the knowledge folder as it was read last. */
export interface KnowledgeFile {
  /** Its path within the folder. */
  readonly file: string;
  /** Of what it held, and of the rules by which it was read. */
  readonly hash: string;
  readonly title: string;
  readonly url: string | null;
  readonly language: string;
  /** Why it can't be read, or what of it was left out, to go after its name; null when all is well. */
  readonly problem: string | null;
  readonly passages: number;
  /** How many questions it lists. */
  readonly questions: number;
}

export interface NewPassage {
  readonly heading: string;
  /** What the passage says, as JSON of whoever reads it; the store doesn't look inside. */
  readonly content: string;
  /** Of everything that its vector is made of. */
  readonly hash: string;
  /** Terms (letters and digits), one space between them. */
  readonly titleTerms: string;
  readonly headingTerms: string;
  readonly bodyTerms: string;
  /** How customers ask for it, as a JSON array of texts. No part of its hash, and not what `search` looks at. */
  readonly questions: string;
}

export interface NewFile extends Omit<KnowledgeFile, 'passages' | 'questions'> {
  readonly passages: readonly NewPassage[];
}

export interface StoredPassage extends Omit<NewPassage, 'questions'> {
  readonly file: string;
  /** Its place in the file, from 0. */
  readonly ordinal: number;
  readonly title: string;
  readonly url: string | null;
  readonly language: string;
}

export type PassageTerms = Pick<
  StoredPassage & NewPassage,
  'file' | 'language' | 'hash' | 'titleTerms' | 'headingTerms' | 'bodyTerms' | 'questions'
>;

export interface PassageVector {
  /** Of the passage. */
  readonly hash: string;
  readonly vector: Float32Array;
}

export interface UnansweredQuestion {
  /** Names the question; the same for the same words. */
  readonly key: string;
  /** As it was asked last. */
  readonly text: string;
  /** In how many conversations. */
  readonly count: number;
  /** Unix milliseconds. */
  readonly lastAsked: number;
}

export interface KnowledgeStore {
  /** Another number after each change of the inbox's articles; 0 before the first. */
  generation(inbox: string): Promise<number>;
  /** By name. */
  files(inbox: string): Promise<readonly KnowledgeFile[]>;
  /**
   * Puts files in the place of those of the same name and takes others away, in one transaction. A file whose hash is
   * there already is left as it is, so nodes that read the same folder don't undo each other's work.
   */
  replaceFiles(inbox: string, kept: readonly NewFile[], removed: readonly string[]): Promise<void>;
  /** The terms of every passage, and the questions it lists. */
  terms(inbox: string): Promise<readonly PassageTerms[]>;
  /** Passages in which all terms of at least one of `ways` stand, those that match best first. */
  search(
    inbox: string,
    language: string,
    ways: readonly (readonly string[])[],
    limit: number,
  ): Promise<readonly StoredPassage[]>;
  /** Passages by the hash of what they say; several may say the same. */
  passagesOf(inbox: string, hashes: readonly string[]): Promise<readonly StoredPassage[]>;

  /** Of the inbox's passages, as `model` made them. */
  vectors(inbox: string, model: string): Promise<readonly PassageVector[]>;
  /** Passages that `model` has no vector for; at most `limit`. */
  withoutVector(inbox: string, model: string, limit: number): Promise<readonly StoredPassage[]>;
  /** Keeps vectors, and lets go of those that no passage has any more. */
  saveVectors(model: string, vectors: readonly PassageVector[]): Promise<void>;

  /**
   * Notes a question of a conversation, which must exist: it goes when the conversation goes. Asked twice in one, it
   * counts once. Keeps at most `most` for the inbox, the newest.
   */
  noteUnanswered(note: UnansweredNote): Promise<void>;
  /** Those asked in most conversations first, then the newest. */
  unanswered(inbox: string, limit: number): Promise<readonly UnansweredQuestion[]>;
  /** Takes a question off the list. False when it wasn't there. */
  removeUnanswered(inbox: string, key: string): Promise<boolean>;
}

export interface UnansweredNote {
  readonly inbox: string;
  readonly conversation: string;
  readonly key: string;
  readonly text: string;
  readonly at: number;
  readonly most: number;
}
