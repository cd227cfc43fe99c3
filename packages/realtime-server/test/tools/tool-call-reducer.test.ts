/**
 * The life of one call, rule by rule and then at random: whatever happens in whatever order, the call ends, a function
 * that may run once is given out once, and nothing that needs a yes starts without it. Replay with SEED=<number>.
 */
import { TOOL_LIMITS, type ToolEffects, type ToolManifest } from '@service/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSettled, newCall, type ToolCallRecord } from '../../dist/tools/tool-call.js';
import { deadlineOf, reduceToolCall, type ToolCallInput } from '../../dist/tools/tool-call-reducer.js';
import { TOOL_CALL_LIMITS } from '../../src/runtime/limits.js';

const HASH = 'a'.repeat(64);
const NOW = 1_000_000;

function call(tool: Partial<ToolManifest> = {}, forced = false): ToolCallRecord {
  return newCall(
    {
      conversation: 'cnv_0000000000000001',
      id: 'call_1',
      run: 'run_0000000000000001',
      inbox: 'demo',
      contact: 'ctc_0000000000000001',
      name: 'cancel_order',
      args: '{}',
      hash: HASH,
      key: HASH,
      now: NOW,
    },
    { name: 'cancel_order', description: 'Cancels', effects: 'once', confirm: 'never', ...tool },
    forced,
  );
}

/** Steps through `inputs`, a millisecond each. */
const after = (start: ToolCallRecord, ...inputs: ToolCallInput[]): ToolCallRecord =>
  inputs.reduce((now, input, i) => reduceToolCall(now, input, NOW + i), start);

const dispatch: ToolCallInput = { type: 'dispatch', tab: 'A' };
const claim: ToolCallInput = { type: 'claim', tab: 'A', attempt: 1, view: null, lease: 'L1' };
const start: ToolCallInput = { type: 'start', lease: 'L1' };
const yes: ToolCallInput = { type: 'decide', hash: HASH, approved: true, tab: 'A', lease: 'L2' };
const ok: ToolCallInput = { type: 'report', lease: 'L1', report: { ok: true, json: '{"done":true}' } };
const errorOf = (done: ToolCallRecord) => (isSettled(done) && !done.phase.end.ok ? done.phase.end.error : null);

describe('a call', () => {
  it('goes to the page that was chosen, and ends with its result', () => {
    const done = after(call(), dispatch, claim, start, ok);
    expect(done.phase).toEqual({ at: 'settled', end: { ok: true, json: '{"done":true}' } });
  });

  it('is claimed by no one but that page, in that attempt', () => {
    expect(after(call(), dispatch, { ...claim, tab: 'B' }).phase.at).toBe('offered');
    expect(after(call(), dispatch, { ...claim, attempt: 2 }).phase.at).toBe('offered');
  });

  it('X6: keeps its first result; what comes later changes nothing', () => {
    const done = after(call(), dispatch, claim, start, ok);
    expect(reduceToolCall(done, { type: 'report', lease: 'L1', report: { ok: true, json: '2' } }, NOW + 9)).toBe(done);
  });

  it('X6: takes no result under another lease', () => {
    expect(after(call(), dispatch, claim, start, { ...ok, lease: 'L9' }).phase.at).toBe('running');
  });

  it('that a page refuses has not started', () => {
    const refused = after(call(), dispatch, { type: 'refuse', tab: 'A', attempt: 1, code: 'unavailable' });
    expect(errorOf(refused)).toMatchObject({ code: 'unavailable', outcome: 'not_started' });
  });

  it('that no page takes in time has not started', () => {
    const late = reduceToolCall(call(), { type: 'tick' }, NOW + TOOL_CALL_LIMITS.toolDispatchMs);
    expect(errorOf(late)).toMatchObject({ code: 'dispatch_timeout', outcome: 'not_started' });
  });

  it('waits for the next page when the one it was offered to goes away before claiming it', () => {
    const next = after(call(), dispatch, { type: 'gone', tab: 'A' }, { type: 'dispatch', tab: 'B' });
    expect(next).toMatchObject({ tab: 'B', attempt: 2, phase: { at: 'offered' } });
    expect(reduceToolCall(next, claim, NOW)).toBe(next);
  });

  it('without an expected result is done when it was started', () => {
    const done = after(call({ expectsResult: false }), dispatch, claim, start);
    expect(done.phase).toMatchObject({ end: { ok: true, omitted: 'not_expected' } });
  });
});

describe('a call that may be done only once', () => {
  it('X7: is unknown, not failed, when its time is over while it runs', () => {
    const running = after(call(), dispatch, claim, start);
    const late = reduceToolCall(running, { type: 'tick' }, NOW + 2 + TOOL_LIMITS.toolExecutionMs);
    expect(errorOf(late)).toMatchObject({ code: 'execution_timeout', outcome: 'unknown', retryable: false });
  });

  it('is unknown when the page that was allowed to start it never comes back, and is given to no other', () => {
    const lost = after(call(), dispatch, claim, { type: 'gone', tab: 'A' });
    const later = reduceToolCall(lost, { type: 'tick' }, NOW + 2 + TOOL_CALL_LIMITS.toolGraceMs);
    expect(errorOf(later)).toMatchObject({ code: 'client_gone', outcome: 'unknown' });
  });

  it('goes on when the same page is back in time', () => {
    const back = after(call(), dispatch, claim, start, { type: 'gone', tab: 'A' }, { type: 'back', tab: 'A' });
    expect(reduceToolCall(back, { type: 'tick' }, NOW + 2 + TOOL_CALL_LIMITS.toolGraceMs)).toBe(back);
    expect(reduceToolCall(back, ok, NOW + 9).phase).toMatchObject({ end: { ok: true } });
  });
});

describe('a call that may be done twice', () => {
  it.each(['read', 'idempotent'] as const)(
    '(%s) is given to the next page when its page is lost, so many times',
    (effects) => {
      let now = NOW;
      let state = call({ effects });
      for (let attempt = 1; attempt <= TOOL_CALL_LIMITS.toolRedeliveries + 1; attempt++) {
        expect(state).toMatchObject({ attempt, phase: { at: 'offered' } });
        for (const input of [
          { type: 'dispatch', tab: `T${attempt}` },
          { type: 'claim', tab: `T${attempt}`, attempt, view: null, lease: `L${attempt}` },
          { type: 'start', lease: `L${attempt}` },
          { type: 'gone', tab: `T${attempt}` },
        ] as const)
          state = reduceToolCall(state, input, now);
        now += TOOL_CALL_LIMITS.toolGraceMs;
        state = reduceToolCall(state, { type: 'tick' }, now);
      }
      expect(errorOf(state)).toMatchObject({ outcome: effects === 'read' ? 'failed' : 'unknown' });
    },
  );
});

describe('a call that needs a yes', () => {
  const asked = after(call({ confirm: 'always' }), dispatch, claim);

  it('asks, with the page’s words or its own title', () => {
    expect(asked).toMatchObject({ phase: { at: 'asking' }, asked: { view: { title: 'cancel_order' } } });
    const own = after(call(), dispatch, { ...claim, view: { title: 'Cancel order A-1?', danger: true } });
    expect(own.asked?.view).toEqual({ title: 'Cancel order A-1?', danger: true });
  });

  it('asks also when only the operator demands it', () => {
    expect(after(call({}, true), dispatch, claim).phase.at).toBe('asking');
  });

  it('is granted after a yes to these arguments, and to no others', () => {
    expect(reduceToolCall(asked, { ...yes, hash: 'b'.repeat(64) }, NOW + 5)).toBe(asked);
    expect(reduceToolCall(asked, yes, NOW + 5)).toMatchObject({ phase: { at: 'granted', lease: 'L2' } });
  });

  it('moves to the page on which was clicked', () => {
    expect(reduceToolCall(asked, { ...yes, tab: 'B' }, NOW + 5)).toMatchObject({ tab: 'B', phase: { at: 'granted' } });
  });

  it('clicked where the function is not, is offered again and asks no second time', () => {
    const again = reduceToolCall(asked, { ...yes, tab: null }, NOW + 5);
    expect(again).toMatchObject({ tab: null, attempt: 2, phase: { at: 'offered' } });
    const claimed = after(again, { type: 'dispatch', tab: 'C' }, { ...claim, tab: 'C', attempt: 2, lease: 'L3' });
    expect(claimed.phase).toMatchObject({ at: 'granted', lease: 'L3' });
  });

  it('ends as denied by a no, as superseded when something was written instead, and by itself when no one answers', () => {
    expect(errorOf(reduceToolCall(asked, { ...yes, approved: false }, NOW + 5))).toMatchObject({ code: 'denied' });
    const cancel: ToolCallInput = { type: 'cancel', code: 'superseded' };
    expect(errorOf(reduceToolCall(asked, cancel, NOW + 5))).toMatchObject({
      code: 'superseded',
      outcome: 'not_started',
    });
    const late = reduceToolCall(asked, { type: 'tick' }, NOW + 1 + TOOL_LIMITS.toolConfirmMs);
    expect(errorOf(late)).toMatchObject({ code: 'confirm_timeout', outcome: 'not_started' });
  });

  it('a yes that comes too late is none', () => {
    expect(reduceToolCall(asked, yes, NOW + 1 + TOOL_LIMITS.toolConfirmMs)).toBe(asked);
  });

  it('what is written while it runs does not end it', () => {
    const running = after(asked, yes, { type: 'start', lease: 'L2' });
    expect(reduceToolCall(running, { type: 'cancel', code: 'superseded' }, NOW)).toBe(running);
  });
});

describe('whatever happens in whatever order', () => {
  const tab = fc.constantFrom('A', 'B', 'C');
  let lease = 0;
  const input: fc.Arbitrary<ToolCallInput> = fc.oneof(
    fc.record({ type: fc.constant('dispatch' as const), tab: fc.option(tab) }),
    fc.record({
      type: fc.constant('claim' as const),
      tab,
      attempt: fc.integer({ min: 1, max: 4 }),
      view: fc.constantFrom(null, null, { title: 'Sure?' }),
      lease: fc.constant('fresh'),
    }),
    fc.record({
      type: fc.constant('refuse' as const),
      tab,
      attempt: fc.constant(1),
      code: fc.constant('unavailable' as const),
    }),
    fc.record({
      type: fc.constant('decide' as const),
      hash: fc.constantFrom(HASH, HASH, 'b'.repeat(64)),
      approved: fc.boolean(),
      tab: fc.option(tab),
      lease: fc.constant('fresh'),
    }),
    fc.record({ type: fc.constant('start' as const), lease: fc.constant('current') }),
    fc.record({
      type: fc.constant('report' as const),
      lease: fc.constantFrom('current', 'wrong'),
      report: fc.constantFrom(
        { ok: true as const, json: '1' },
        { ok: false as const, code: 'handler_error' as const, outcome: 'failed' as const },
        { ok: false as const, code: 'client_gone' as const, outcome: 'unknown' as const },
      ),
    }),
    fc.record({ type: fc.constant('gone' as const), tab }),
    fc.record({ type: fc.constant('back' as const), tab }),
    fc.record({
      type: fc.constant('cancel' as const),
      code: fc.constantFrom('cancelled' as const, 'superseded' as const),
    }),
    fc.constant({ type: 'tick' as const }),
  );

  it('no call is left dangling in 20,000 interleavings: it ends, is given out once if it may run once, and starts only after a yes if it needs one', () => {
    const seen = { interleavings: 0, settled: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom<ToolEffects>('read', 'idempotent', 'once'),
        fc.boolean(),
        fc.array(fc.tuple(input, fc.integer({ min: 0, max: 12_000 })), { maxLength: 30 }),
        (effects, forced, inputs) => {
          seen.interleavings += 1;
          let now = NOW;
          let state = call({ effects }, forced);
          const leases = new Set<string>();
          let ended: ToolCallRecord | null = null;
          const take = (next: ToolCallInput): void => {
            const held = 'lease' in state.phase ? state.phase.lease : 'none';
            const given = 'lease' in next && next.lease === 'fresh' ? { ...next, lease: `L${++lease}` } : next;
            const real = 'lease' in given && given.lease === 'current' ? { ...given, lease: held } : given;
            state = reduceToolCall(state, real as ToolCallInput, now);
            if ('lease' in state.phase) {
              leases.add(state.phase.lease);
              if (forced || state.asked) expect(state.decision?.approved).toBe(true);
            }
            if (ended) expect(state).toBe(ended);
            if (isSettled(state)) ended = state;
          };
          for (const [next, ms] of inputs) {
            now += ms;
            take(next);
          }
          for (let turn = 0; !isSettled(state); turn++) {
            expect(turn).toBeLessThan(20);
            now = deadlineOf(state) as number;
            take({ type: 'tick' });
          }
          seen.settled += 1;
          if (effects === 'once') expect(leases.size).toBeLessThanOrEqual(1);
          const error = errorOf(state);
          // Never a promise that nothing was done when someone held the lease of something that changes things.
          if (error && leases.size > 0 && effects !== 'read' && error.code !== 'handler_error')
            expect(error.outcome).toBe('unknown');
        },
      ),
      { numRuns: 20_000 },
    );
    expect(seen).toEqual({ interleavings: 20_000, settled: 20_000 });
  }, 120_000);
});
