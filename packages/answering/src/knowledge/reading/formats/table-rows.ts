/**
 * The rows of one table of a page. A cell that spans columns or rows has its place in each of them, so that what follows is below
 * the name of its own column.
 */

export interface TableRow {
  readonly cells: readonly string[];
  /** It names the columns: its cells are `<th>`, or it is in `<thead>`, or the first row of the table is all bold. */
  readonly isHeader: boolean;
}

/** Beyond these a page says more than a table of people has. */
const MOST_SPANNED = 50;
const MOST_CELLS = 200;
const BOLD = /^\*\*([^*]+)\*\*$/;

interface Spanned {
  readonly text: string;
  rows: number;
}

export class TableRows {
  /** By column: cells of rows before that reach into this one. */
  readonly #spanned = new Map<number, Spanned>();
  #cells: string[] = [];
  #hasName = false;
  #hasValue = false;
  #isBold = true;
  #isFirst = true;

  begin(): void {
    this.#cells = [];
    this.#hasName = false;
    this.#hasValue = false;
    this.#isBold = true;
    this.#continueSpanned();
  }

  /** `isName`: the cell is a `<th>`. */
  add(written: string, isName: boolean, attributes: Readonly<Record<string, string>>): void {
    const text = written.replace(BOLD, '$1');
    if (text !== '') {
      this.#hasName ||= isName;
      this.#hasValue ||= !isName;
      this.#isBold &&= isName || BOLD.test(written);
    }
    const [columns, rows] = [spanIn(attributes.colspan), spanIn(attributes.rowspan)];
    for (let column = 0; column < columns && this.#cells.length < MOST_CELLS; column++) {
      // A name is that of each of its columns; a value is written once.
      const shown = column === 0 || isName ? text : '';
      if (rows > 1) this.#spanned.set(this.#cells.length, { text: shown, rows: rows - 1 });
      this.#cells.push(shown);
    }
    this.#continueSpanned();
  }

  /** Of the row that was begun. */
  end(isInHead: boolean): TableRow {
    const filled = this.#cells.filter((cell) => cell !== '').length;
    const isNamed = this.#hasName && !this.#hasValue;
    const isHeader = isInHead || isNamed || (this.#isFirst && this.#hasValue && this.#isBold && filled > 1);
    if (filled > 0) this.#isFirst = false;
    return { cells: this.#cells, isHeader };
  }

  #continueSpanned(): void {
    for (let at = this.#spanned.get(this.#cells.length); at; at = this.#spanned.get(this.#cells.length)) {
      at.rows -= 1;
      if (at.rows === 0) this.#spanned.delete(this.#cells.length);
      this.#cells.push(at.text);
    }
  }
}

function spanIn(written: string | undefined): number {
  const span = Number(written ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, MOST_SPANNED) : 1;
}
