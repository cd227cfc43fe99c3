/**
 * Decides whether a passage answers a question. The scores of a search are not enough: it always finds something, and in a small
 * collection a wrong article may score higher than a right one. Coverage separates them: the share of the question's words that the
 * passage has. For a language with a table of word meanings it is one of several features (search/learning/likelihood.ts), and
 * the same bounds apply to their likelihood.
 */

/** Found enough to answer; found something near; found nothing. */
export type Verdict = 'answered' | 'near' | 'unknown';

export const ENOUGH = 0.6;
/** The most for a passage that is only similar. */
export const NEARLY_ENOUGH = 0.59;
export const NEAR = 0.34;

/** The covered share of the question, each term counted by its weight. 0 for a question without terms. */
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
