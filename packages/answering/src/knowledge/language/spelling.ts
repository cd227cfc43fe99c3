/** Finds the word that a visitor meant who mistyped it. */
import type { WordTable } from '../meaning/word-table.js';
import { errorsAllowed, isTypo, typingErrors } from './typo.js';

/** Of a word that no article says, what it would have to be nearer by, to be the one that is meant. */
const UNSAID_COSTS = 0.75;

/** Words that may be meant, by their first letter and their length: only those that come near are looked at. */
export type Candidates = ReadonlyMap<string, readonly Candidate[]>;

interface Candidate {
  readonly written: string;
  readonly stem: string;
  readonly letters: number;
  /** Of those that are as likely, an earlier one is meant. */
  readonly place: number;
}

/** `words`: each as it is written, and its stem; those that are more likely to be meant first. */
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

/** Each table is one for all inboxes. */
const ofTables = new WeakMap<WordTable, Candidates>();

/**
 * The stem of the word that is meant, or null when the word is one of the language, or like none. Of several, the one
 * with the fewest errors, then the one that articles speak of (`isSaid`), then the one that is used most.
 * `term`: the word's stem; `others`: terms that the table need not have.
 */
export function mendByTable(
  word: string,
  term: string,
  table: WordTable,
  others: Candidates,
  isSaid: (stem: string) => boolean,
): string | null {
  const most = errorsAllowed(word);
  if (most === 0 || table.forms.has(word)) return null;
  const ofTable = ofTables.get(table) ?? candidatesAmong(table.forms);
  ofTables.set(table, ofTable);
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  const look = (typed: string, among: Candidates): void => {
    const letters = lettersOf(typed);
    const [first = '', second = ''] = typed;
    let bestPlace = Number.NEGATIVE_INFINITY;
    const compare = ({ written, stem, letters: others, place }: Candidate): void => {
      if (bitsOf(letters ^ others) > 2 * most) return;
      const errors = typingErrors(typed, written, most);
      if (errors > most) return;
      const cost = errors + (isSaid(stem) ? 0 : UNSAID_COSTS);
      if (cost < least || (cost === least && place < bestPlace)) [best, least, bestPlace] = [stem, cost, place];
    };
    for (let length = typed.length - most; length <= typed.length + most; length++) {
      for (const each of among.get(`${first}${length}`) ?? []) compare(each);
      // People rarely miss the first letter, unless they swap it with the second.
      for (const each of among.get(`${second}${length}`) ?? []) if (each.written[1] === first) compare(each);
    }
  };
  look(word, others);
  if (term !== word) look(term, others);
  look(word, ofTable);
  return best;
}

/** Which letters a word has, a bit for each of 32 kinds: an error changes two of them at most. */
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

const MENDED_FROM = 5;
const SURE_FROM = 7;
const SHORTEST_MEANT = 4;

/** The same for a language without a word table: of the terms of articles, the synonyms and the small words. */
export function mendByArticles(
  word: string,
  term: string,
  terms: ReadonlyMap<string, number>,
  synonyms: ReadonlyMap<string, string>,
  stops: ReadonlySet<string>,
): string | null {
  const mended = likeliest(term, terms.keys(), (known) => terms.get(known) ?? 0);
  if (mended !== null) return mended;
  // A form that stems differently ("delivry") is nearer to a word as it is written than to its stem.
  const written = likeliest(word, synonyms.keys(), () => 0);
  if (written !== null) return synonyms.get(written) ?? null;
  return likeliest(word, stops.keys(), () => 0);
}

/** The word that is meant, the most usual one when there are several. */
function likeliest(word: string, known: Iterable<string>, usual: (known: string) => number): string | null {
  if (word.length < MENDED_FROM) return null;
  let best: string | null = null;
  for (const each of known) {
    // Short words that differ in one letter are mostly two words: sleep and sleeve, drone and done.
    if (
      each.length < SHORTEST_MEANT ||
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
