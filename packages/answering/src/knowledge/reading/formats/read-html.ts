/**
 * Reads HTML as a stream of tags, never as a tree: a page nested a million deep is then only long. The text is that of `<main>` or
 * `<article>`, or what has their roles, if there is one, else of the body, without menus, forms and scripts.
 */
import { Parser } from 'htmlparser2';
import { languageCode } from '../../language/languages.js';
import { type ArticleProperties, Unreadable } from '../article.js';
import { webAddress } from '../front-matter.js';
import { questionsInComment } from '../listed-questions.js';
import { PageText, tidy } from './page-text.js';
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
/** Of a form that is read: what is written beside its fields. */
const FORM_WORDS = new Set(['label', 'legend']);
/** What a form has that is a page, and no search field or sign-in has. */
const OF_PAGES = new Set('p main article'.split(' '));

/**
 * Some servers write the whole page into one form, so forms are read where there is no text outside of them.
 * @throws Unreadable when the page is nested deeper than any page is.
 */
export function readHtml(source: string): TextArticle {
  const page = readPage(source, false);
  if (page.passages.some(({ pieces }) => pieces.length > 0)) return page;
  const form = readPage(source, true);
  return form.passages.length > 0 ? form : page;
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
  #isPage = false;

  constructor(private readonly readsForms: boolean) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#open.push(name);
    if (this.#open.length > DEEPEST) throw new Unreadable(`is nested more than ${DEEPEST} levels deep`);
    this.#readHead(name, attributes);
    if (this.#skippedFrom !== null) return;
    // What is folded up until it is found is there to be found.
    const isFolded = attributes.hidden === 'until-found';
    const hidden = ('hidden' in attributes && !isFolded) || attributes['aria-hidden'] === 'true';
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
    this.#isPage ||= OF_PAGES.has(name);
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
    if (this.readsForms && !this.#isPage) return { ...properties, passages: [] };
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
