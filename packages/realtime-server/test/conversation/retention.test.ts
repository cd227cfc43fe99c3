/** Who forgets, when, and how much at a time; the stores are tested in store/contract. */

import { describe, expect, it } from 'vitest';
import { Retention } from '../../dist/conversation/sessions/retention.js';
import type { Clock } from '../../dist/runtime/clock.js';
import { TOKEN_LIMITS } from '../../src/runtime/limits.js';
import { inboxesOf } from '../support/serve.js';

const DAY_MS = 86_400_000;

/** A clock that a test moves. */
function handClock() {
  let now = 1_000 * DAY_MS;
  let waiting: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((each) => each !== entry);
      };
    },
  };
  return {
    clock,
    pending: () => waiting.length,
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const [next] = waiting.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (!next) break;
        waiting = waiting.filter((each) => each !== next);
        now = next.at;
        next.run();
      }
      now = until;
    },
  };
}

function retentionOver(quiet: Record<string, number>, failing = () => false) {
  const time = handClock();
  const asked: { inbox: string; days: number; limit: number }[] = [];
  const forgotten: [string, number][] = [];
  const failures: unknown[] = [];
  const forgotOut: number[] = [];
  const retention = new Retention({
    store: {
      forgetBlocks: async () => undefined,
      async forgetRevocations(before) {
        if (failing()) throw new Error('away');
        forgotOut.push(time.clock.now() - before);
      },
      async eraseInactive(inbox, before, limit) {
        if (failing()) throw new Error('away');
        asked.push({ inbox, days: Math.round((time.clock.now() - before) / DAY_MS), limit });
        const gone = Math.min(limit, quiet[inbox] ?? 0);
        quiet[inbox] = (quiet[inbox] ?? 0) - gone;
        return gone;
      },
    },
    inboxes: inboxesOf({ id: 'no-limit' }, { id: 'week', retentionDays: 7 }, { id: 'year', retentionDays: 365 }),
    clock: time.clock,
    fraction: () => 0.5,
    onForgotten: (inbox, contacts) => forgotten.push([inbox, contacts]),
    onFailure: (error) => failures.push(error),
  });
  return { retention, time, asked, forgotten, forgotOut, failures };
}

describe('retention', () => {
  it('asks for what each inbox says, and never for one that keeps everything', async () => {
    const { retention, time, asked } = retentionOver({});
    retention.start();
    await time.pass(2 * 60_000);
    expect(asked.map(({ inbox, days }) => [inbox, days])).toEqual([
      ['week', 7],
      ['year', 365],
    ]);
    retention.stop();
  });

  it('takes years of quiet visitors in helpings, and comes back within the hour', async () => {
    const quiet = { week: 950 };
    const { retention, time, asked, forgotten } = retentionOver(quiet);
    retention.start();
    await time.pass(2 * 60_000);
    expect(forgotten).toEqual([['week', 950]]);
    expect(asked.filter(({ inbox }) => inbox === 'week')).toHaveLength(11);
    quiet.week = 3;
    await time.pass(2 * 3_600_000);
    expect(forgotten.at(-1)).toEqual(['week', 3]);
    retention.stop();
  });

  it('tries again after a store that was away', async () => {
    let away = true;
    const { retention, time, forgotten, failures } = retentionOver({ week: 1 }, () => away);
    retention.start();
    await time.pass(2 * 60_000);
    // Who was signed out, and the two inboxes.
    expect(failures).toHaveLength(3);
    away = false;
    await time.pass(2 * 3_600_000);
    expect(forgotten).toEqual([['week', 1]]);
    retention.stop();
  });

  it('forgets who was signed out when no token from before that is taken any more, whatever the inboxes keep', async () => {
    const { retention, time, forgotOut } = retentionOver({});
    retention.start();
    await time.pass(2 * 3_600_000);
    expect(forgotOut.length).toBeGreaterThan(1);
    // The longest life of a token, and what two clocks may differ from the site's, each in its own direction.
    const known = (TOKEN_LIMITS.identityTtlS + 2 * TOKEN_LIMITS.identitySkewS) * 1_000;
    expect([...new Set(forgotOut)]).toEqual([known]);
    retention.stop();
  });

  it('leaves nothing running when it is stopped', async () => {
    const { retention, time } = retentionOver({});
    retention.start();
    retention.stop();
    expect(time.pending()).toBe(0);
  });
});
