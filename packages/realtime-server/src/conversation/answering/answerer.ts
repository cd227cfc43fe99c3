/** The port of answerers: a knowledge base, a model, an agent elsewhere. An answer streams and can be stopped. */
import type {
  AnsweringAgent,
  AnswerOutcome,
  Attachment,
  Citation,
  FormAnswer,
  LogEvent,
  Part,
} from '@service/protocol';
import type { VisitorFacts } from '../../store/store.js';

export interface Question {
  readonly inbox: string;
  readonly conversation: string;
  readonly contact: string;
  /** From where the visitor is connected, as it is counted: for what is shared by address. Null: not counted, or not known here. */
  readonly address?: string | null;
  readonly text: string;
  /** Files that came with it. */
  readonly files?: readonly Attachment[];
  /** The values of the form that it answers; `text` has the same in words. */
  readonly filled?: FormAnswer;
  /** The language of the visitor's chat, as a tag; null when this node hasn't received it. */
  readonly locale?: string | null;
  /** What is known of who asks. Only `verified` is proven, and none of it is an instruction. Absent: nothing. */
  readonly visitor?: VisitorFacts;
  /** The messages before the question, and the answers since, oldest first. */
  readonly history: readonly LogEvent[];
  /** Reads further back in the conversation: the `limit` events before that number, oldest first. */
  readonly eventsBefore?: (seq: number, limit: number) => Promise<readonly LogEvent[]>;
  readonly job: AnswerJobHandle;
}

/** What decides in which language a visitor is answered. */
export type QuestionContext = Pick<Question, 'locale' | 'text' | 'history'>;

/** What the visitor wrote before the question, oldest first. */
export function earlierQuestions({ history }: Pick<Question, 'history'>): readonly string[] {
  return history.flatMap(({ by, body }) => (body.kind === 'message' && by.kind === 'visitor' ? [body.text] : []));
}

/** The job that an answer fulfils, with a checkpoint from which another process can continue after a crash. */
export interface AnswerJobHandle {
  readonly run: string;
  /** Rises with each claim of the job, also by its last holder: read it when it is needed. */
  readonly attempt: number;
  /** The last one saved, by this attempt or an earlier one; null at first. */
  readonly checkpoint: string | null;
  /**
   * Replaces the checkpoint; resolves when `state` is on disk. False when another attempt holds the job: then do nothing more
   * for it. Checkpoints are deleted when the answer ends.
   */
  saveCheckpoint(state: string): Promise<boolean>;
}

/**
 * Why an answer was cut off; the reason of an aborted signal. After `shutdown` and `lost` another process continues the
 * answer, so leave open calls alone; after the others none does.
 */
export type Ending = 'stopped' | 'handoff' | 'shutdown' | 'lost';

export type AnswerPiece =
  /** Before the first text: which version of which AI agent answers, and its name. Absent: none. */
  | { readonly kind: 'agent'; readonly agent: AnsweringAgent; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'done';
      readonly outcome: AnswerOutcome;
      readonly citations: readonly Citation[];
      readonly offerPerson: boolean;
      /** Answers to choose from, cards, a form. */
      readonly parts?: readonly Part[];
      /** True when the visitor is passed to a person with this answer. */
      readonly handOver?: boolean;
    };

export interface Answerer {
  /** The name visitors see. */
  authorName(inbox: string): string;
  /** Yields the agent where there is one, text in order, then exactly one `done`. Ends early, without `done`, when `signal` is aborted. */
  answer(question: Question, signal: AbortSignal): AsyncIterable<AnswerPiece>;
}
