/** Ends a turn with a note about a failure, the citations, the outcome and the offer of a person. */
import { type AnswerOutcome, type Citation, truncate } from '@service/protocol';
import type { AnswerPiece } from '@service/realtime-server/ports';
import type { Passage } from '../knowledge-source.js';
import { isOurs, OFFER_PERSON } from './calls/own-tools.js';
import { TURN_LIMITS } from './limits.js';
import { type Answered, isGap, offersPerson, outcomeOf } from './outcome.js';
import type { Turn } from './turn.js';

/** What is added after the model's text. */
export interface TurnEnd {
  /** Our own text after the model's; empty: none. */
  readonly note: string;
  /** Null when the answer's text decides. */
  readonly outcome: AnswerOutcome | null;
  readonly offerPerson: boolean;
}

export const failed = (note: string): TurnEnd => ({ note, outcome: 'unknown', offerPerson: true });
export const answeredWith = (note = ''): TurnEnd => ({ note, outcome: null, offerPerson: false });

export async function* finishTurn(turn: Turn, { note, outcome, offerPerson }: TurnEnd): AsyncGenerator<AnswerPiece> {
  if (note !== '') yield* turn.show(note);
  const answered = summaryOf(turn);
  const decided = outcome ?? outcomeOf(answered);
  if (outcome === null && isGap(answered, decided)) await noteGap(turn);
  yield {
    kind: 'done',
    outcome: decided,
    citations: citationsOf(turn),
    offerPerson: turn.people && (offerPerson || offersPerson(answered, decided, turn.question.history)),
    // Leave the parts out below a note of failure: they belong to an answer that was never given.
    ...(outcome === null && turn.parts.length > 0 && { parts: turn.parts }),
  };
}

/** What an agent with knowledge of its own doesn't know, no article would change. What is filled into a form is no question. */
async function noteGap({ deps, question }: Turn): Promise<void> {
  if (!deps.model.answersFromPassages || question.filled) return;
  await deps.unanswered?.note(question.inbox, question.conversation, question.text);
}

function summaryOf(turn: Turn): Answered {
  const settled = turn.settledCalls();
  const results = settled.filter(({ call }) => !isOurs(call.name));
  const { cited, sources, person } = turn.checkpoint;
  return {
    question: turn.question.text,
    text: turn.shown,
    verdict: turn.verdict,
    cited: cited.length > 0 || sources.length > 0,
    hasToolResult: results.some(({ result }) => result.ok),
    failures: results.filter(({ result }) => !result.ok).length,
    personWanted: person || settled.some(({ call }) => call.name === OFFER_PERSON.name),
    asksVisitor: turn.parts.some(({ type }) => type !== 'card'),
  };
}

function citationsOf({ checkpoint: { passages, cited, sources } }: Turn): readonly Citation[] {
  const own = cited.map((number, at): Citation => {
    const { documentId, title, url, text } = passages[number - 1] as Passage;
    const quote = truncate(text, TURN_LIMITS.quoteLength);
    return { number: at + 1, documentId, title, ...(url && { url }), quote };
  });
  return [...own, ...sources].slice(0, TURN_LIMITS.citations);
}
