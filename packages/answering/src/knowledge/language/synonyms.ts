/**
 * Synonyms. They add wordings to a question and leave the articles unchanged, so an edited list applies to the next question without
 * reading an article again.
 */
import type { Language } from './languages.js';
import { allTermsOf, termsOf } from './terms.js';

/** One group: single words or short phrases. */
export type SynonymGroup = readonly string[];

/** What a question asks for, once: the visitor's own wording first, each wording as its terms. Never empty. */
export type Wordings = readonly (readonly string[])[];

export interface Synonyms {
  /** What the question asks for, in its order; each different wording once. */
  wordingsIn(question: string): readonly Wordings[];
}

interface Member {
  /** All its terms, small words too: "take back" is found by both. */
  readonly spelled: readonly string[];
  readonly others: Wordings;
}

export function synonymsOf(groups: readonly SynonymGroup[], language: Language): Synonyms {
  const byFirst = new Map<string, Member[]>();
  for (const group of groups) {
    const others = Array.from(group, (member) => termsOf(member, language)).filter((terms) => terms.length > 0);
    for (const member of group) {
      const spelled = allTermsOf(member, language);
      const [first] = spelled;
      if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { spelled, others }]);
    }
  }
  /** The longest member that begins at `from`. */
  const memberAt = (terms: readonly string[], from: number): Member | undefined =>
    byFirst
      .get(terms[from] as string)
      ?.filter(({ spelled }) => spelled.every((term, i) => terms[from + i] === term))
      .sort((a, b) => b.spelled.length - a.spelled.length)[0];
  return {
    wordingsIn(question) {
      const all = allTermsOf(question, language);
      const own = new Set(termsOf(question, language));
      const found = new Map<string, Wordings>();
      for (let at = 0; at < all.length; at++) {
        const member = memberAt(all, at);
        const terms = (member?.spelled ?? [all[at] as string]).filter((term) => own.has(term));
        if (terms.length > 0 || member)
          found.set(
            terms.join(' ') || String(member?.spelled.join(' ')),
            unique([...(terms.length > 0 ? [terms] : []), ...(member?.others ?? [])]),
          );
        if (member) at += member.spelled.length - 1;
      }
      return [...found.values()].filter((wordings) => wordings.length > 0);
    },
  };
}

function unique(wordings: Wordings): Wordings {
  return [...new Map(wordings.map((terms) => [terms.join(' '), terms])).values()];
}
