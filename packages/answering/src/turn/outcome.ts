/** The outcome of a finished answer, and whether a person is offered with it. Pure. */
import type { AnswerOutcome, LogEvent } from '@service/protocol';
import type { Verdict } from '../knowledge/answer/confidence.js';
import { smallTalk } from '../knowledge/answer/small-talk.js';

export interface Answered {
  readonly question: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly cited: boolean;
  /** Whether a tool of the page returned a result. */
  readonly hasToolResult: boolean;
  /** The number of failed calls of the page's tools. */
  readonly failures: number;
  readonly personWanted: boolean;
  /** Whether it has a form or quick replies. */
  readonly asksVisitor: boolean;
}

export function outcomeOf({ question, text, verdict, cited, hasToolResult, asksVisitor }: Answered): AnswerOutcome {
  if (cited) return verdict === 'near' ? 'near' : 'answered';
  if (hasToolResult) return 'answered';
  if (smallTalk(question) || asksVisitor || text.trimEnd().endsWith('?')) return 'smalltalk';
  // Without a source the answer can't be checked, even if it is right.
  return verdict === 'unknown' ? 'unknown' : 'near';
}

/** Whether the articles, and the page's functions, had nothing to answer with. */
export function isGap({ verdict, cited, hasToolResult }: Answered, outcome: AnswerOutcome): boolean {
  return verdict !== 'answered' && !cited && !hasToolResult && (outcome === 'unknown' || outcome === 'near');
}

/** Decided here and not by the model alone, which may forget to offer one. */
export function offersPerson(answered: Answered, outcome: AnswerOutcome, history: readonly LogEvent[]): boolean {
  if (answered.personWanted || outcome === 'unknown' || answered.failures >= 2) return true;
  if (outcome === 'near' && !answered.cited) return true;
  if (smallTalk(answered.question) === 'person') return true;
  const answers = history.filter(({ body }) => body.kind === 'answer.completed').slice(-1);
  return outcome === 'near' && answers.some(({ body }) => body.kind === 'answer.completed' && body.outcome === 'near');
}
