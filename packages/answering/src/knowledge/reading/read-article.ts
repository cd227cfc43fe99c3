/** Reads one file of any format as an article. Must run in the reading thread: a file may be made to take very long. */
import { truncate } from '@service/protocol';
import { guessLanguage } from '../language/guess-language.js';
import { type Article, mergeProperties, Unreadable } from './article.js';
import { documentId, formatOf, languageInName } from './formats/formats.js';
import { readHtml } from './formats/read-html.js';
import { readMarkdown, readText, type TextArticle } from './formats/read-markdown.js';
import { readPdf } from './formats/read-pdf.js';
import { readAboutFile } from './front-matter.js';
import { leftToPeople } from './left-to-people.js';
import { assignQuestions } from './listed-questions.js';

/** A file with more is data, not an article. */
const MOST_PASSAGES = 2_000;
const TITLE_LENGTH = 200;

/** A longer one ends behind a whole word. */
function shortTitle(title: string): string {
  if (title.length <= TITLE_LENGTH) return title;
  return `${truncate(title, TITLE_LENGTH - 1).replace(/[\s\p{P}]+[\p{L}\p{N}]{0,30}$/u, '')}…`;
}

/**
 * `about`: the text of the file beside it, empty when there is none.
 * @throws Unreadable when it can't be read, with words that go after the file's name.
 */
export async function readArticle(file: string, bytes: Uint8Array, about: string): Promise<Article> {
  const read = await readAs(file, bytes);
  const inName = languageInName(file);
  const beside = readAboutFile(about);
  const properties = mergeProperties(beside.properties, read, inName ? { language: inName } : {});
  const { title, url, language } = properties;
  const named = shortTitle(clean(title ?? nameAsTitle(file)));
  const headingOf = (written: string): string => {
    const heading = clean(written);
    return heading === named ? '' : shortTitle(heading);
  };
  const written = read.passages.map(({ heading, pieces, questions }) => ({
    heading: headingOf(heading),
    pieces: pieces.map((piece) => ({ ...piece, text: clean(piece.text) })),
    questions: questions.map(clean),
  }));
  const front = [...(beside.properties.questions ?? []), ...(read.questions ?? [])].map(clean);
  const { passages, problems } = properties.leftToPeople
    ? leftToPeople(written, front)
    : assignQuestions(
        written,
        front,
        new Map([...beside.questions].map(([heading, questions]) => [headingOf(heading), questions.map(clean)])),
      );
  if (passages.length === 0) throw new Unreadable('has no text in it');
  if (passages.length > MOST_PASSAGES) {
    throw new Unreadable(
      `has ${passages.length} passages; at most ${MOST_PASSAGES} are read. Cut it into several files`,
    );
  }
  return {
    title: named,
    url: url ?? null,
    language: language ?? guessLanguage(textOf(passages), 'en'),
    passages,
    problems,
  };
}

function readAs(file: string, bytes: Uint8Array): TextArticle | Promise<TextArticle> {
  switch (formatOf(file)) {
    case 'markdown':
      return readMarkdown(decode(bytes));
    case 'html':
      return readHtml(decode(bytes, /<meta[^>]+charset=["']?([\w-]+)/i));
    case 'text':
      return readText(decode(bytes));
    case 'pdf':
      return readPdf(bytes);
    case null:
      throw new Unreadable('is no kind of file that is read: use .md, .html, .txt or .pdf');
  }
}

/** UTF-8, unless the file declares another encoding. */
function decode(bytes: Uint8Array, declaration?: RegExp): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // The mark counts for more than what the file declares: it was encoded again after that was written.
  const isMarked = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  const declared = isMarked
    ? undefined
    : declaration?.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 2_048)))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: declared === undefined }).decode(bytes);
  } catch {
    throw new Unreadable('is not text in UTF-8. Save it again as UTF-8');
  }
}

/** Without the invisible characters that a database rejects or a screen reader reads aloud. */
function clean(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2028\u2029\ufeff]|\p{Surrogate}/gu, '')
    .trim();
}

function textOf(passages: Article['passages']): string {
  return passages
    .slice(0, 10)
    .flatMap(({ pieces, questions }) => (pieces.length > 0 ? pieces.map(({ text }) => text) : questions.slice(0, 50)))
    .join(' ');
}

function nameAsTitle(file: string): string {
  const name = documentId(file)
    .replace(/^.*\//, '')
    .replace(/(?:\.[a-z]{2})?(?:\.[a-z]+)?$/i, '');
  return name.replace(/[-_]+/g, ' ');
}
