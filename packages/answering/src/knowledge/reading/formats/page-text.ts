/** The text of one part of a page, from its tags: headings, paragraphs, lists, and tables row by row. */
import { PassageBuilder, PIECE_LENGTH } from '../passage-builder.js';
import { TableRows } from './table-rows.js';

const BLOCKS = new Set(
  (
    'p div section article main header footer ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre figure ' +
    'figcaption hr br h1 h2 h3 h4 h5 h6 address details summary'
  ).split(' '),
);
/** Blocks that no cell of data has. */
const PARTS_OF_PAGE = new Set('table pre h1 h2 h3 h4 h5 h6'.split(' '));
/** The only text of a row is an entry of a list up to this length, and a paragraph beyond it. */
const LONGEST_ENTRY = 120;
/** Their Markdown. */
const EMPHASIS: ReadonlyMap<string, string> = new Map(Object.entries({ b: '**', strong: '**', i: '*', em: '*' }));

export class PageText {
  readonly #builder = new PassageBuilder();
  /** One entry for each list that is open: the next number, or null where items aren't numbered. */
  readonly #lists: (number | null)[] = [];
  #text = '';
  /** Of the `<pre>` that is open, as it is written. */
  #code: string | null = null;
  #kind: 'paragraph' | 'item' | 'heading' = 'paragraph';
  #table = new TableRows();
  /** Of the table: whether a row is open, and whether it is within `<thead>`. */
  #inRow = false;
  #inHead = false;
  #cell: { readonly isName: boolean; readonly attributes: Readonly<Record<string, string>> } | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#code !== null) {
      // Some write each line into an element of its own.
      if (BLOCKS.has(name) && !/^$|\n$/.test(this.#code)) this.#code += '\n';
      return;
    }
    this.#text += EMPHASIS.get(name) ?? '';
    if (!BLOCKS.has(name)) return;
    // Headings and tables in a cell: the table is there for its looks, and its cells are parts of the page.
    if (this.#inRow && PARTS_OF_PAGE.has(name)) this.#endRow(true);
    else if (this.#inRow && name === 'tr') this.#endRow(false);
    if (this.#inRow) {
      if (name === 'td' || name === 'th') this.#beginCell(name, attributes);
      this.#text += ' ';
      return;
    }
    // A paragraph in an item is the item's text.
    if (name === 'br' || (this.#kind === 'item' && tidy(this.#text) === '' && (name === 'p' || name === 'div'))) {
      this.#text += ' ';
      return;
    }
    this.#flush();
    if (name === 'pre') this.#code = '';
    else if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? 1 : null);
    else if (name === 'li') this.#kind = 'item';
    else if (/^h[1-6]$/.test(name)) this.#kind = 'heading';
    else if (name === 'tr') this.#beginRow();
    else if (name === 'thead') this.#inHead = true;
    else if (name === 'table') this.#beginTable();
  }

  close(name: string): void {
    if (this.#code !== null) return name === 'pre' ? this.#endCode() : undefined;
    const sign = EMPHASIS.get(name);
    if (sign !== undefined) this.#closeEmphasis(sign);
    if (!BLOCKS.has(name)) return;
    if (this.#inRow) {
      if (name === 'td' || name === 'th') this.#endCell();
      else if (name === 'tr') this.#endRow(false);
      else this.#text += ' ';
      return;
    }
    this.#flush();
    if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      this.#builder.endBlock();
    } else if (name === 'thead') this.#inHead = false;
    else if (name === 'table') this.#beginTable();
  }

  #endCode(): void {
    if (this.#code !== null) this.#builder.code(this.#code.replace(/^\n/, '').trimEnd());
    this.#code = null;
  }

  #beginTable(): void {
    this.#builder.endBlock();
    this.#table = new TableRows();
    this.#inHead = false;
  }

  #beginRow(): void {
    this.#inRow = true;
    this.#cell = null;
    this.#table.begin();
  }

  #beginCell(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#endCell();
    this.#cell = { isName: name === 'th', attributes };
  }

  #endCell(): void {
    const text = tidy(this.#text);
    this.#text = '';
    if (this.#cell) this.#table.add(text, this.#cell.isName, this.#cell.attributes);
    else if (text !== '') this.#table.add(text, false, {});
    this.#cell = null;
  }

  /** `isLayout`: its cells are parts of the page. */
  #endRow(isLayout: boolean): void {
    if (this.#cell || tidy(this.#text) !== '') this.#endCell();
    const { cells, isHeader } = this.#table.end(this.#inHead);
    this.#inRow = false;
    this.#text = '';
    const filled = cells.filter((cell) => cell !== '');
    const length = filled.reduce((sum, cell) => sum + cell.length, 0);
    // A longer row would be cut anywhere.
    if (isLayout || length > PIECE_LENGTH) for (const cell of filled) this.#builder.paragraph(cell);
    else if (filled.length > 1) {
      if (isHeader) this.#builder.header(cells);
      else this.#builder.row(cells);
    } else if (isHeader || length > LONGEST_ENTRY) for (const cell of filled) this.#builder.paragraph(cell);
    else for (const cell of filled) this.#builder.item('-', cell);
  }

  text(text: string): void {
    if (this.#code !== null) this.#code += text;
    else this.#text += text;
  }

  questions(listed: readonly string[]): void {
    // Flush first: the comment may be inside the heading that it belongs to.
    this.#flush();
    this.#builder.questions(listed);
  }

  passages() {
    this.#endCode();
    this.#flush();
    return this.#builder.passages();
  }

  /** Removes the markers of `<b></b>` and `<b> </b>`: without text they would be shown as they are. */
  #closeEmphasis(sign: string): void {
    const begun = this.#text.lastIndexOf(sign);
    const inside = begun < 0 ? '' : this.#text.slice(begun + sign.length);
    if (begun >= 0 && inside.trim() === '') this.#text = this.#text.slice(0, begun) + inside;
    else this.#text = this.#text.trimEnd() + sign + (/\s$/.test(this.#text) ? ' ' : '');
  }

  #flush(): void {
    const text = tidy(this.#text);
    const kind = this.#kind;
    this.#text = '';
    this.#kind = 'paragraph';
    if (text === '') return;
    if (kind === 'heading') this.#builder.heading(text.replace(/\*+/g, ''));
    else if (kind === 'paragraph') this.#builder.paragraph(text);
    else {
      const number = this.#lists.at(-1) ?? null;
      this.#builder.item(number === null ? '-' : `${number}.`, text);
      if (number !== null) this.#lists[this.#lists.length - 1] = number + 1;
    }
  }
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
