/** Timeouts and retries, with a clock that the test advances. */
import { describe, expect, it } from 'vitest';
import { type TurnedClock, turnedClock } from '../../../realtime-server/test/support/manual-clock.js';
import type { Model, Step, StepEvent } from '../../dist/model/model.js';
import { ModelProblem, problemOfStatus } from '../../dist/model/model-problem.js';
import {
  FIRST_WORD_MS,
  LONGEST_PAUSE_MS,
  retryingModel,
  SILENCE_MS,
  STEP_MS,
} from '../../dist/model/retrying-model.js';

const STEP = {} as Step;
const END: StepEvent = { kind: 'end', reason: 'stop', tokens: 1 };
const word = (text: string): StepEvent => ({ kind: 'text', text });
const never = new Promise<never>(() => undefined);

/** A model that takes the next scripted step at each request. */
function modelOf(...steps: readonly (() => AsyncGenerator<StepEvent>)[]) {
  let asked = 0;
  const model: Model = {
    answersFromPassages: true,
    step: () => (steps[Math.min(asked++, steps.length - 1)] as () => AsyncGenerator<StepEvent>)(),
  };
  return { model, asked: () => asked };
}

async function* says(...events: readonly StepEvent[]) {
  yield* events;
}
async function* fails(problem: ModelProblem, ...before: readonly StepEvent[]): AsyncGenerator<StepEvent> {
  yield* before;
  throw problem;
}
async function* hangs(...before: readonly StepEvent[]): AsyncGenerator<StepEvent> {
  yield* before;
  await never;
}

async function run(
  model: Model,
  clock: TurnedClock,
  turns: readonly number[] = [],
  signal = new AbortController().signal,
) {
  const problems: string[] = [];
  const patient = retryingModel(model, { clock, fraction: () => 0, onProblem: ({ kind }) => void problems.push(kind) });
  const seen: StepEvent[] = [];
  const done = (async () => {
    try {
      for await (const event of patient.step(STEP, signal)) seen.push(event);
      return null;
    } catch (error) {
      return error as ModelProblem;
    }
  })();
  for (const ms of turns) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.turn(ms);
  }
  return { seen, problems, failure: await done };
}

describe('a retrying model', () => {
  it('times out without a first event, and on silence between two events', async () => {
    const silent = await run(modelOf(() => hangs()).model, turnedClock(), [FIRST_WORD_MS]);
    expect(silent).toMatchObject({ seen: [], failure: { kind: 'timeout' } });
    const stuck = await run(modelOf(() => hangs(word('a'))).model, turnedClock(), [SILENCE_MS]);
    expect(stuck).toMatchObject({ seen: [word('a')], failure: { kind: 'timeout' } });
  });

  it('waits for one that is at work on what is not shown, and not for one that never ends', async () => {
    const works: StepEvent = { kind: 'working', size: 1 };
    const clock = turnedClock();
    async function* thinks(count: number): AsyncGenerator<StepEvent> {
      for (let part = 0; part < count; part++) {
        await new Promise<void>((resolve) => void clock.after(SILENCE_MS - 1, resolve));
        yield works;
      }
      yield* [word('a'), END];
    }
    const slow = (parts: number): readonly number[] => Array.from({ length: parts }, () => SILENCE_MS - 1);
    const answered = await run(modelOf(() => thinks(4)).model, clock, slow(4));
    expect(answered).toMatchObject({ seen: [works, works, works, works, word('a'), END], failure: null });
    const most = Math.ceil(STEP_MS / (SILENCE_MS - 1));
    const endless = await run(modelOf(() => thinks(2 * most)).model, clock, slow(most));
    expect(endless).toMatchObject({ problems: ['timeout'], failure: { kind: 'timeout' } });
    expect(endless.seen).not.toContainEqual(word('a'));
  });

  it('waits after a sign of work as long as for the first one', async () => {
    const clock = turnedClock();
    async function* thinks(): AsyncGenerator<StepEvent> {
      yield { kind: 'working', size: 0 };
      await new Promise<void>((resolve) => void clock.after(FIRST_WORD_MS - 1, resolve));
      yield* [word('a'), END];
    }
    const { seen, failure } = await run(modelOf(thinks).model, clock, [FIRST_WORD_MS - 1]);
    expect(failure).toBeNull();
    expect(seen.slice(1)).toEqual([word('a'), END]);
  });

  it('asks again when it fails before anything is shown', async () => {
    const { model, asked } = modelOf(
      () => fails(new ModelProblem('down'), { kind: 'working', size: 1 }),
      () => says(word('a'), END),
    );
    const { seen, failure } = await run(model, turnedClock(), [500]);
    expect(failure).toBeNull();
    expect(seen.slice(1)).toEqual([word('a'), END]);
    expect(asked()).toBe(2);
  });

  it('waits longer after each failure, and stops after the third attempt', async () => {
    const clock = turnedClock();
    const start = clock.now();
    const { model, asked } = modelOf(() => fails(new ModelProblem('down')));
    const { failure, problems } = await run(model, clock, [500, 1_000]);
    expect(failure?.kind).toBe('down');
    expect(problems).toEqual(['down', 'down', 'down']);
    expect(asked()).toBe(3);
    expect(clock.now() - start).toBe(1_500);
  });

  it('waits as long as the provider asks, and fails at once when that is too long', async () => {
    const polite = modelOf(
      () => fails(new ModelProblem('busy', 429, 3_000)),
      () => says(word('a'), END),
    );
    expect(await run(polite.model, turnedClock(), [2_999, 1])).toMatchObject({ seen: [word('a'), END], failure: null });
    const long = modelOf(() => fails(new ModelProblem('busy', 429, LONGEST_PAUSE_MS + 1)));
    expect((await run(long.model, turnedClock())).failure?.kind).toBe('busy');
    expect(long.asked()).toBe(1);
  });

  it('does not retry after text or a call, nor for permanent problems', async () => {
    for (const steps of [
      () => fails(new ModelProblem('down'), word('a')),
      () => fails(new ModelProblem('down'), { kind: 'call', name: 'x', args: '{}' } as const),
      () => fails(new ModelProblem('key', 401)),
      () => fails(new ModelProblem('failed')),
    ]) {
      const { model, asked } = modelOf(steps);
      expect((await run(model, turnedClock())).failure).toBeInstanceOf(ModelProblem);
      expect(asked()).toBe(1);
    }
  });

  it('ends silently when it is stopped, also during a pause, and leaves no timer', async () => {
    const clock = turnedClock();
    const stop = new AbortController();
    const { model, asked } = modelOf(() => fails(new ModelProblem('down')));
    const done = run(model, clock, [], stop.signal);
    await expect.poll(() => clock.waiting).toBe(1);
    stop.abort();
    expect((await done).failure).toBeNull();
    expect(asked()).toBe(1);
    expect(clock.waiting).toBe(0);
  });
});

describe('a status', () => {
  it.each([
    [429, '2', { kind: 'busy', retryAfterMs: 2_000 }],
    [503, 'Thu, 01 Jan 1970 00:00:05 GMT', { kind: 'busy', retryAfterMs: 4_000 }],
    [529, null, { kind: 'busy', retryAfterMs: null }],
    [500, 'nonsense', { kind: 'down', retryAfterMs: null }],
    [401, null, { kind: 'key' }],
    [404, null, { kind: 'request' }],
  ])('%i with %j is reported by its kind', (status, retryAfter, problem) => {
    expect(problemOfStatus(status, retryAfter, 1_000)).toMatchObject({ status, ...problem });
  });
});
