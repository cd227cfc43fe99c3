/** Corrects misspelt words of visitors. */
import type { WordTable } from '../meaning/word-table.js';
import { errorsAllowed, isTypo, typingErrors } from './typo.js';

/** Added to the number of errors for a word that no article uses. */
const UNUSED_COST = 0.75;

/** Possible corrections by first letter and length, so that few have to be compared. */
export type Candidates = ReadonlyMap<string, readonly Candidate[]>;

interface Candidate {
  readonly written: string;
  readonly stem: string;
  readonly letters: number;
  /** Of equally likely words, the one with the lowest place is chosen. */
  readonly place: number;
}

/** `words`: each as it is written, and its stem; more likely ones first. */
export function candidatesAmong(words: Iterable<readonly [string, string]>): Candidates {
  const found = new Map<string, Candidate[]>();
  let place = 0;
  for (const [written, stem] of words) {
    const key = `${written[0]}${written.length}`;
    const others = found.get(key) ?? [];
    others.push({ written, stem, letters: lettersOf(written), place: place++ });
    found.set(key, others);
  }
  return found;
}

/** Cached by table; all inboxes share the tables. */
const ofTables = new WeakMap<WordTable, Candidates>();

/**
 * The stem of the corrected word. Null when the word is correct, or similar to none. Of several candidates the one with the fewest
 * errors is chosen, where a word that no article uses (see `isUsed`) counts more; then the most usual one.
 * `term`: the word's stem; `others`: terms that the table need not have.
 */
export function correctByTable(
  word: string,
  term: string,
  table: WordTable,
  others: Candidates,
  isUsed: (stem: string) => boolean,
): string | null {
  const most = errorsAllowed(word);
  if (most === 0 || table.forms.has(word)) return null;
  const ofTable = ofTables.get(table) ?? candidatesAmong(table.forms);
  ofTables.set(table, ofTable);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  const compareWith = (typed: string, among: Candidates): void => {
    const letters = lettersOf(typed);
    const [first = '', second = ''] = typed;
    let bestPlace = Number.NEGATIVE_INFINITY;
    const compare = ({ written, stem, letters: others, place }: Candidate): void => {
      if (bitsOf(letters ^ others) > 2 * most) return;
      const errors = typingErrors(typed, written, most);
      if (errors > most) return;
      const cost = errors + (isUsed(stem) ? 0 : UNUSED_COST);
      if (cost < least || (cost === least && place < bestPlace)) [best, least, bestPlace] = [stem, cost, place];
    };
    for (let length = typed.length - most; length <= typed.length + most; length++) {
      for (const each of among.get(`${first}${length}`) ?? []) compare(each);
      // The first letter is rarely wrong, unless it is swapped with the second.
      for (const each of among.get(`${second}${length}`) ?? []) if (each.written[1] === first) compare(each);
    }
  };
  compareWith(word, others);
  if (term !== word) compareWith(term, others);
  compareWith(word, ofTable);
  return best;
}

/** The letters of a word as a bit set of 32 classes. One error changes at most two bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

/** How many bits are set, counted side by side: in pairs, in fours, in bytes. */
function bitsOf(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const CORRECTED_FROM = 5;
const SURE_FROM = 7;
const SHORTEST_CORRECTION = 4;

/** The same for a language without a word table: chooses among the terms of articles, the synonyms and the small words. */
export function correctByArticles(
  word: string,
  term: string,
  terms: ReadonlyMap<string, number>,
  synonyms: ReadonlyMap<string, string>,
  stops: ReadonlySet<string>,
): string | null {
  const byTerm = likeliest(term, terms.keys(), (known) => terms.get(known) ?? 0);
  if (byTerm !== null) return byTerm;
  // A misspelt word that stems differently ("delivry") is nearer to a word as it is written than to its stem.
  const written = likeliest(word, synonyms.keys(), () => 0);
  if (written !== null) return synonyms.get(written) ?? null;
  return likeliest(word, stops.keys(), () => 0);
}

/** The word with a typing error that gives `word`; the most usual one of several. */
function likeliest(word: string, known: Iterable<string>, usual: (known: string) => number): string | null {
  if (word.length < CORRECTED_FROM) return null;
  let best: string | null = null;
  for (const each of known) {
    // Short words that differ in one letter are mostly different words: sleep and sleeve, drone and done.
    if (
      each.length < SHORTEST_CORRECTION ||
      (word.length < SURE_FROM &&
        each.length <= word.length &&
        !sameLetters(word, each) &&
        !sameLetters(word, `${each}s`))
    )
      continue;
    if ((isTypo(word, each) || isTypo(word, `${each}s`)) && (best === null || usual(each) > usual(best))) best = each;
  }
  return best;
}

function sameLetters(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('');
}
