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
    const sockets = Array.from({ length: count }, (): HeartbeatTarget => {
      let isAsked = false;
      return {
        isDue: () => !isAsked,
        closeIfSilent: () => undefined,
        ping() {
          isAsked = true;
          asked.push(clock.now());
        },
      };
    });
    const stop = startHeartbeat({ clock }, new Set(sockets));
    return { clock, asked, stop };
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
  /** Followers of as many logs, in which something is always going on. */
  const watched = (sweeper: HeadPoller, clock: TurnedClock, count: number): readonly number[] => {
    const learned = new Array<number>(count).fill(0);
    for (let i = 0; i < count; i++) {
      const follower: HeadListener = {
        conversation: `cnv_${i}`,
        get activeAt() {
          return clock.now();
        },
        onProgress() {
          learned[i] = (learned[i] as number) + 1;
        },
      };
      sweeper.watch(follower);
    }
    return learned;
  };
  const sweeping = (clock: TurnedClock, asked: number[], alone = false) => {
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
      alone,
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

  it.each([
    ['that has just been active, every three seconds', 0, 60, [19, 21]],
    ['that was quiet for two minutes, every twelve', 120_000, 60, [4, 5]],
    ['that was quiet for a day, as seldom as it is pinged', 86_400_000, 75, [3, 3]],
  ])('reads a log %s', async (_, quietMs, seconds, [least, most]) => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper } = sweeping(clock, asked);
    const activeAt = clock.now() - quietMs;
    const follower = { conversation: 'cnv_1', onProgress: () => undefined };
    sweeper.watch(
      quietMs === 0
        ? {
            ...follower,
            get activeAt() {
              return clock.now();
            },
          }
        : { ...follower, activeAt },
    );
    sweeper.start();
    await pass(clock, seconds * 1_000 + 100);
    sweeper.stop();
    expect(asked.length).toBeGreaterThanOrEqual(least as number);
    expect(asked.length).toBeLessThanOrEqual(most as number);
  });

  it('reads a log once for all who follow it', async () => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper } = sweeping(clock, asked);
    const learned: string[] = [];
    for (const tab of ['first', 'second'])
      sweeper.watch({ conversation: 'cnv_1', activeAt: clock.now(), onProgress: () => void learned.push(tab) });
    sweeper.start();
    await pass(clock, 3_100);
    sweeper.stop();
    expect(asked).toHaveLength(1);
    expect(learned).toEqual(['first', 'second']);
  });

  it('reads every log as seldom as it is pinged where the bus loses nothing', async () => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper } = sweeping(clock, asked, true);
    watched(sweeper, clock, 1);
    sweeper.start();
    await pass(clock, 75_100);
    sweeper.stop();
    expect(asked).toHaveLength(3);
  });
});
