/** Which words of the articles say nearly what a word of the question says: "pricey" and "cost", "rucksack" and "backpack". */
import type { WordTable } from '../meaning/word-table.js';

/** Words that are less alike have only their company in common. */
const ALIKE_FROM = 0.55;
/** Words that are more alike mean the same. */
const SAME_FROM = 0.85;
const NOTHING: ReadonlyMap<string, number> = new Map();

/** The same of `terms` for any term. Cached for each, because visitors use the same words, and each is compared with thousands. */
export function nearnessTo(
  terms: Iterable<string>,
  table: WordTable | null,
): (term: string) => ReadonlyMap<string, number> {
  if (table === null) return () => NOTHING;
  const meaningful = [...terms].filter(table.has);
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (term) => {
    // Of words that the table has there are so many and no more, whatever is asked.
    if (!table.has(term)) return NOTHING;
    const near = known.get(term) ?? nearTerms(term, meaningful, table);
    known.set(term, near);
    return near;
  };
}

/** The terms that say nearly the same as `term`, and how nearly: above 0, at most 1. */
function nearTerms(term: string, terms: Iterable<string>, table: WordTable): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  for (const other of terms) {
    const nearness = (table.nearness(term, other) - ALIKE_FROM) / (SAME_FROM - ALIKE_FROM);
    if (nearness > 0) near.set(other, Math.min(1, nearness));
  }
  return near;
}
