/** Builds passages from calls of a reader, one for each heading, paragraph, list item and table row, in order. */
import { truncate } from '@service/protocol';
import type { Passage, Piece } from './article.js';
import { sentences } from './sentences.js';

/** Longer passages are split between two blocks: a passage must have one subject and be short enough for a chat. */
const PASSAGE_LENGTH = 1_800;
/** The rest of a longer piece is dropped. */
const PIECE_LENGTH = 2_000;

export class PassageBuilder {
  readonly #passages: Passage[] = [];
  #heading = '';
  #pieces: Piece[] = [];
  #questions: string[] = [];
  #length = 0;
  #block = 0;
  #open: 'paragraph' | 'list' | 'table' | null = null;
  #columns: readonly string[] = [];

  heading(text: string): void {
    this.#close();
    this.#heading = text;
  }

  paragraph(text: string): void {
    this.#begin('paragraph', true);
    for (const sentence of sentences(text)) this.#add({ text: sentence, kind: 'sentence', marker: '' });
  }

  /** `marker`: `-`, or the number as it was written. Items that follow each other are one list. */
  item(marker: string, text: string): void {
    this.#begin('list', false);
    this.#add({ text, kind: 'item', marker });
  }

  /** Adds text to the last item. */
  continueItem(text: string): void {
    const last = this.#pieces.pop();
    if (last) this.#pieces.push({ ...last, text: cut(`${last.text} ${text}`) });
  }

  /** The first row of a table holds the names of its columns. */
  row(cells: readonly string[]): void {
    if (this.#begin('table', false)) {
      this.#columns = cells;
      return;
    }
    const [first = '', ...others] = cells;
    const named = others.map((cell, i) => [this.#columns[i + 1], cell].filter(Boolean).join(' '));
    this.#add({ text: `**${first}**: ${named.join(', ')}`, kind: 'item', marker: '-' });
  }

  /** Ends a list or a table: the next item or row begins another one. */
  endBlock(): void {
    this.#open = null;
  }

  /** Adds questions of customers for the current passage. */
  questions(listed: readonly string[]): void {
    this.#questions.push(...listed);
  }

  get inList(): boolean {
    return this.#open === 'list';
  }

  passages(): readonly Passage[] {
    this.#close();
    return this.#passages;
  }

  /** True when it is a new block. */
  #begin(kind: 'paragraph' | 'list' | 'table', always: boolean): boolean {
    if (this.#open === kind && !always) return false;
    if (this.#length > PASSAGE_LENGTH) this.#close();
    this.#open = kind;
    this.#block += 1;
    return true;
  }

  #add(piece: Omit<Piece, 'block'>): void {
    const text = cut(piece.text);
    if (text === '') return;
    this.#pieces.push({ ...piece, text, block: this.#block });
    this.#length += text.length;
  }

  #close(): void {
    // Pass on questions without a text too, so that the caller can report them.
    if (this.#pieces.length + this.#questions.length > 0)
      this.#passages.push({ heading: this.#heading, pieces: this.#pieces, questions: this.#questions });
    this.#pieces = [];
    this.#questions = [];
    this.#length = 0;
    this.#block = 0;
    this.#open = null;
  }
}

function cut(text: string): string {
  return text.length <= PIECE_LENGTH ? text : `${truncate(text, PIECE_LENGTH)}…`;
}
