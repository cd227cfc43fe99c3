/** Thousands of connections are pinged and polled a few at a time, with pauses: messages would wait for all of them. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type HeadListener, HeadPoller } from '../../dist/conversation/log/head-poller.js';
import { type HeartbeatTarget, startHeartbeat } from '../../dist/gateway/heartbeat.js';
import { type TurnedClock, turnedClock } from '../support/manual-clock.js';

/** So many are few: the questions of one go take a millisecond or two. */
const FEW = 40;
/** Rows of a query that holds nothing up for longer than a message takes. */
const FEW_ROWS = 128;

/** Lets the clock run, and everything that was waiting for it, for `ms`. */
async function pass(clock: TurnedClock, ms: number): Promise<void> {
  for (let i = 0; i < ms; i++) {
    clock.turn(1);
    await turn();
  }
}

/** How many were asked in the same millisecond, at most. */
function mostAtOnce(moments: readonly number[]): number {
  const counted = new Map<number, number>();
  for (const at of moments) counted.set(Math.floor(at), (counted.get(Math.floor(at)) ?? 0) + 1);
  return Math.max(0, ...counted.values());
}

describe('the heartbeat', () => {
  /** So many sockets that are due and have not been asked. */
  const beating = (count: number) => {
    const clock = turnedClock();
    const asked: number[] = [];
    const sockets = Array.from({ length: count }, (_, i): HeartbeatTarget => {
      let isAsked = false;
      return {
        isDue: () => !isAsked,
        closeIfSilent: () => undefined,
        followedConversations: () => [`cnv_${i}`],
        ping() {
          isAsked = true;
          asked.push(clock.now());
        },
      };
    });
    const queries: number[] = [];
    const store = {
      async heads(ids: readonly string[]) {
        queries.push(ids.length);
        return new Map();
      },
    };
    const stop = startHeartbeat({ store, clock, fraction: () => 0.5 }, new Set(sockets));
    return { clock, asked, queries, stop };
  };

  it('asks a thousand that are due in the same second within that second, and few at once', async () => {
    const { clock, asked, stop } = beating(1_000);
    await pass(clock, 1_500);
    const inHalf = asked.length;
    await pass(clock, 600);
    stop();
    expect(asked).toHaveLength(1_000);
    expect(Math.abs(inHalf - 500)).toBeLessThan(FEW);
    expect(mostAtOnce(asked)).toBeLessThan(FEW);
  });

  it('reads the heads of many that are due in few queries, each of few rows', async () => {
    const { clock, queries, stop } = beating(1_000);
    await pass(clock, 2_100);
    stop();
    expect(queries.length).toBeLessThanOrEqual(Math.ceil(1_000 / FEW_ROWS));
    expect(queries.reduce((sum, rows) => sum + rows, 0)).toBe(1_000);
    expect(Math.max(...queries)).toBeLessThanOrEqual(FEW_ROWS);
  });

  it('asks no one any more once it was stopped in the middle', async () => {
    const { clock, asked, stop } = beating(1_000);
    await pass(clock, 1_300);
    const before = asked.length;
    stop();
    await pass(clock, 2_000);
    expect(before).toBeGreaterThan(0);
    expect(asked).toHaveLength(before);
  });
});

describe('the head sweep', () => {
  const watched = (sweeper: HeadPoller, clock: TurnedClock, count: number): readonly number[] => {
    const learned = new Array<number>(count).fill(0);
    for (let i = 0; i < count; i++) {
      const follower: HeadListener = {
        conversation: `cnv_${i}`,
        activeAt: clock.now(),
        onProgress() {
          learned[i] = (learned[i] as number) + 1;
        },
      };
      sweeper.watch(follower);
    }
    return learned;
  };
  const sweeping = (clock: TurnedClock, asked: number[]) => {
    let reset = (): void => undefined;
    const sweeper = new HeadPoller({
      store: {
        async heads(ids) {
          asked.push(...ids.map(() => clock.now()));
          return new Map(ids.map((id) => [id, { head: 1, read: 0, seen: 0, erased: false }]));
        },
      },
      bus: {
        onReset(listener) {
          reset = listener;
          return () => undefined;
        },
      },
      clock,
      fraction: () => 0.5,
      onFailure: (error) => {
        throw error;
      },
    });
    return { sweeper, reset: () => reset() };
  };

  it.each([1, 31, 33, 1_000])('comes to each of %i followers once every three seconds, few at once', async (count) => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper } = sweeping(clock, asked);
    const learned = watched(sweeper, clock, count);
    sweeper.start();
    await pass(clock, 6_100);
    sweeper.stop();
    for (const times of learned) expect([2, 3]).toContain(times);
    expect(mostAtOnce(asked)).toBeLessThanOrEqual(FEW_ROWS);
  });

  it('comes to all of them soon when words of the bus may have been lost', async () => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper, reset } = sweeping(clock, asked);
    const learned = watched(sweeper, clock, 1_000);
    reset();
    await pass(clock, 100);
    sweeper.stop();
    expect(learned.every((times) => times === 1)).toBe(true);
    expect(mostAtOnce(asked)).toBeLessThanOrEqual(FEW_ROWS);
  });
});
