/**
 * Chooses the passage of the best article to quote. A general question matches many of its passages, and an article
 * answers first what most people ask: unless another passage is clearly better, its first one is quoted.
 */
import type { ScoredPassage } from './score-passage.js';

/** So much more evidence another passage needs (likelihood.ts). */
const CLEARLY_BETTER = 1.5;

/** `found`: the best first, judged by evidence. Whether there is an answer at all doesn't change. */
export function openingFirst(found: readonly ScoredPassage[]): readonly ScoredPassage[] {
  const [best] = found;
  if (best === undefined || best.opens) return found;
  const opening = found.find(
    ({ opens, documentId, rank, listed }) =>
      opens &&
      documentId === best.documentId &&
      rank > best.rank - CLEARLY_BETTER &&
      // A question that is listed with one passage and not with the other has its answer there.
      (listed || !best.listed),
  );
  if (opening === undefined) return found;
  const { coverage, rank, score } = best;
  return [{ ...opening, coverage, rank, score: score + 1 }, ...found.filter((each) => each !== opening)];
}
