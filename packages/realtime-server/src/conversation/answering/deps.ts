import type { RandomBytes } from '@service/protocol';
import type { Bus } from '../../bus/bus.js';
import type { Clock } from '../../runtime/clock.js';
import type { AnswerJob, Store } from '../../store/store.js';
import type { AppendEvent } from '../log/append.js';
import type { VisitorAddresses } from '../sessions/visitor-addresses.js';
import type { VisitorLocales } from '../sessions/visitor-locales.js';
import type { Answerer, QuestionContext } from './answerer.js';

export interface AnswerWorkerDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly append: AppendEvent;
  readonly answerer: Answerer;
  /** What visitors read when an answer fails before its first word. */
  readonly failureText: (asked: QuestionContext) => string;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Least time between two pieces of an answer, in milliseconds; longer when the server is overloaded. */
  readonly deltaEveryMs: () => number;
  readonly locales: Pick<VisitorLocales, 'of'>;
  readonly addresses: Pick<VisitorAddresses, 'of' | 'contactsAt'>;
  readonly onFailure: (error: unknown, job: AnswerJob) => void;
}
