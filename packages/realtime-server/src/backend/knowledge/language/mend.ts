/** The word that somebody meant who typed another one. */
import type { WordTable } from '../meaning/word-table.js';
import { errorsAllowed, isTypo, typingErrors } from './typo.js';

/** Of a word that no article says, what it would have to be nearer by, to be the one that is meant. */
const UNSAID_COSTS = 0.75;

/** Words that may be meant, by their first letter. */
export type Candidates = ReadonlyMap<string, readonly Candidate[]>;

interface Candidate {
  readonly written: string;
  readonly stem: string;
  readonly letters: number;
}

/** `words`: each as it is written, and its stem. Of those that are as likely, an earlier one is meant. */
export function candidatesAmong(words: Iterable<readonly [string, string]>): Candidates {
  const byFirst = new Map<string, Candidate[]>();
  for (const [written, stem] of words) {
    const first = written[0] ?? '';
    const others = byFirst.get(first) ?? [];
    others.push({ written, stem, letters: lettersOf(written) });
    byFirst.set(first, others);
  }
  return byFirst;
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
    // People rarely miss the first letter, unless they swap it with the second.
    const [first = '', second = ''] = typed;
    const swapped = (among.get(second) ?? []).filter(({ written }) => written[1] === first);
    for (const { written, stem, letters: others } of [...(among.get(first) ?? []), ...swapped]) {
      if (Math.abs(written.length - typed.length) > most || bitsOf(letters ^ others) > 2 * most) continue;
      const errors = typingErrors(typed, written, most);
      if (errors > most) continue;
      const cost = errors + (isSaid(stem) ? 0 : UNSAID_COSTS);
      if (cost < least) [best, least] = [stem, cost];
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

function bitsOf(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

const MENDED_FROM = 5;
const SURE_FROM = 7;
const SHORTEST_MEANT = 4;

/** The same where nobody knows the language's words: of the terms of articles, the synonyms and the small words. */
export function mendByArticles(
  word: string,
  term: string,
  terms: ReadonlyMap<string, number>,
  synonyms: ReadonlyMap<string, string>,
  stops: ReadonlySet<string>,
): string | null {
  const said = likeliest(term, terms.keys(), (known) => terms.get(known) ?? 0);
  if (said !== null) return said;
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
