/** The port to whoever answers: an index of articles, a model, somebody else's agent. It streams, and it can be stopped. */
import type { AnswerOutcome, Attachment, Citation, FormAnswer, LogEvent, Part } from '@service/protocol';

export interface Question {
  readonly inbox: string;
  readonly conversation: string;
  readonly contact: string;
  readonly text: string;
  /** Files that came with it. */
  readonly files?: readonly Attachment[];
  /** What was filled in, when it answers a form; `text` says the same in words. */
  readonly filled?: FormAnswer;
  /** The language of the chat they look at, as a tag; null when it has not said so to this node. */
  readonly locale?: string | null;
  /** What was said before the question, and what was answered since, oldest first. */
  readonly history: readonly LogEvent[];
  readonly turn: AnswerAttempt;
}

/** What decides in which language a visitor is answered. */
export type QuestionContext = Pick<Question, 'locale' | 'text' | 'history'>;

/** What the visitor wrote before the question, oldest first. */
export function earlierQuestions({ history }: Pick<Question, 'history'>): readonly string[] {
  return history.flatMap(({ by, body }) => (body.kind === 'message' && by.kind === 'visitor' ? [body.text] : []));
}

/** The duty that an answer fulfils, and what an answerer may write down about it to be able to go on after a crash. */
export interface AnswerAttempt {
  readonly run: string;
  /** Rises each time the duty is taken up again, also by whoever had it: asked for when it is needed. */
  readonly attempt: number;
  /** What was kept last, by this attempt or one before; null at the beginning. */
  readonly kept: string | null;
  /**
   * Resolves when `state` is on disk, in place of what was kept before. False when another attempt holds the duty now:
   * then nothing more may be done for it. Forgotten when the answer ends.
   */
  keep(state: string): Promise<boolean>;
}

/**
 * Why an answer was cut off; the reason of an aborted signal. After `shutdown` and `lost` somebody else goes on with the
 * answer, so what it has under way must be left alone; after the others nobody does.
 */
export type Ending = 'stopped' | 'handoff' | 'shutdown' | 'lost';

export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'done';
      readonly outcome: AnswerOutcome;
      readonly citations: readonly Citation[];
      readonly offerPerson: boolean;
      /** Answers to choose from, cards, a form. */
      readonly parts?: readonly Part[];
    };

export interface Answerer {
  /** The name visitors see. */
  authorName(inbox: string): string;
  /** Yields text in order, then exactly one `done`. Ends early, without `done`, when `signal` is aborted. */
  answer(question: Question, signal: AbortSignal): AsyncIterable<AnswerPiece>;
}
