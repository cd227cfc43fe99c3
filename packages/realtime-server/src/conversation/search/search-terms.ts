/**
 * Turns messages and search input into words that can be compared. Scripts without spaces are split into single characters,
 * so that any part of a sentence can be found; there, the characters of the search input must be adjacent.
 */
import { SEARCH_LIMITS } from '@service/protocol';
import type { Phrase } from '../../store/port/search.js';
import { firstWords, UNSPACED_RUN } from './words.js';

const SIGN = UNSPACED_RUN.source.slice(0, -1);
const WORD = new RegExp(`${SIGN}|(?:(?!${SIGN})[\\p{L}\\p{N}\\p{M}])+`, 'gu');
const IS_SIGN = new RegExp(`^${SIGN}`, 'u');

const COMPARABLE = /^[\p{L}\p{N}\p{M}]+$/u;

export interface Word {
  readonly term: string;
  readonly sign: boolean;
  /** Its position in the text, [from, to). */
  readonly from: number;
  readonly to: number;
}

/** Words that are folded together. Who stops early has folded no more than these in vain. */
const TOGETHER = 256;

/** The words of a text in their order, read only as far as they are asked for. */
export function* wordsIn(text: string): Generator<Word> {
  let batch: RegExpExecArray[] = [];
  for (const found of text.matchAll(WORD)) {
    batch.push(found);
    if (batch.length < TOGETHER) continue;
    yield* comparableWords(batch);
    batch = [];
  }
  yield* comparableWords(batch);
}

function* comparableWords(batch: readonly RegExpExecArray[]): Generator<Word> {
  const terms = firstWords(batch.map(([text]) => text));
  for (const [i, found] of batch.entries()) {
    const term = terms[i];
    // Some signs of a script are no letters; what an index would part or stumble over is left out.
    if (term === undefined || !COMPARABLE.test(term)) continue;
    const [text] = found;
    yield { term, sign: IS_SIGN.test(text), from: found.index, to: found.index + text.length };
  }
}

export const termsOf = (text: string): readonly string[] => Array.from(wordsIn(text), ({ term }) => term);

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
