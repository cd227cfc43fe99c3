/**
 * Reads HTML as a stream of tags, never as a tree: a page nested a million deep is then only long. The text is that of `<main>` or
 * `<article>`, or what has their roles, if there is one, else of the body, without menus, forms and scripts.
 */
import { Parser } from 'htmlparser2';
import { languageCode } from '../../language/languages.js';
import { type ArticleProperties, Unreadable } from '../article.js';
import { webAddress } from '../front-matter.js';
import { questionsInComment } from '../listed-questions.js';
import { PassageBuilder, PIECE_LENGTH } from '../passage-builder.js';
import type { TextArticle } from './read-markdown.js';
import { TableRows } from './table-rows.js';

const DEEPEST = 400;
const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas video audio form button select textarea nav aside dialog'.split(
    ' ',
  ),
);
/** What is skipped by its role, whatever its tag. */
const SKIPPED_ROLES = new Set('navigation search dialog alertdialog menu menubar toolbar complementary'.split(' '));
/** Skipped outside of the article, read inside. */
const PAGE_PARTS = new Set(['header', 'footer']);
const PAGE_ROLES = new Set(['banner', 'contentinfo']);
const CONTENT = new Set(['main', 'article']);
const CONTENT_ROLES = new Set(['main', 'article']);
const BLOCKS = new Set(
  (
    'p div section article main header footer ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre figure ' +
    'figcaption hr br h1 h2 h3 h4 h5 h6 address details summary'
  ).split(' '),
);
/** Blocks that no cell of data has. */
const PARTS_OF_PAGE = new Set('table h1 h2 h3 h4 h5 h6'.split(' '));
/** The only text of a row is an entry of a list up to this length, and a paragraph beyond it. */
const LONGEST_ENTRY = 120;
/** Their Markdown. */
const EMPHASIS: ReadonlyMap<string, string> = new Map(Object.entries({ b: '**', strong: '**', i: '*', em: '*' }));

/** Of a form that is read: what is written beside its fields. */
const FORM_WORDS = new Set(['label', 'legend']);

/**
 * Some servers write the whole page into one form, so forms are read where there is no text outside of them.
 * @throws Unreadable when the page is nested deeper than any page is.
 */
export function readHtml(source: string): TextArticle {
  const page = readPage(source, false);
  return page.passages.some(({ pieces }) => pieces.length > 0) ? page : readPage(source, true);
}

function readPage(source: string, readsForms: boolean): TextArticle {
  const page = new HtmlPage(readsForms);
  const parser = new Parser({
    onopentag: (name, attributes) => page.open(name, attributes),
    onclosetag: (name) => page.close(name),
    ontext: (text) => page.text(text),
    oncomment: (comment) => page.comment(comment),
  });
  parser.end(source.replace(/^\uFEFF/, ''));
  return page.article();
}

class HtmlPage {
  readonly #content = new PageText();
  readonly #whole = new PageText();
  readonly #open: string[] = [];
  #title = '';
  #h1 = '';
  #url: string | undefined;
  #language: string | undefined;
  /** Depths of the tags within which text is skipped, and is content. */
  #skippedFrom: number | null = null;
  #contentFrom: number | null = null;
  #inTitle = false;
  #inFirstHeading = false;

  constructor(private readonly readsForms: boolean) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name);
    if (this.#open.length > DEEPEST) throw new Unreadable(`is nested more than ${DEEPEST} levels deep`);
    this.#readHead(name, attributes);
    if (this.#skippedFrom !== null) return;
    const hidden = 'hidden' in attributes || attributes['aria-hidden'] === 'true';
    const role = attributes.role?.trim().toLowerCase() ?? '';
    const isSkipped = name === 'head' || hidden || this.#skips(name) || SKIPPED_ROLES.has(role);
    const isPagePart = PAGE_PARTS.has(name) || PAGE_ROLES.has(role);
    if (isSkipped || (isPagePart && this.#contentFrom === null)) {
      this.#skippedFrom = this.#open.length;
      return;
    }
    if ((CONTENT.has(name) || CONTENT_ROLES.has(role)) && this.#contentFrom === null) {
      this.#contentFrom = this.#open.length;
    }
    if (name === 'h1' && this.#h1 === '') this.#inFirstHeading = true;
    this.#forEachText((text) => text.open(name, attributes));
  }

  close(name: string): void {
    const depth = this.#open.length;
    this.#open.pop();
    if (name === 'title') this.#inTitle = false;
    if (this.#skippedFrom !== null) {
      if (depth <= this.#skippedFrom) this.#skippedFrom = null;
      return;
    }
    if (name === 'h1') this.#inFirstHeading = false;
    this.#forEachText((text) => text.close(name));
    if (this.#contentFrom !== null && depth <= this.#contentFrom) this.#contentFrom = null;
  }

  text(text: string): void {
    if (this.#inTitle) this.#title += text;
    if (this.#skippedFrom !== null) return;
    if (this.#inFirstHeading) this.#h1 += text;
    this.#forEachText((to) => to.text(text));
  }

  comment(comment: string): void {
    const questions = this.#skippedFrom === null ? questionsInComment(comment) : null;
    if (questions !== null) this.#forEachText((to) => to.questions(questions));
  }

  article(): TextArticle {
    const title = tidy(this.#h1) || tidy(this.#title);
    const properties: ArticleProperties = {
      ...(title && { title }),
      ...(this.#url && { url: this.#url }),
      ...(this.#language && { language: this.#language }),
    };
    const content = this.#content.passages();
    // Some pages have an empty `<main>`, or mark a teaser without words.
    const passages = content.length > 0 ? content : this.#whole.passages();
    return {
      ...properties,
      passages: passages.map((each) => (each.heading === title ? { ...each, heading: '' } : each)),
    };
  }

  #skips(name: string): boolean {
    if (!this.readsForms) return SKIPPED.has(name);
    return name !== 'form' && (SKIPPED.has(name) || FORM_WORDS.has(name));
  }

  #readHead(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'html') this.#language = languageCode(attributes.lang ?? '') ?? undefined;
    if (name === 'link' && attributes.rel?.toLowerCase() === 'canonical') this.#url ??= webAddress(attributes.href);
    if (name === 'meta' && attributes.property === 'og:url') this.#url ??= webAddress(attributes.content);
    if (name === 'title' && this.#title === '') this.#inTitle = true;
  }

  #forEachText(change: (text: PageText) => void): void {
    change(this.#whole);
    if (this.#contentFrom !== null) change(this.#content);
  }
}

/** The text read so far of one part of the page. */
class PageText {
  readonly #builder = new PassageBuilder();
  /** One entry for each list that is open: the next number, or null where items aren't numbered. */
  readonly #lists: (number | null)[] = [];
  #text = '';
  #kind: 'paragraph' | 'item' | 'heading' = 'paragraph';
  #table = new TableRows();
  /** Of the table: whether a row is open, and whether it is within `<thead>`. */
  #inRow = false;
  #inHead = false;
  #cell: { readonly isName: boolean; readonly attributes: Readonly<Record<string, string>> } | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#text += EMPHASIS.get(name) ?? '';
    if (!BLOCKS.has(name)) return;
    // Headings and tables in a cell: the table is there for its looks, and its cells are parts of the page.
    if (this.#inRow && PARTS_OF_PAGE.has(name)) this.#endRow(true);
    if (this.#inRow && name !== 'tr') {
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
    if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? 1 : null);
    else if (name === 'li') this.#kind = 'item';
    else if (/^h[1-6]$/.test(name)) this.#kind = 'heading';
    else if (name === 'tr') this.#beginRow();
    else if (name === 'thead') this.#inHead = true;
    else if (name === 'table') this.#beginTable();
  }

  close(name: string): void {
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
    // A row is one piece, and the rest of a longer one would be lost.
    if (isLayout || length > PIECE_LENGTH) for (const cell of filled) this.#builder.paragraph(cell);
    else if (filled.length > 1) {
      if (isHeader) this.#builder.header(cells);
      else this.#builder.row(cells);
    } else if (isHeader || length > LONGEST_ENTRY) for (const cell of filled) this.#builder.paragraph(cell);
    else for (const cell of filled) this.#builder.item('-', cell);
  }

  text(text: string): void {
    this.#text += text;
  }

  questions(listed: readonly string[]): void {
    // Flush first: the comment may be inside the heading that it belongs to.
    this.#flush();
    this.#builder.questions(listed);
  }

  passages() {
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

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
