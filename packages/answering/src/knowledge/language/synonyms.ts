/**
 * Synonyms. They add wordings to a question and leave the articles unchanged, so an edited list applies to the next question without
 * reading an article again.
 */

import { words } from '@service/realtime-server/text';
import type { Expression } from './common-expressions.js';
import type { Language } from './languages.js';
import { stemOf, termsOf } from './terms.js';

/** One group: single words or short phrases. */
export type SynonymGroup = readonly string[];

export interface Phrase {
  /** The positions of its words in the question. */
  readonly at: readonly number[];
  readonly variants: TermVariants;
}

/** The wordings of one term, each as terms joined by a space. */
export interface TermVariants {
  /** Synonyms; the visitor's own word first. */
  readonly same: readonly string[];
  /** What articles probably call it (common-expressions.ts). */
  readonly meant: readonly string[];
}

export interface Synonyms {
  /**
   * The longest phrase of several words that begins at `from`, whatever form its words have. What belongs to the verb may
   * be away from it, as in "send the boots back". `stems`: of every word of the question.
   */
  phraseAt(stems: readonly string[], from: number): Phrase | null;
  variantsOf(term: string): TermVariants;
  /** Every single word of the lists as it is written, and its term. */
  readonly words: ReadonlyMap<string, string>;
}

const LONGEST_PHRASE = 5;
/** Words between a verb and what belongs to it. */
const LONGEST_GAP = 4;

/** Phrases without a term ("how long") are recognised, but have no wording to search for. */
export function synonymsOf(
  groups: readonly SynonymGroup[],
  language: Language,
  expressions: readonly Expression[] = [],
): Synonyms {
  const byTerm = new Map<string, Entry>();
  const byPhrase = new Map<string, Entry>();
  const written = new Map<string, string>();
  const note = (members: readonly string[], others: readonly string[], as: keyof Entry): void => {
    const added = others.flatMap((other) => wordingOf(other, language));
    for (const member of members) {
      const spelled = words(member).map(language.fold);
      const [only] = spelled;
      if (only === undefined) continue;
      if (spelled.length === 1) written.set(only, stemOf(only, language));
      const stems = spelled.map((word) => stemOf(word, language));
      const [table, key] = spelled.length === 1 ? [byTerm, stems[0] as string] : [byPhrase, stems.join(' ')];
      const known = table.get(key) ?? { same: new Set(), meant: new Set() };
      for (const wording of wordingOf(member, language)) known.same.add(wording);
      for (const wording of added) known[as].add(wording);
      table.set(key, known);
    }
  };
  for (const group of groups) note(group, group, 'same');
  for (const { wordings, meant } of expressions) note(wordings, meant, 'meant');
  const phrases = new Map([...byPhrase].map(([key, known]) => [key, variantsFrom([], known)]));
  const variants = new Map([...byTerm].map(([term, known]) => [term, variantsFrom([term], known)]));
  // Look a word up here first: most words begin no phrase, and a shop may list ten thousand questions.
  const beginnings = new Set([...phrases.keys()].map((key) => key.slice(0, key.indexOf(' '))));
  return {
    phraseAt(stems, from) {
      const first = stems[from] as string;
      if (!beginnings.has(first)) return null;
      let key = first;
      let longest: Phrase | null = null;
      for (let end = from + 1; end < Math.min(stems.length, from + LONGEST_PHRASE); end++) {
        key += ` ${stems[end]}`;
        const found = phrases.get(key);
        if (found) longest = { at: range(from, end + 1 - from), variants: found };
      }
      if (longest) return longest;
      for (let end = from + 2; end < Math.min(stems.length, from + 2 + LONGEST_GAP); end++) {
        if (!language.particles.has(stems[end] as string)) continue;
        const found = phrases.get(`${first} ${stems[end]}`);
        if (found) return { at: [from, end], variants: found };
      }
      return null;
    },
    words: written,
    variantsOf: (term) => variants.get(term) ?? { same: [term], meant: [] },
  };
}

interface Entry {
  readonly same: Set<string>;
  readonly meant: Set<string>;
}

function variantsFrom(first: readonly string[], known: Entry): TermVariants {
  const same = new Set([...first, ...known.same]);
  return { same: [...same], meant: [...known.meant].filter((wording) => !same.has(wording)) };
}

const range = (from: number, length: number): readonly number[] => Array.from({ length }, (_, i) => from + i);

/** Empty for a phrase whose meaning depends on a small word: "come off" must not be searched as "come". */
function wordingOf(member: string, language: Language): readonly string[] {
  const terms = termsOf(member, language);
  return terms.length === 0 || (terms.length === 1 && words(member).length > 1) ? [] : [terms.join(' ')];
}
