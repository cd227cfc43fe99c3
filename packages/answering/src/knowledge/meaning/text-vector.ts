/**
 * The subject of a text as one vector: the sum of the vectors of its words, in which usual words count little (Arora et al. 2017).
 * Texts about one subject in different words have similar vectors; grammar and word order are ignored.
 */
import type { WordTable } from './word-table.js';

/** Of length 1, or all zeros when no word is known. */
export type TextVector = Float32Array;

/** A word with this share of all words counts half. */
const USUAL = 1e-3;
/** The share of the word at a place of the table is about this, divided by the place (Zipf). */
const MOST_USED = 0.1;

export function textVector(
  parts: readonly { readonly terms: readonly string[]; readonly weight: number }[],
  table: WordTable,
): TextVector {
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

/** Both vectors have length 1. */
export function cosineSimilarity(a: TextVector, b: TextVector): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
