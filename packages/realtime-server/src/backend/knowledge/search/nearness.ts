/** Which words of the articles say nearly what a word of the question says: "pricey" and "cost", "rucksack" and "backpack". */
import type { WordTable } from '../meaning/word-table.js';

/** Words that are less alike have only their company in common. */
const ALIKE_FROM = 0.55;
/** Words that are more alike mean the same. */
const SAME_FROM = 0.85;

/** The terms that say nearly the same as `term`, and how nearly: above 0, at most 1. */
export function nearTerms(term: string, terms: Iterable<string>, table: WordTable): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  if (!table.has(term)) return near;
  for (const other of terms) {
    const nearness = (table.nearness(term, other) - ALIKE_FROM) / (SAME_FROM - ALIKE_FROM);
    if (nearness > 0) near.set(other, Math.min(1, nearness));
  }
  return near;
}
