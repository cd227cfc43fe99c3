/** What editors may do with the articles of an inbox, besides writing them. */

/** What becomes of a question that no article answered: an article lists it (`heading`: for that section), or a draft of one is begun. */
export type Settling =
  | { readonly kind: 'list'; readonly file: string; readonly heading?: string }
  | { readonly kind: 'draft' };

/** `file`: what was written, within the knowledge folder. `problem` says what to do. */
export type Settled = { readonly ok: true; readonly file: string } | { readonly ok: false; readonly problem: string };

export interface Reading {
  readonly read: number;
  readonly files: number;
}

export interface KnowledgeEditor {
  /** How many of the changed files are read; null: all of them. */
  progress(inbox: string): Reading | null | Promise<Reading | null>;
  /** @throws when the folder can't be written. */
  settle(inbox: string, question: string, as: Settling): Settled | Promise<Settled>;
}
