/** What a run shows: whether an answer is what a test expects, and how it differs from that of the published version. Pure. */
import type { AgentTest } from '../agent-fields.js';
import type { SimulatedAnswer } from '../answering.js';

export const DIFFERENCES = ['better', 'worse', 'same', 'other'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** What of an answer decides. */
export type Judged = Pick<SimulatedAnswer, 'text' | 'outcome' | 'citations'>;

const documentsOf = ({ citations }: Judged): readonly string[] =>
  [...new Set(citations.map(({ documentId }) => documentId))].sort();

/** Null: there was no answer, and a test is not passed without one. */
export function isPassed({ expect, documentId }: Pick<AgentTest, 'expect' | 'documentId'>, answer: Judged | null) {
  if (answer?.outcome !== expect) return false;
  return expect !== 'answered' || documentId === null || documentsOf(answer).includes(documentId);
}

/**
 * Of `now` to `before`. With a test, passing it is better. Without one an answer is better than none; whether another answer is
 * better than the one before is for people to say.
 */
export function differenceOf(
  test: Pick<AgentTest, 'expect' | 'documentId'> | null,
  now: Judged | null,
  before: Judged | null,
): Difference {
  const worth = (answer: Judged | null): number =>
    test === null ? Number(answer?.outcome === 'answered') : Number(isPassed(test, answer));
  if (worth(now) !== worth(before)) return worth(now) > worth(before) ? 'better' : 'worse';
  if (now === null || before === null) return now === before ? 'same' : 'other';
  const isSame =
    now.outcome === before.outcome &&
    now.text === before.text &&
    documentsOf(now).join('\n') === documentsOf(before).join('\n');
  return isSame ? 'same' : 'other';
}
