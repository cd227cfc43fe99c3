/** How an answer is marked once its text is there: how sure it is, and whether a person is offered with it. Pure. */
import type { AnswerOutcome, LogEvent } from '@service/protocol';
import type { Verdict } from '../knowledge/answer/confidence.js';
import { smallTalk } from '../knowledge/answer/small-talk.js';

export interface Answered {
  readonly question: string;
  readonly text: string;
  readonly verdict: Verdict;
  /** Whether anything was cited, or a function of the page gave a result. */
  readonly cited: boolean;
  readonly foundOut: boolean;
  /** Functions of the page that failed. */
  readonly failures: number;
  readonly personWanted: boolean;
  /** It asks the visitor something, with a form or answers to choose from. */
  readonly asksBack: boolean;
}

export function outcomeOf({ question, text, verdict, cited, foundOut, asksBack }: Answered): AnswerOutcome {
  if (cited) return verdict === 'near' ? 'near' : 'answered';
  if (foundOut) return 'answered';
  if (smallTalk(question) || asksBack || text.trimEnd().endsWith('?')) return 'smalltalk';
  // Without a source even a right answer is only the model's word for it.
  return verdict === 'unknown' ? 'unknown' : 'near';
}

/** What fetches a person is decided here and not by the model alone, which may forget to. */
export function offersPerson(answered: Answered, outcome: AnswerOutcome, history: readonly LogEvent[]): boolean {
  if (answered.personWanted || outcome === 'unknown' || answered.failures >= 2) return true;
  if (smallTalk(answered.question) === 'person') return true;
  const answers = history.filter(({ body }) => body.kind === 'answer.completed').slice(-1);
  return outcome === 'near' && answers.some(({ body }) => body.kind === 'answer.completed' && body.outcome === 'near');
}
