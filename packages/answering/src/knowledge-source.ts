/**
 * The port to the knowledge of an inbox: a question in, passages out. The model's turn reads through it; how passages are
 * stored and found (words, full text, meaning) is up to the implementation.
 */

export interface KnowledgeQuery {
  /** The base that is asked: `knowledgeBase` of the inbox. */
  readonly inbox: string;
  /** The visitor's question as it was written. */
  readonly text: string;
  /** What the visitor wrote before it, oldest first: "and how long does it take?" speaks of an earlier message. */
  readonly before: readonly string[];
  /** The most passages wanted. */
  readonly limit: number;
}

/** A piece of an article that can be quoted by itself. */
export interface Passage {
  /** Of this passage; the same as long as its article says the same. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly url: string | null;
  /** Headings from the article's title down to this passage's own. */
  readonly heading: string;
  /** Markdown, as the article has it. */
  readonly text: string;
  /**
   * How sure it is that the passage speaks of what was asked, 0 to 1, as the gate judges it (knowledge/answer/confidence.ts). Comparable between
   * questions, which a search engine's score is not.
   */
  readonly coverage: number;
}

export interface KnowledgeSource {
  /**
   * The best passages, the best first; empty when nothing speaks of the question, or the inbox has no articles. Nothing is
   * left out for being weak: the gate is the asker's. Rejects when the source can't be asked now.
   */
  search(query: KnowledgeQuery): Promise<readonly Passage[]>;
}
