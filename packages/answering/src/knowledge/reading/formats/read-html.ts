/**
 * Reads HTML as a stream of tags, never as a tree: a page nested a million deep is then only long. The text is that of `<main>` or
 * `<article>`, or what has their roles, if there is one, else of the body, without menus, forms and scripts.
 */
import { Parser } from 'htmlparser2';
import { languageCode } from '../../language/languages.js';
import { type ArticleProperties, Unreadable } from '../article.js';
import { webAddress } from '../front-matter.js';
import { questionsInComment } from '../listed-questions.js';
import { PassageBuilder } from '../passage-builder.js';
import type { TextArticle } from './read-markdown.js';

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
/** Their Markdown. */
const EMPHASIS: ReadonlyMap<string, string> = new Map(Object.entries({ b: '**', strong: '**', i: '*', em: '*' }));

/** @throws Unreadable when the page is nested deeper than any page is. */
export function readHtml(source: string): TextArticle {
  const page = new HtmlPage();
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
  #hasContent = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name);
    if (this.#open.length > DEEPEST) throw new Unreadable(`is nested more than ${DEEPEST} levels deep`);
    this.#readHead(name, attributes);
    if (this.#skippedFrom !== null) return;
    const hidden = 'hidden' in attributes || attributes['aria-hidden'] === 'true';
    const role = attributes.role?.trim().toLowerCase() ?? '';
    const isSkipped = name === 'head' || hidden || SKIPPED.has(name) || SKIPPED_ROLES.has(role);
    const isPagePart = PAGE_PARTS.has(name) || PAGE_ROLES.has(role);
    if (isSkipped || (isPagePart && this.#contentFrom === null)) {
      this.#skippedFrom = this.#open.length;
      return;
    }
    if ((CONTENT.has(name) || CONTENT_ROLES.has(role)) && this.#contentFrom === null) {
      this.#contentFrom = this.#open.length;
      this.#hasContent = true;
    }
    if (name === 'h1' && this.#h1 === '') this.#inFirstHeading = true;
    this.#forEachText((text) => text.open(name));
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
    const passages = (this.#hasContent ? this.#content : this.#whole).passages();
    return {
      ...properties,
      passages: passages.map((each) => (each.heading === title ? { ...each, heading: '' } : each)),
    };
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
  #cells: string[] | null = null;

  open(name: string): void {
    this.#text += EMPHASIS.get(name) ?? '';
    if (!BLOCKS.has(name)) return;
    if (this.#cells !== null && name !== 'tr') {
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
    else if (name === 'tr') this.#cells = [];
    else if (name === 'table') this.#builder.endBlock();
  }

  close(name: string): void {
    const sign = EMPHASIS.get(name);
    if (sign !== undefined) this.#closeEmphasis(sign);
    if (!BLOCKS.has(name)) return;
    if (this.#cells !== null) {
      if (name === 'td' || name === 'th') {
        this.#cells.push(tidy(this.#text).replace(/^\*\*(.*)\*\*$/, '$1'));
        this.#text = '';
      } else if (name === 'tr') {
        if (this.#cells.length > 0) this.#builder.row(this.#cells);
        this.#cells = null;
        this.#text = '';
      }
      return;
    }
    this.#flush();
    if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      this.#builder.endBlock();
    } else if (name === 'table') this.#builder.endBlock();
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
