/** When an AI agent passes its visitor to a person by itself. */
import type { AnswerOutcome, LogEvent } from '@service/protocol';
import type { HandoffRules, Question } from '@service/realtime-server/ports';

const ENDS_TURNS: ReadonlySet<string> = new Set([
  'handoff.requested',
  'handoff.accepted',
  'handoff.ended',
  'conversation.closed',
]);
const READ_AT_ONCE = 100;

interface Turns {
  /** Answers in a row, without greetings and thanks. */
  readonly count: number;
  /** A person, or an end, came before them. */
  readonly isWhole: boolean;
}

/** The latest of these events, which are the oldest first. */
export function turnsIn(events: readonly LogEvent[]): Turns {
  let count = 0;
  for (const { by, body } of events.toReversed()) {
    if (ENDS_TURNS.has(body.kind) || by.kind === 'human') return { count, isWhole: true };
    if (body.kind === 'answer.completed' && body.outcome !== 'smalltalk') count += 1;
  }
  return { count, isWhole: false };
}

/** Whether the visitor is passed to a person with an answer of this outcome. Call it only where there are people. */
export async function handsOver(
  { onUnknown, afterTurns }: HandoffRules,
  outcome: AnswerOutcome,
  question: Pick<Question, 'history' | 'eventsBefore'>,
): Promise<boolean> {
  if (outcome === 'unknown' && onUnknown === 'auto') return true;
  if (afterTurns === null || outcome === 'smalltalk') return false;
  return (await turnsBefore(question, afterTurns - 1)) >= afterTurns - 1;
}

/** Answers in a row before this one; it reads back until there are `wanted`. */
async function turnsBefore(
  { history, eventsBefore }: Pick<Question, 'history' | 'eventsBefore'>,
  wanted: number,
): Promise<number> {
  let { count, isWhole } = turnsIn(history);
  let first = history[0]?.seq ?? 1;
  while (!isWhole && count < wanted && first > 1 && eventsBefore) {
    const earlier = await eventsBefore(first, READ_AT_ONCE);
    const turns = turnsIn(earlier);
    count += turns.count;
    isWhole = turns.isWhole;
    first = earlier[0]?.seq ?? 1;
  }
  return count;
}
