/**
 * The knowledge of an inbox: articles in passages with their terms; vectors of their meaning; questions without an answer. The
 * answerer searches.
 */

/** A file of the knowledge folder as it was last read. */
export interface KnowledgeFile {
  /** Its path within the folder. */
  readonly file: string;
  /** Of its content and the rules by which it was read. */
  readonly hash: string;
  readonly title: string;
  readonly url: string | null;
  readonly language: string;
  /** Why it can't be read, or what was left out. Null: all is well. */
  readonly problem: string | null;
  readonly passages: number;
  /** How many questions it lists. */
  readonly questions: number;
}

export interface NewPassage {
  readonly heading: string;
  /** The passage as JSON; opaque. */
  readonly content: string;
  /** Of everything that its vector depends on. */
  readonly hash: string;
  /** Terms (letters and digits), one space between them. */
  readonly titleTerms: string;
  readonly headingTerms: string;
  readonly bodyTerms: string;
  /** How customers ask for it, as a JSON array of texts. Not part of the hash, and not searched. */
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
  /** The same for the same words. */
  readonly key: string;
  /** As it was last asked. */
  readonly text: string;
  /** In how many conversations. */
  readonly count: number;
  /** Unix milliseconds. */
  readonly lastAsked: number;
}

export interface KnowledgeStore {
  /** Another number after each change of the inbox's articles. 0 before the first. */
  generation(inbox: string): Promise<number>;
  /** By name. */
  files(inbox: string): Promise<readonly KnowledgeFile[]>;
  /**
   * Replaces files of the same name and removes others, in one transaction. A file whose hash is stored already is left alone, so
   * nodes that read the same folder don't undo each other's work.
   */
  replaceFiles(inbox: string, replaced: readonly NewFile[], removed: readonly string[]): Promise<void>;
  /** The terms of every passage, and the questions it lists. */
  terms(inbox: string): Promise<readonly PassageTerms[]>;
  /** Passages by their hashes. Several may have the same. */
  passagesOf(inbox: string, hashes: readonly string[]): Promise<readonly StoredPassage[]>;

  /** The vectors of the inbox's passages that `model` made. */
  vectors(inbox: string, model: string): Promise<readonly PassageVector[]>;
  /** Passages without a vector of `model`; at most `limit`. */
  withoutVector(inbox: string, model: string, limit: number): Promise<readonly StoredPassage[]>;
  /** Stores vectors, and deletes those without a passage. */
  saveVectors(model: string, vectors: readonly PassageVector[]): Promise<void>;

  /**
   * Notes a question of a conversation, once per conversation. It is deleted with the conversation. Keeps the newest `most` of the
   * inbox.
   */
  noteUnanswered(note: UnansweredNote): Promise<void>;
  /** Those asked in most conversations first, then the newest. */
  unanswered(inbox: string, limit: number): Promise<readonly UnansweredQuestion[]>;
  /** Removes a question. False when it wasn't there. */
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
