/**
 * Whether what was found is an answer. A search always finds something and its scores mean nothing by themselves: in a
 * small collection a wrong article may score higher than a right one. What separates them is coverage: how many of the
 * question's words the passage really speaks of. Where it is known what words mean, coverage is one of several kinds of
 * evidence (search/likelihood.ts), and the same bounds hold for what they weigh together.
 */

/** Found enough to answer; found something near; found nothing. */
export type Verdict = 'answered' | 'near' | 'unknown';

export const ENOUGH = 0.6;
/** The most of what is near, however near it is. */
export const NEARLY_ENOUGH = 0.59;
export const NEAR = 0.34;

/** The share of what was asked that is covered, each counted by its weight. 0 for a question that asks nothing. */
export function coverage<Asked extends { readonly weight: number }>(
  asked: readonly Asked[],
  /** How far each is covered, 0 to 1. */
  covers: (each: Asked) => number,
): number {
  let all = 0;
  let covered = 0;
  for (const each of asked) {
    all += each.weight;
    covered += each.weight * covers(each);
  }
  return all === 0 ? 0 : covered / all;
}

export function verdict(covered: number): Verdict {
  if (covered >= ENOUGH) return 'answered';
  return covered >= NEAR ? 'near' : 'unknown';
}
