/**
 * A model with deadlines and second chances. A provider that is busy or falls over is asked again, a little later each
 * time; but only while nothing of the step was seen: words that stand on a screen can't be taken back, and a call that
 * went out is not made twice.
 */
import type { Clock } from '@service/realtime-server/ports';
import type { Model, Step, StepEvent } from './model.js';
import { ModelProblem } from './model-problem.js';

export interface RetryOptions {
  readonly clock: Clock;
  /** Uniform in [0, 1): spreads the second chances of many questions that failed together. */
  readonly fraction: () => number;
  /** Hears of every problem, also of those that a second chance mended. */
  readonly onProblem: (problem: ModelProblem, step: Step) => void;
}

/** Until the first word. Models that think first take a while. */
export const FIRST_WORD_MS = 45_000;
/** Between two events of a stream that has begun. */
export const SILENCE_MS = 20_000;
/** A provider that asks for more than this counts as down: no visitor waits longer before an empty bubble. */
export const LONGEST_PAUSE_MS = 8_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 500;

export function retryingModel(model: Model, { clock, fraction, onProblem }: RetryOptions): Model {
  /** Doubles each time, with up to as much again by chance; a longer wait that the provider asks for wins. */
  const pauseAfter = (tried: number, problem: ModelProblem): number => {
    const own = FIRST_PAUSE_MS * 2 ** (tried - 1);
    return Math.max(problem.retryAfterMs ?? 0, own + own * fraction());
  };
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
    try {
      for (;;) {
        const next = await inTime(events.next(), limit, clock);
        if (next.done) return;
        limit = SILENCE_MS;
        yield next.value;
      }
    } finally {
      own.abort();
      // A hanging provider may never let go of its stream; don't wait for it.
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
            seen ||= event.kind !== 'end';
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
