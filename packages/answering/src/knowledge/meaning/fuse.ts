/**
 * Puts two orders of passages together, by words and by meaning. By rank, because their scores can't be compared; and
 * within what the gate says of each passage, because it is words that can be checked: a meaning that is near is never by
 * itself a reason to answer. Only where both agree is a passage that is nearly good enough good enough.
 */
import { ENOUGH, NEAR, verdict } from '../answer/confidence.js';
import type { ScoredPassage } from '../search/score-passage.js';

/** As usual in reciprocal rank fusion: how little the first places differ. */
const FLATNESS = 60;
const AGREED_WITHIN = 3;
const CLASS = { answered: 0, near: 1, unknown: 2 } as const;

/** `byWords`, the best first; `byMeaning`: hashes, the nearest first. */
export function fuse(byWords: readonly ScoredPassage[], byMeaning: readonly string[]): readonly ScoredPassage[] {
  const place = new Map(byMeaning.map((hash, i) => [hash, i]));
  const ranked = byWords.map((found, i) => {
    const other = place.get(found.hash);
    const rank = 1 / (FLATNESS + i) + (other === undefined ? 0 : 1 / (FLATNESS + other));
    const agreed = i < AGREED_WITHIN && other === 0 && found.coverage >= NEAR;
    // Where both orders together leave it open, meaning decides: words had their say in what was found at all.
    return {
      place: other ?? byMeaning.length,
      found: agreed ? { ...found, coverage: Math.max(found.coverage, ENOUGH) } : found,
      rank,
    };
  });
  return ranked
    .sort(
      (a, b) =>
        CLASS[verdict(a.found.coverage)] - CLASS[verdict(b.found.coverage)] || b.rank - a.rank || a.place - b.place,
    )
    .map(({ found }) => found);
}
