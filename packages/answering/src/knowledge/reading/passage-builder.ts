/** Builds passages from calls of a reader, one for each heading, paragraph, list item and table row, in order. */
import { truncate } from '@service/protocol';
import type { Passage, Piece } from './article.js';
import { sentences } from './sentences.js';

/**
 * Longer passages are split between two blocks, and a block that is longer by itself between two pieces: a passage must have one subject and
 * be short enough for a chat.
 */
const PASSAGE_LENGTH = 1_800;
/** A longer piece is several. */
export const PIECE_LENGTH = 2_000;

export class PassageBuilder {
  readonly #passages: Passage[] = [];
  #heading = '';
  #pieces: Piece[] = [];
  #questions: string[] = [];
  #length = 0;
  #block = 0;
  #blockLength = 0;
  #open: 'paragraph' | 'list' | 'table' | null = null;
  /** Names of the columns of the table; empty: it has none. */
  #columns: readonly string[] = [];
  /** No row has used the names yet. */
  #isHeaderAlone = false;

  heading(text: string): void {
    this.endBlock();
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
    if (!last) return;
    this.#length -= last.text.length;
    this.#blockLength -= last.text.length;
    this.#add({ ...last, text: `${last.text} ${text}` });
  }

  /** The names of the columns, for the rows that follow. They may stand in several rows. */
  header(cells: readonly string[]): void {
    this.#begin('table', false);
    const above = this.#isHeaderAlone ? this.#columns : [];
    this.#columns = cells.map((name, i) => (above[i] && above[i] !== name ? `${above[i]} ${name}`.trim() : name));
    this.#isHeaderAlone = true;
  }

  row(cells: readonly string[]): void {
    this.#begin('table', false);
    this.#isHeaderAlone = false;
    this.#add({ text: rowText(cells, this.#columns), kind: 'item', marker: '-' });
  }

  /** Lines that are shown as they are written. A long block is several pieces. */
  code(text: string, language = ''): void {
    for (const part of partsOfCode(text)) {
      this.#begin('paragraph', true);
      const mark = '`'.repeat(Math.max(3, ...(part.match(/`+/g) ?? []).map((marks) => marks.length + 1)));
      this.#add({ text: `${mark}${language}\n${part}\n${mark}`, kind: 'sentence', marker: '' });
    }
  }

  /** Ends a list or a table: the next item or row begins another one. */
  endBlock(): void {
    this.#showLoneHeader();
    this.#columns = [];
    this.#open = null;
  }

  /** Adds questions of customers for the current passage. */
  questions(listed: readonly string[]): void {
    this.#questions.push(...listed);
  }

  get inList(): boolean {
    return this.#open === 'list';
  }

  get inTable(): boolean {
    return this.#open === 'table';
  }

  passages(): readonly Passage[] {
    this.endBlock();
    this.#close();
    return this.#passages;
  }

  /** True when it is a new block. */
  #begin(kind: 'paragraph' | 'list' | 'table', always: boolean): boolean {
    if (this.#open === kind && !always) return false;
    if (this.#length > PASSAGE_LENGTH) this.#close();
    this.#open = kind;
    this.#block += 1;
    this.#blockLength = 0;
    return true;
  }

  /** Names without a row below them are what the table says. */
  #showLoneHeader(): void {
    if (this.#isHeaderAlone) this.#add({ text: rowText(this.#columns, []), kind: 'item', marker: '-' });
    this.#isHeaderAlone = false;
  }

  #add(piece: Omit<Piece, 'block'>): void {
    for (const [at, text] of partsOf(piece.text).entries()) {
      if (this.#blockLength > PASSAGE_LENGTH) this.#split();
      const shape = at === 0 ? piece : ({ kind: 'sentence', marker: '' } as const);
      this.#pieces.push({ ...shape, text, block: this.#block });
      this.#length += text.length;
      this.#blockLength += text.length;
    }
  }

  /** The block goes on in another passage. */
  #split(): void {
    const open = this.#open;
    this.#close();
    this.#open = open;
    this.#block = 1;
    this.#blockLength = 0;
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

const CODE_LENGTH = PIECE_LENGTH - 100;
const PARTS_OF_LINE = new RegExp(`.{1,${CODE_LENGTH}}`, 'gsu');

/** Between two lines, where a line is not too long by itself. */
function partsOfCode(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of text.split('\n').flatMap((each) => each.match(PARTS_OF_LINE) ?? [''])) {
    if (part !== '' && part.length + line.length > CODE_LENGTH) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? line : `\n${line}`;
  }
  return part.trim() === '' ? parts : [...parts, part];
}

/** A column without a value in this row is not named: its name alone would say that it has one. */
function rowText(cells: readonly string[], columns: readonly string[]): string {
  const [first = '', ...others] = cells;
  const named = others.flatMap((cell, i) => (cell === '' ? [] : [[columns[i + 1], cell].filter(Boolean).join(' ')]));
  const subject = first.replaceAll('**', '');
  if (subject === '') return named.join(', ');
  return named.length === 0 ? subject : `**${subject}**: ${named.join(', ')}`;
}

/** Between two words, where there are any. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > PIECE_LENGTH) {
    const most = truncate(rest, PIECE_LENGTH);
    const end = most.lastIndexOf(' ');
    const part = end > PIECE_LENGTH / 2 ? most.slice(0, end) : most;
    parts.push(part.trimEnd());
    rest = rest.slice(part.length).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}
