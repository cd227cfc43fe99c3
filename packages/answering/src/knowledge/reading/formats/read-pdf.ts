/**
 * PDF, which knows no headings and no paragraphs, only glyphs in places: lines are put together again, what is larger
 * than the rest is a heading, a wider gap is a new paragraph, and lines that repeat on every page are no text.
 */
import { truncate } from '@service/protocol';
import { getDocumentProxy } from 'unpdf';
import { languageCode } from '../../language/languages.js';
import { Unreadable } from '../article.js';
import { PassageBuilder } from '../passage-builder.js';
import type { TextArticle } from './read-markdown.js';

const MOST_PAGES = 400;
const HEADING_FROM = 1.15;
const HEADING_LENGTH = 120;
/** In line heights. */
const PARAGRAPH_GAP = 1.7;

interface Line {
  readonly text: string;
  /** Height of the letters. */
  readonly size: number;
  readonly y: number;
  readonly page: number;
}

/** @throws Unreadable when it is locked, broken, too long, or has no text in it. */
export async function readPdf(bytes: Uint8Array): Promise<TextArticle> {
  const pdf = await open(bytes);
  try {
    if (pdf.numPages > MOST_PAGES) throw new Unreadable(`has ${pdf.numPages} pages; at most ${MOST_PAGES} are read`);
    const lines: Line[] = [];
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      lines.push(...linesOf(items as readonly Glyphs[], number));
      page.cleanup();
    }
    const pages = pagesByText(lines);
    const text = lines.filter(({ text: each }) => !isFurniture(each, pages.get(each)?.size ?? 0, pdf.numPages));
    if (text.length === 0) {
      throw new Unreadable('has no text in it, only pictures. Save it with text, or run text recognition on it');
    }
    const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> };
    const language = languageCode(typeof info.Language === 'string' ? info.Language : '');
    const own = typeof info.Title === 'string' ? info.Title.trim() : '';
    const { passages, firstHeading } = passagesOf(text);
    const title = own || firstHeading;
    return { ...(title && { title }), ...(language && { language }), passages };
  } finally {
    await pdf.loadingTask.destroy().catch(() => undefined);
  }
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      verbosity: 0,
      maxImageSize: 0,
    });
  } catch (error) {
    const { name, message } = error as Error;
    if (name === 'PasswordException') throw new Unreadable('is locked with a password. Save it without one');
    throw new Unreadable(`is not a PDF that can be read (${truncate(message, 120)})`);
  }
}

interface Glyphs {
  readonly str?: string;
  readonly height?: number;
  readonly hasEOL?: boolean;
  readonly transform?: readonly number[];
}

function linesOf(items: readonly Glyphs[], page: number): Line[] {
  const lines: Line[] = [];
  let text = '';
  let size = 0;
  let y = Number.NaN;
  const end = (): void => {
    const tidy = text.replace(/\s+/g, ' ').trim();
    if (tidy !== '') lines.push({ text: tidy, size, y, page });
    text = '';
    size = 0;
    y = Number.NaN;
  };
  for (const { str, height = 0, hasEOL, transform } of items) {
    if (str === undefined) continue;
    const at = transform?.[5] ?? y;
    if (Math.abs(at - y) > Math.max(2, height / 2) && str.trim() !== '') end();
    if (str.trim() !== '') {
      y = at;
      size = Math.max(size, height);
    }
    text += str;
    if (hasEOL) end();
  }
  end();
  return lines;
}

/** On which pages a line is. */
function pagesByText(lines: readonly Line[]): ReadonlyMap<string, ReadonlySet<number>> {
  const pages = new Map<string, Set<number>>();
  for (const { text, page } of lines) pages.set(text, (pages.get(text) ?? new Set()).add(page));
  return pages;
}

/** A page's number, or a line that repeats on most pages. `on`: how many it is on. */
function isFurniture(text: string, on: number, pages: number): boolean {
  if (/^(?:page |seite )?\d{1,4}(?: ?(?:\/|of|von) ?\d{1,4})?$/i.test(text)) return true;
  return pages >= 3 && on > pages / 2;
}

function passagesOf(lines: readonly Line[]) {
  const body = usualSize(lines);
  const isHeading = ({ size, text }: Line): boolean => size >= body * HEADING_FROM && text.length <= HEADING_LENGTH;
  const builder = new PassageBuilder();
  /** Lines of the paragraph: joined at its end, because it may be as long as the file. */
  let parts: string[] = [];
  let heading = '';
  let firstHeading = '';
  let before: Line | null = null;
  const endParagraph = (): void => {
    const paragraph = parts.join(' ');
    parts = [];
    const item = /^([•‣–▪●]|\d{1,3}[.)])\s+(.+)$/s.exec(paragraph);
    if (item) builder.item(/\d/.test(item[1] as string) ? (item[1] as string) : '-', item[2] as string);
    else if (paragraph !== '') {
      builder.endBlock();
      builder.paragraph(paragraph);
    }
  };
  for (const line of lines) {
    if (isHeading(line)) {
      endParagraph();
      heading = before && isHeading(before) && before.size === line.size ? `${heading} ${line.text}` : line.text;
      firstHeading ||= heading;
      builder.heading(heading);
    } else {
      const samePage = before?.page === line.page;
      const gap = samePage && before ? Math.abs(before.y - line.y) : 0;
      const beginsItem = /^(?:[•‣–▪●]|\d{1,3}[.)])\s/.test(line.text);
      if (beginsItem || gap > line.size * PARAGRAPH_GAP) endParagraph();
      const last = parts.at(-1) ?? '';
      // A word that was cut at the end of the line is one word again.
      if (/\p{Ll}-$/u.test(last) && /^\p{Ll}/u.test(line.text)) parts[parts.length - 1] = last.slice(0, -1) + line.text;
      else parts.push(line.text);
    }
    before = line;
  }
  endParagraph();
  return { passages: builder.passages(), firstHeading };
}

/** The size that most letters have. */
function usualSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}
