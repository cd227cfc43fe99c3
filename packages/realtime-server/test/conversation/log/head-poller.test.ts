/** What a sweeper holds of those who have gone: not more and more. A server that is alone has one that never takes a turn. */
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { type HeadListener, HeadPoller } from '../../../dist/conversation/log/head-poller.js';
import { turnedClock } from '../../support/manual-clock.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Enough for the set to be laid out anew many times: then an iterator that stops holds each of its layouts. */
const COUNT = 10_000;
const HERE_AT_A_TIME = 40;
const LONG_ENOUGH_MS = 10_000;
const COLLECTIONS = 20;

const swept = (i: number): HeadListener => ({ conversation: `cnv_${i}`, activeAt: 0, onProgress: () => undefined });

/** They come and go, a few here at a time; returns those who have gone, held weakly. */
function comeAndGo(
  sweeper: HeadPoller,
  meanwhile: (i: number) => void = () => undefined,
): readonly WeakRef<HeadListener>[] {
  const here: (() => void)[] = [];
  const gone = Array.from({ length: COUNT }, (_, i) => {
    const follower = swept(i);
    here.push(sweeper.watch(follower));
    if (here.length > HERE_AT_A_TIME) here.shift()?.();
    meanwhile(i);
    return new WeakRef(follower);
  });
  for (const leave of here) leave();
  return gone;
}

/**
 * The engine itself may hold the last of them for a moment, while it compiles what has just run; a sweeper holds for good. So
 * it is collected again while any is left, a few times.
 */
async function held(gone: readonly WeakRef<HeadListener>[]): Promise<number> {
  let left = gone;
  for (let time = 0; time < COLLECTIONS && left.length > 0; time++) {
    // A weak reference lasts for the turn in which it was made or read.
    await turn();
    collectGarbage();
    left = left.filter((reference) => reference.deref() !== undefined);
  }
  return left.length;
}

function sweeping() {
  const clock = turnedClock();
  const sweeper = new HeadPoller({
    store: { heads: async () => new Map() },
    bus: { onReset: () => () => undefined },
    clock,
    fraction: () => 0.5,
    onFailure: () => undefined,
  });
  return { clock, sweeper };
}

describe('a sweeper', () => {
  it('that never begins holds no one who has gone', async () => {
    const { sweeper } = sweeping();
    expect(await held(comeAndGo(sweeper))).toBe(0);
    sweeper.stop();
  });

  it('holds at most those of its last turn once the next one finds no one', async () => {
    const { clock, sweeper } = sweeping();
    sweeper.start();
    const gone = comeAndGo(sweeper, (i) => {
      if (i === COUNT / 2) clock.turn(LONG_ENOUGH_MS);
    });
    clock.turn(LONG_ENOUGH_MS);
    expect(await held(gone)).toBeLessThanOrEqual(HERE_AT_A_TIME);
    sweeper.stop();
  });
});
