/**
 * Turns messages and search input into words that can be compared. Scripts without spaces are split into single characters,
 * so that any part of a sentence can be found; there, the characters of the search input must be adjacent.
 */
import { SEARCH_LIMITS } from '@service/protocol';
import type { Phrase } from '../../store/port/search.js';
import { UNSPACED_RUN, words } from './words.js';

const SIGN = UNSPACED_RUN.source.slice(0, -1);
const WORD = new RegExp(`${SIGN}|(?:(?!${SIGN})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const IS_SIGN = new RegExp(`^${SIGN}`, 'u');

const COMPARABLE = /^[\p{L}\p{N}\p{M}]+$/u;

interface Word {
  readonly term: string;
  readonly sign: boolean;
  /** Its position in the text, [from, to). */
  readonly from: number;
  readonly to: number;
}

function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].flatMap((found): readonly Word[] => {
    const [term] = words(found[0]);
    const from = found.index;
    // Some signs of a script are no letters; what an index would part or stumble over is left out.
    return term === undefined || !COMPARABLE.test(term)
      ? []
      : [{ term, sign: IS_SIGN.test(found[0]), from, to: from + found[0].length }];
  });
}

export const termsOf = (text: string): readonly string[] => wordsIn(text).map(({ term }) => term);

/** A word may be the beginning of one; signs that stand together are looked for together. */
export function phrasesOf(query: string): readonly Phrase[] {
  const phrases: { terms: string[]; prefix: boolean; to: number }[] = [];
  for (const { term, sign, from, to } of wordsIn(query)) {
    const last = phrases.at(-1);
    if (sign && last && !last.prefix && last.to === from) {
      last.terms.push(term);
      last.to = to;
    } else phrases.push({ terms: [term], prefix: !sign, to });
  }
  return phrases.slice(0, SEARCH_LIMITS.queryWords).map(({ terms, prefix }) => ({ terms, prefix }));
}

export interface Excerpt {
  readonly excerpt: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** The text around the first of the phrases, in one line, and where they all stand in it. */
export function excerptOf(text: string, phrases: readonly Phrase[]): Excerpt {
  const line = text.replace(/\s+/gu, ' ').trim();
  const all = wordsIn(line);
  const places = all.flatMap((_, at) => {
    const long = phrases.filter((phrase) => standsAt(all, at, phrase)).map(({ terms }) => terms.length);
    if (long.length === 0) return [];
    return [[(all[at] as Word).from, (all[at + Math.max(...long) - 1] as Word).to] as const];
  });
  const first = places[0]?.[0] ?? 0;
  const from = beginning(line, first);
  const to = Math.min(line.length, from + SEARCH_LIMITS.excerptLength);
  const [before, after] = [from > 0 ? '…' : '', to < line.length ? '…' : ''];
  const shift = before.length - from;
  return {
    excerpt: `${before}${whole(line.slice(from, to))}${after}`,
    marks: places
      .filter(([start, end]) => start >= from && end <= to)
      .slice(0, SEARCH_LIMITS.marks)
      .map(([start, end]) => [start + shift, end + shift] as const),
  };
}

function standsAt(all: readonly Word[], at: number, { terms, prefix }: Phrase): boolean {
  return terms.every((term, i) => {
    const here = all[at + i]?.term;
    return prefix ? here?.startsWith(term) : here === term;
  });
}

/** A little before the first word that was found, at the beginning of a word where there is one near. */
function beginning(line: string, first: number): number {
  const early = Math.max(0, first - 50);
  if (early === 0) return 0;
  const space = line.indexOf(' ', early);
  const from = space >= 0 && space < first ? space + 1 : early;
  return /[\uDC00-\uDFFF]/.test(line[from] as string) ? from - 1 : from;
}

/** Never with half a character at its end. */
const whole = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
