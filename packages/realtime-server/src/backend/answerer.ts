/** The port to whoever answers: an index of articles, a model, somebody else's agent. It streams, and it can be stopped. */
import type { AnswerOutcome, Citation, LogEvent } from '@service/protocol';

export interface Question {
  readonly inbox: string;
  readonly conversation: string;
  readonly text: string;
  /** What was said before the question, oldest first. */
  readonly history: readonly LogEvent[];
}

export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'done';
      readonly outcome: AnswerOutcome;
      readonly citations: readonly Citation[];
      readonly offerPerson: boolean;
    };

export interface Answerer {
  /** The name visitors see. */
  authorName(inbox: string): string;
  /** Yields text in order, then exactly one `done`. Ends early, without `done`, when `signal` is aborted. */
  answer(question: Question, signal: AbortSignal): AsyncIterable<AnswerPiece>;
}
