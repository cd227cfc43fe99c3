/**
 * Which passage of the best article is quoted. What was asked in general stands in many of its passages, and an article
 * says first what most people ask: where another passage is not clearly better, the one it begins with goes before.
 */
import type { Found } from './judge.js';

/** So much more evidence another passage needs (likelihood.ts). */
const CLEARLY_BETTER = 1.5;

/** `found`: the best first, judged by evidence. Whether there is an answer at all doesn't change. */
export function openingFirst(found: readonly Found[]): readonly Found[] {
  const [best] = found;
  if (best === undefined || best.opens) return found;
  const opening = found.find(
    ({ opens, documentId, rank, listed }) =>
      opens &&
      documentId === best.documentId &&
      rank > best.rank - CLEARLY_BETTER &&
      // Whoever lists a question with one passage and not with the other has said where its answer stands.
      (listed || !best.listed),
  );
  if (opening === undefined) return found;
  const { coverage, rank, score } = best;
  return [{ ...opening, coverage, rank, score: score + 1 }, ...found.filter((each) => each !== opening)];
}
