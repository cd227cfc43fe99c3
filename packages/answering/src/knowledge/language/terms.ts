/**
 * What a text speaks of, as the search compares it: stems without the words that mean nothing by themselves. Articles and
 * questions go through the same steps, or they would never meet; and both stores index these terms and nothing of their
 * own making, so the same question finds the same passages in each.
 */

import { UNSPACED_RUN, words } from '@service/realtime-server/text';
import type { Language } from './languages.js';

/** Rises when the same text would give other terms: what is indexed is then read again. */
export const TERMS_VERSION = 2;

/** The terms in the order of the text. Those of words that carry no meaning are left out. */
export function termsOf(text: string, language: Language): readonly string[] {
  return words(text.replace(AMOUNT, ` $& ${AMOUNT_OF_MONEY} `)).flatMap((word) => {
    const known = language.fold(word);
    return termsOfWord(known, stemOf(known, language), language);
  });
}

/** The same of one folded word. */
export function termsOfWord(word: string, stem: string, language: Language): readonly string[] {
  if (isUnspaced(word)) return signPairs(word);
  if (language.stops.has(word)) return [];
  if (HANGUL.test(word)) return signPairs(word.length > 2 ? word.replace(PARTICLE, '') : word);
  return [stem];
}

/**
 * Added to every amount of money, because "New zip: €35" says what a zip costs and has no word for it. A member of the
 * groups of synonyms for costs.
 */
export const AMOUNT_OF_MONEY = 'amountofmoney';
const AMOUNT = /[€$£¥]\s?\d[\d.,]*|\d[\d.,]{0,24}\s?(?:[€$£¥]|(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|kr)\b)/g;

/** The term of one folded word, stop word or not. */
export function stemOf(word: string, language: Language): string {
  // A number, a model's name with digits, a word of another script: the rules are not for them.
  return /^\p{L}+$/u.test(word) ? language.stem(word) || word : word;
}

/** A text whose every word is in a script without spaces can't be split at them. */
export function isUnspaced(word: string): boolean {
  return word.match(UNSPACED_RUN)?.[0].length === word.length;
}

const HANGUL = /^\p{Script=Hangul}+$/u;
/** What Korean hangs on a noun to say its place in the sentence. */
const PARTICLE = /(?:은|는|이|가|을|를|에|의|도|로|와|과)$/u;
/** Japanese writes its meaning in these two and its grammar in Hiragana. */
const MEANING =
  /\p{Script=Han}+|[\p{Script=Katakana}ー]+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** What Chinese questions are made of besides their subject. */
const CHINESE_STOPS =
  /怎么样|怎么|什么|可以|如何|多少|请问|我们|你们|他们|是否|为什么|哪里|能不能|可不可以|多久|[的了吗呢吧我你他她它是在有和与及或都也就不请能会要个这那]/gu;

/** Pairs of neighbouring signs, which is what an index of such texts can find; a single sign by itself. */
function signPairs(run: string): readonly string[] {
  const parts = HANGUL.test(run) ? [run] : (run.replace(CHINESE_STOPS, ' ').match(MEANING) ?? []);
  return parts.flatMap((part) => {
    const signs = [...part];
    return signs.length === 1 ? signs : signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
  });
}
