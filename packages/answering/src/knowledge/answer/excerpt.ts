/**
 * Makes an answer out of the articles: whole sentences, steps and rows of the best passage, in their own order and words, with a number
 * that leads to the source. Nothing is ever added, so nothing can be wrong that the articles don't say.
 */
import type { Citation } from '@service/protocol';
import { words } from '@service/realtime-server/text';
import { languageOf } from '../language/languages.js';
import { termsOf } from '../language/terms.js';
import type { Piece } from '../reading/article.js';
import type { Findings, ScoredPassage } from '../search/knowledge-base.js';
import type { Concept } from '../search/passage-index.js';
import { goesOn, refersBack } from './refers-back.js';
import { linkToSection } from './section-link.js';

export interface Extract {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** In words. A passage of no more is quoted whole; a list or a table may be longer, because half of it misleads. */
const MOST = 90;
const MOST_OF_LIST = 140;
const LEAST = 12;
/** As a share of the best passage's rank. In the fields of `npm run eval` hardly a right article is below it, and a quarter of the others is. */
const NEAR = 0.25;

/** A title that is a question. */
const ASKS = /[?？؟]\s*$/u;
/** From here on a title asks what the visitor has asked (`Evidence.name`). */
const SAME_QUESTION = 0.8;

/** Answers each part of a question from what was found for it; none of the findings is empty. */
export function extractAnswer(parts: readonly Findings[]): Extract {
  const texts: string[] = [];
  const citations: Citation[] = [];
  for (const { language, concepts, found } of parts) {
    const source = found[0] as ScoredPassage;
    const pieces = excerptOf(source.pieces, {
      relevanceOf: (text) => relevance(text, concepts, language),
      goesOn: (text) => goesOn(text, language),
    });
    const quote = quoteOf(pieces);
    if (citations.some((citation) => citation.quote === quote)) continue;
    const number = citations.length + 1;
    texts.push(`${titleAbove(source, pieces, language)}${render(pieces, number, cutOf(pieces, source.pieces))}`);
    citations.push(cite(source, number, quote));
  }
  return { text: texts.join('\n\n'), citations };
}

/**
 * The nearest articles besides those that are cited: at most `most`, numbered from where `cited` ends. What shares a word with the
 * question and no more is left out.
 */
export function nearest(parts: readonly Findings[], cited: readonly Citation[], most: number): readonly Citation[] {
  const citations: Citation[] = [];
  for (const source of parts.flatMap(({ found }) => atLeast(NEAR, found))) {
    if (citations.length === most) break;
    if ([...cited, ...citations].some(({ documentId }) => documentId === source.documentId)) continue;
    citations.push(cite(source, cited.length + citations.length + 1, source.pieces[0]?.text ?? ''));
  }
  return citations;
}

function atLeast(share: number, found: readonly ScoredPassage[]): readonly ScoredPassage[] {
  const best = Math.max(0, ...found.map(({ rank }) => rank));
  return found.filter(({ rank }) => rank >= share * best);
}

/**
 * The heading, else the title, where the quote says little without it, and where it asks something else than the visitor: then the
 * visitor sees which question is answered.
 */
function titleAbove({ title, heading, evidence }: ScoredPassage, [first]: readonly Piece[], language: string): string {
  const above = heading || title;
  const asksOtherwise = ASKS.test(above) && (evidence?.name ?? 1) < SAME_QUESTION;
  const isNeeded = asksOtherwise || (first?.kind === 'sentence' && refersBack(first.text, language));
  return isNeeded ? `**${escaped(above)}**\n\n` : '';
}

/** Without a meaning in Markdown. */
const escaped = (text: string): string => text.replace(/[[\]\\*_`<>]/g, '\\$&');

/** One line each: the title as a link where it has an address, and the number that opens the quote. */
export function titleLines(citations: readonly Citation[]): string {
  return citations
    .map(({ title, url, number }) => {
      const name = escaped(title);
      return `- ${url ? `[${name}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)` : name}\u00a0[${number}]`;
    })
    .join('\n');
}

function cite({ documentId, title, url, heading }: ScoredPassage, number: number, quote: string): Citation {
  return { number, documentId, title, ...(url && { url: linkToSection(url, heading) }), quote };
}

/** How much of what was asked for a text speaks of. */
function relevance(text: string, concepts: readonly Concept[], language: string): number {
  const terms = termsOf(text, languageOf(language));
  // The beginnings of words too, as the search finds them.
  const has = (term: string): boolean =>
    terms.some((each) => each === term || (term.length >= 4 && each.startsWith(term)));
  return concepts.reduce(
    (sum, { wordings, weight }) => sum + (wordings.some((wording) => wording.every(has)) ? weight : 0),
    0,
  );
}

interface Range {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

interface Reading {
  /** How much of what was asked for a text speaks of. */
  readonly relevanceOf: (text: string) => number;
  /** Whether a sentence says too little without the one before it. */
  readonly goesOn: (sentence: string) => boolean;
}

/** The piece that speaks most of the question, with what belongs to it before and after. */
export function excerptOf(pieces: readonly Piece[], { relevanceOf, goesOn }: Reading): readonly Piece[] {
  const lengths = pieces.map(({ text }) => wordCount(text));
  const length = ({ from, to }: Range): number => lengths.slice(from, to).reduce((sum, each) => sum + each, 0);
  if (length({ from: 0, to: pieces.length }) <= MOST) return withoutOpenEnd(pieces);
  const scores = pieces.map(({ text }) => relevanceOf(text));
  const best = scores.indexOf(Math.max(...scores));
  let range = listAround(pieces, best);
  if (length(range) > MOST_OF_LIST) range = partOfList(range, best, (part) => length(part) <= MOST_OF_LIST);
  const units = unitsOf(pieces);
  // What comes before leads to it: begin where the passage, else the paragraph begins, if there is room.
  const paragraph = units.find(({ from, to }) => from <= best && best < to)?.from ?? best;
  for (const from of [0, pieces.findIndex(({ block }) => block === pieces[best]?.block), paragraph]) {
    if (from < range.from && length({ from, to: range.to }) <= MOST) range = { ...range, from };
  }
  while (startsInside(pieces, range, goesOn) && length({ from: range.from - 1, to: range.to }) <= MOST_OF_LIST) {
    range = { ...range, from: range.from - 1 };
  }
  for (const unit of units) {
    if (unit.from < range.to) continue;
    const longer = { from: range.from, to: unit.to };
    if (length(longer) > (pieces[unit.from]?.kind === 'item' ? MOST_OF_LIST : MOST)) break;
    range = longer;
  }
  while (length(range) < LEAST && range.from > 0) range = { ...range, from: range.from - 1 };
  while (length(range) < LEAST && range.to < pieces.length) range = { ...range, to: range.to + 1 };
  return withoutOpenEnd(pieces.slice(range.from, range.to), pieces.slice(range.to));
}

/** Whether its first sentence goes on from one before it. */
function startsInside(pieces: readonly Piece[], { from }: Range, goesOn: Reading['goesOn']): boolean {
  const [before, first] = [pieces[from - 1], pieces[from]];
  return before?.kind === 'sentence' && first?.kind === 'sentence' && goesOn(first.text);
}

/** The whole list or table that a piece belongs to, with the line that introduces it; a sentence alone. */
function listAround(pieces: readonly Piece[], at: number): Range {
  const { block, kind } = pieces[at] as Piece;
  // A sentence that ends in a colon says little without what follows.
  const list = kind === 'item' ? block : endsOpen(pieces[at]) ? pieces[at + 1]?.block : undefined;
  if (list === undefined) return { from: at, to: at + 1 };
  const from = pieces.findIndex((piece) => piece.block === list);
  const to = pieces.findLastIndex((piece) => piece.block === list) + 1;
  return { from: endsOpen(pieces[from - 1]) ? from - 1 : from, to };
}

/** As much of a long list as `fits` around one of its items: first those after it. */
function partOfList({ from, to }: Range, at: number, fits: (part: Range) => boolean): Range {
  let part = { from: at, to: at + 1 };
  while (part.to < to && fits({ ...part, to: part.to + 1 })) part = { ...part, to: part.to + 1 };
  while (part.from > from && fits({ ...part, from: part.from - 1 })) part = { ...part, from: part.from - 1 };
  return part;
}

/** What is quoted whole or not at all: a sentence, or a list with the sentence that introduces it. */
function unitsOf(pieces: readonly Piece[]): readonly Range[] {
  const units: Range[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { to } = listAround(pieces, at);
    units.push({ from: at, to });
    at = to;
  }
  return units;
}

const endsOpen = (piece: Piece | undefined): boolean => piece?.kind === 'sentence' && /[:：]\W*$/u.test(piece.text);

/** An excerpt never ends in a colon: what follows is added, and where nothing does, the sentence is left out. */
function withoutOpenEnd(pieces: readonly Piece[], after: readonly Piece[] = []): readonly Piece[] {
  if (!endsOpen(pieces.at(-1))) return pieces;
  const [next] = after;
  if (next) return withoutOpenEnd([...pieces, ...after.filter(({ block }) => block === next.block).slice(0, 8)]);
  return pieces.length > 1 ? withoutOpenEnd(pieces.slice(0, -1)) : pieces;
}

/** Two signs of a script without spaces are about a word. */
function wordCount(text: string): number {
  return words(text).reduce((sum, word) => sum + (/\p{Lo}/u.test(word) ? Math.ceil(word.length / 2) : 1), 0);
}

function quoteOf(pieces: readonly Piece[]): string {
  const gap = (piece: Piece, before: Piece): string =>
    piece.kind === 'item' || isCode(piece) || isCode(before) ? '\n' : ' ';
  return pieces.map((piece, i) => `${i > 0 ? gap(piece, pieces[i - 1] as Piece) : ''}${piece.text}`).join('');
}

/** A block of code ends with its mark: nothing may be behind it on that line. */
const isCode = ({ text }: Piece): boolean => text.startsWith('```') && text.endsWith('```');

interface Cut {
  readonly before: boolean;
  readonly after: boolean;
}

/** Whether a list of the passage begins before the excerpt, or goes on after it. */
function cutOf(excerpt: readonly Piece[], whole: readonly Piece[]): Cut {
  const isSameList = (a: Piece | undefined, b: Piece | undefined): boolean =>
    a?.kind === 'item' && b?.kind === 'item' && a.block === b.block;
  const [first, last] = [excerpt[0], excerpt.at(-1)];
  return {
    before: isSameList(whole[whole.indexOf(first as Piece) - 1], first),
    after: isSameList(last, whole[whole.indexOf(last as Piece) + 1]),
  };
}

function render(pieces: readonly Piece[], number: number, cut: Cut): string {
  let text = cut.before ? '- …\n' : '';
  let before: Piece | null = null;
  for (const piece of pieces) {
    if (piece.kind === 'item')
      text += `${before ? (before.kind === 'item' ? '\n' : '\n\n') : ''}${piece.marker} ${piece.text}`;
    else text += `${before ? (before.block === piece.block ? ' ' : '\n\n') : ''}${piece.text}`;
    before = piece;
  }
  if (before && isCode(before)) return `${text}\n\n[${number}]`;
  // Not breakable, so that a number is never alone on a line.
  return `${text}${cut.after ? '\n- …' : ''}\u00a0[${number}]`;
}
