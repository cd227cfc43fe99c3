/**
 * Whether what was found is an answer. A search always finds something and its scores mean nothing by themselves: in a
 * small collection a wrong article may score higher than a right one. What separates them is coverage: how many of the
 * question's words the passage really speaks of.
 */

/** Found enough to answer; found something near; found nothing. */
export type Verdict = 'answered' | 'near' | 'unknown';

export const ENOUGH = 0.6;
export const NEAR = 0.34;

/** The share of the question's terms that are covered, each counted by its weight. 0 for a question without terms. */
export function coverage(
  questionTerms: readonly string[],
  covers: (term: string) => boolean,
  weight: (term: string) => number,
): number {
  let all = 0;
  let covered = 0;
  for (const each of new Set(questionTerms)) {
    const w = weight(each);
    all += w;
    if (covers(each)) covered += w;
  }
  return all === 0 ? 0 : covered / all;
}

export function verdict(covered: number): Verdict {
  if (covered >= ENOUGH) return 'answered';
  return covered >= NEAR ? 'near' : 'unknown';
}
