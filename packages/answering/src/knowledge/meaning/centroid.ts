/**
 * What a text is about, as one vector: the sum of its words', of which the usual ones count little (Arora et al. 2017).
 * It knows no grammar and no order; it brings texts together that speak of one thing in different words.
 */
import type { WordTable } from './word-table.js';

/** Of length 1, or all zeros when no word is known. */
export type Gist = Float32Array;

/** How often a word may be used, of all words, and count half. */
const USUAL = 1e-3;
/** The word at a place of the table is about so often used (Zipf): a tenth of all words, by the place. */
const MOST_USED = 0.1;

export function gistOf(
  parts: readonly { readonly terms: readonly string[]; readonly weight: number }[],
  table: WordTable,
): Gist {
  const sum = new Float32Array(table.dimensions);
  for (const { terms, weight } of parts) {
    for (const term of terms) {
      const place = table.place(term);
      if (place !== null) table.addTo(sum, term, (weight * USUAL) / (USUAL + MOST_USED / (place + 5)));
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((each) => each / length);
}

export function likeness(a: Gist, b: Gist): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
