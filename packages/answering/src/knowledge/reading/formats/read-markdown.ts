/** Markdown and plain text: line by line into headings, paragraphs, lists and tables. */
import type { Article, ArticleProperties } from '../article.js';
import { splitFrontMatter } from '../front-matter.js';
import { questionsInComment } from '../listed-questions.js';
import { PassageBuilder } from '../passage-builder.js';
import { type MarkdownLines, markdownLines } from './markdown-lines.js';

export type TextArticle = ArticleProperties & Pick<Article, 'passages'>;

export function readMarkdown(source: string): TextArticle {
  const { properties, body } = splitFrontMatter(source);
  const { lines: written, questions } = withoutComments(body.split('\n'));
  const { lines, code } = markdownLines(written);
  const firstHeading = lines.map((line) => /^#[ \t]+(.+)$/.exec(line)?.[1]?.trim()).find((line) => line !== undefined);
  const title = properties.title ?? firstHeading;
  const builder = new PassageBuilder();
  readLines(
    lines,
    builder,
    (line) => {
      const found = /^#{1,6}[ \t]+(.*)$/.exec(line);
      if (!found) return null;
      const text = (found[1] as string).trim().replace(/#+$/, '').trimEnd();
      return text === title ? '' : text;
    },
    { questions, code },
  );
  return { ...properties, ...(title !== undefined && { title }), passages: builder.passages() };
}

/** Plain text: a line alone in capitals, or one that is underlined, is a heading. */
export function readText(source: string): TextArticle {
  const { properties, body } = splitFrontMatter(source);
  const lines = body.split('\n');
  const first = lines.find((line) => line.trim() !== '')?.trim();
  const title = properties.title ?? (first && first.length <= 80 ? first : undefined);
  const builder = new PassageBuilder();
  readLines(lines, builder, (line, next, before) => {
    const text = line.trim();
    const underlined = /^(?:={3,}|-{3,})\s*$/.test(next);
    const alone = before.trim() === '' && next.trim() === '';
    const inCapitals = alone && text.length <= 80 && /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
    const isTitle = alone && text !== '' && text === title;
    if (!underlined && !inCapitals && !isTitle) return /^(?:={3,}|-{3,})\s*$/.test(line) ? '' : null;
    return text === title ? '' : text;
  });
  return { ...properties, ...(title !== undefined && { title }), passages: builder.passages() };
}

const FENCE = /^\s*(?:```|~~~)/;

/** Removes comments, which are for the article's authors. Returns the questions that they list by line. */
function withoutComments(source: readonly string[]): {
  readonly lines: readonly string[];
  readonly questions: ReadonlyMap<number, readonly string[]>;
} {
  const questions = new Map<number, readonly string[]>();
  let fenced = false;
  let comment: string[] | null = null;
  const lines = source.map((line, at) => {
    if (comment === null) {
      if (FENCE.test(line)) fenced = !fenced;
      if (fenced || !/^ {0,3}<!--/.test(line)) return line;
      comment = [];
    }
    const text = comment.length === 0 ? line.trimStart().slice('<!--'.length) : line;
    const end = text.indexOf('-->');
    comment.push(end < 0 ? text : text.slice(0, end));
    if (end < 0) return '';
    const listed = questionsInComment(comment.join('\n'));
    if (listed !== null) questions.set(at, listed);
    comment = null;
    return text.slice(end + '-->'.length);
  });
  return { lines, questions };
}

/** What was taken out of the lines, by the line where it was. */
interface TakenOut {
  readonly questions: ReadonlyMap<number, readonly string[]>;
  readonly code: MarkdownLines['code'];
}

/** `headingOf` returns the heading of a line; null when it is none, empty when it is the title. */
function readLines(
  lines: readonly string[],
  builder: PassageBuilder,
  headingOf: (line: string, next: string, before: string) => string | null,
  { questions, code }: TakenOut = { questions: new Map(), code: new Map() },
): void {
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) builder.paragraph(paragraph.join(' '));
    paragraph = [];
  };
  lines.forEach((line, i) => {
    builder.questions(questions.get(i) ?? []);
    const block = code.get(i);
    if (block) {
      endParagraph();
      builder.code(block.text, block.language);
      return;
    }
    const heading = headingOf(line, lines[i + 1] ?? '', lines[i - 1] ?? '');
    const item = /^\s*([-*+•]|\d{1,3}[.)])\s+(\S.*)$/.exec(line);
    const row = /^\s*\|(.+)\|\s*$/.exec(line);
    if (heading !== null) {
      endParagraph();
      builder.heading(heading);
    } else if (item) {
      endParagraph();
      builder.item(/\d/.test(item[1] as string) ? (item[1] as string) : '-', (item[2] as string).trim());
    } else if (row) {
      endParagraph();
      const cells = (row[1] as string).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      if (cells.every((cell) => /^:?-+:?$/.test(cell))) return;
      if (builder.inTable) builder.row(cells);
      else builder.header(cells);
    } else if (line.trim() === '') {
      endParagraph();
      builder.endBlock();
    } else if (builder.inList && /^\s{2,}/.test(line)) {
      builder.continueItem(line.trim());
    } else {
      if (paragraph.length === 0) builder.endBlock();
      paragraph.push(line.trim().replace(/^>\s?/, ''));
    }
  });
  endParagraph();
}
