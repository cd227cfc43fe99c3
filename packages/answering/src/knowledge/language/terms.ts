/**
 * A text as the search compares it: stems, without the words that mean nothing by themselves. Articles, listed questions and the
 * questions of visitors go through the same steps, or equal words would not match.
 */
import { UNSPACED_RUN, words } from '@service/realtime-server/text';
import type { Language } from './languages.js';

/** Rises when the same text would give other terms: what is indexed is then read again. */
export const TERMS_VERSION = 3;

/** The terms in the order of the text, without those of small words. */
export function termsOf(text: string, language: Language): readonly string[] {
  return termsAmong(text, language, (word) => !language.stops.has(word));
}

/** The same with the small words. */
export function allTermsOf(text: string, language: Language): readonly string[] {
  return termsAmong(text, language, () => true);
}

function termsAmong(text: string, language: Language, counts: (word: string) => boolean): readonly string[] {
  return words(text).flatMap((word) => {
    if (isUnspaced(word)) return segmentsOf(word, language.code).filter(counts);
    if (HANGUL.test(word)) return pairsOf(word.length > 2 ? word.replace(PARTICLE, '') : word);
    const folded = language.fold(word);
    return counts(folded) ? [stemOf(folded, language)] : [];
  });
}

/** The stem of one folded word. */
function stemOf(word: string, language: Language): string {
  // A number, a model's name with digits, a word of another script: the rules are not for them.
  return /^\p{L}+$/u.test(word) ? language.stem(word) || word : word;
}

function isUnspaced(word: string): boolean {
  return word.match(UNSPACED_RUN)?.[0].length === word.length;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** The words of a text without spaces, by the dictionary that comes with Node. */
function segmentsOf(run: string, code: string): readonly string[] {
  const segmenter = segmenters.get(code) ?? new Intl.Segmenter(code, { granularity: 'word' });
  segmenters.set(code, segmenter);
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}

const HANGUL = /^\p{Script=Hangul}+$/u;
/** What Korean hangs on a noun to say its place in the sentence. */
const PARTICLE = /(?:은|는|이|가|을|를|에|의|도|로|와|과)$/u;

/** Pairs of neighbouring signs: Korean joins its words to longer ones. */
function pairsOf(word: string): readonly string[] {
  const signs = [...word];
  return signs.length === 1 ? signs : signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
}
