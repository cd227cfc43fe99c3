/** How sure it is that a passage answers a question, and what follows. */

/** 0 to 1. Comparable between questions, languages and knowledge bases, which a search engine's score is not. */
export type Sureness = number;

/** Found enough to answer; found something near; found nothing. */
export type Verdict = 'answered' | 'near' | 'unknown';

export const ENOUGH = 0.6;
/** The most for a passage that must not be an answer by itself. */
export const NEARLY_ENOUGH = 0.59;
/** From here, a title is worth showing, and a passage worth giving to a model. */
export const NEAR = 0.2;

export function verdict(sure: Sureness): Verdict {
  if (sure >= ENOUGH) return 'answered';
  return sure >= NEAR ? 'near' : 'unknown';
}
