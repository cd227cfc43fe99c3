/**
 * A model with timeouts and retries. A provider that is busy or down is retried with growing pauses, but only while the step has sent
 * nothing that counts: text that the visitor has seen can't be taken back, and a call must not be made twice.
 */
import { type BackoffPolicy, backoff } from '@service/protocol';
import type { Clock } from '@service/realtime-server/ports';
import type { Model, Step, StepEvent } from './model.js';
import { ModelProblem } from './model-problem.js';

export interface RetryOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1): spreads the retries of many questions that failed together. */
  readonly fraction: () => number;
  /** Called for every problem, also when a retry succeeds. */
  readonly onProblem: (problem: ModelProblem, step: Step) => void;
}

/** Until the first event, and after a sign of work: some think without a further one. */
export const FIRST_WORD_MS = 45_000;
/** After a word, a call or whatever else counts. */
export const SILENCE_MS = 20_000;
/** Of a whole step: one that never ends would keep its place for ever. */
export const STEP_MS = 300_000;
/** A provider that asks for a longer pause counts as down, because a visitor waits. */
export const LONGEST_PAUSE_MS = 8_000;
const TRIES = 3;
/** The first pause is 0.5 to 1 second. */
const RETRY_POLICY: BackoffPolicy = { baseMs: 1_000, maxMs: LONGEST_PAUSE_MS, jitter: 0.5 };

export function retryingModel(model: Model, { clock, fraction, onProblem }: RetryOptions): Model {
  /** A longer pause that the provider asks for wins. */
  const pauseAfter = (tried: number, problem: ModelProblem): number =>
    Math.max(problem.retryAfterMs ?? 0, backoff(tried - 1, fraction(), RETRY_POLICY));
  const pause = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = clock.after(ms, end);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });

  async function* once(step: Step, signal: AbortSignal): AsyncGenerator<StepEvent> {
    const own = new AbortController();
    const events = model.step(step, AbortSignal.any([signal, own.signal]))[Symbol.asyncIterator]();
    let limit = FIRST_WORD_MS;
    const begun = clock.now();
    try {
      for (;;) {
        const next = await inTime(events.next(), limit, clock);
        if (next.done) return;
        if (clock.now() - begun >= STEP_MS) throw new ModelProblem('timeout');
        limit = next.value.kind === 'working' ? FIRST_WORD_MS : SILENCE_MS;
        yield next.value;
      }
    } finally {
      own.abort();
      // Don't wait for the end of the stream: a hanging provider may never close it.
      events.return?.()?.catch(() => undefined);
    }
  }

  return {
    answersFromPassages: model.answersFromPassages,
    async *step(step, signal) {
      for (let tried = 1; ; tried++) {
        let seen = false;
        try {
          for await (const event of once(step, signal)) {
            seen ||= event.kind !== 'end' && event.kind !== 'working';
            yield event;
          }
          return;
        } catch (error) {
          if (signal.aborted) return;
          const problem = error instanceof ModelProblem ? error : new ModelProblem('garbled');
          onProblem(problem, step);
          const wait = pauseAfter(tried, problem);
          if (seen || !problem.retryable || tried === TRIES || wait > LONGEST_PAUSE_MS) throw problem;
          await pause(wait, signal);
          if (signal.aborted) return;
        }
      }
    },
  };
}

function inTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => reject(new ModelProblem('timeout')));
    work.then(resolve, reject).finally(cancel);
  });
}
