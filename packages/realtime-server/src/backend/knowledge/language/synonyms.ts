/**
 * Words that mean the same. They widen what a question looks for and leave the articles alone, so an edited list holds
 * from the next question on, without reading an article again.
 */
import type { Language } from './languages.js';
import { stemOf, termsOf } from './terms.js';
import { words } from './words.js';

/** One group: single words or short phrases. */
export type SynonymGroup = readonly string[];

export interface Synonyms {
  /** The longest phrase of several words that begins at `from`: how many words, and what else says it. */
  phraseAt(said: readonly string[], from: number): { readonly length: number; readonly ways: readonly string[] } | null;
  /** What else says a term, the term itself included. */
  waysToSay(term: string): readonly string[];
  /** Every single word of the lists as it is written, and its term. */
  readonly words: ReadonlyMap<string, string>;
}

const LONGEST_PHRASE = 5;

/** Each way is terms joined by a space; phrases without a term ("how long") are understood but can't be looked for. */
export function synonymsOf(groups: readonly SynonymGroup[], language: Language): Synonyms {
  const byTerm = new Map<string, Set<string>>();
  const byPhrase = new Map<string, Set<string>>();
  const written = new Map<string, string>();
  for (const group of groups) {
    const ways = group.flatMap((member) => wayOf(member, language));
    for (const member of group) {
      const said = words(member).map(language.fold);
      const [only] = said;
      if (only === undefined) continue;
      if (said.length === 1) written.set(only, stemOf(only, language));
      const [table, key] = said.length === 1 ? [byTerm, stemOf(only, language)] : [byPhrase, said.join(' ')];
      const known = table.get(key) ?? new Set();
      for (const way of ways) known.add(way);
      table.set(key, known);
    }
  }
  return {
    phraseAt(said, from) {
      for (let length = Math.min(LONGEST_PHRASE, said.length - from); length > 1; length--) {
        const ways = byPhrase.get(said.slice(from, from + length).join(' '));
        if (ways) return { length, ways: [...ways] };
      }
      return null;
    },
    words: written,
    waysToSay: (term) => [...new Set([term, ...(byTerm.get(term) ?? [])])],
  };
}

/** None for a phrase that only a small word makes what it is: "come off" can't be looked for as "come". */
function wayOf(member: string, language: Language): readonly string[] {
  const terms = termsOf(member, language);
  return terms.length === 0 || (terms.length === 1 && words(member).length > 1) ? [] : [terms.join(' ')];
}
