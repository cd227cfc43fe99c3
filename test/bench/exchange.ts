/**
 * Visitors who send and their other tabs that hear it. Thousands of them in one process, on the cores of what is measured:
 * so nobody has a timer or a loop of their own, and what is measured stands in two arrays.
 */
import { chanceOf } from '../harness/seeded.js';
import { quantile } from './quantile.js';
import type { VisitorSocket } from './visitor-socket.js';

export interface Pair {
  readonly sender: VisitorSocket;
  readonly follower: VisitorSocket;
}

export interface Delivery {
  readonly perSecond: number;
  readonly ackMs: { readonly p50: number; readonly p99: number };
  readonly deliveredMs: { readonly p50: number; readonly p99: number };
}

/** How often it is looked who is to send now. */
const LOOK_EVERY_MS = 1;

/** Everybody sends `each` messages, each after the acknowledgement of the one before. */
export function exchangeAtOnce(pairs: readonly Pair[], text: string, each: number): Promise<Delivery> {
  return exchange(pairs, text, each, 0, (send) => {
    for (let pair = 0; pair < pairs.length; pair++) send(pair);
    return { acked: (pair, so) => so < each && send(pair), stop: () => undefined };
  });
}

/**
 * Everybody sends one message in each `everyMs`, whether the one before is acknowledged or not; the first `uncounted` of each
 * are not measured. At any moment of their turn: at equal distances, whoever once met in one moment would meet in every turn.
 */
export function exchangeEvenly(
  pairs: readonly Pair[],
  text: string,
  each: number,
  everyMs: number,
  uncounted: number,
): Promise<Delivery> {
  const chance = chanceOf(1);
  const due = Float64Array.from({ length: pairs.length * each }, (_, i) => everyMs * ((i % each) + chance.fraction()));
  const order = Uint32Array.from(due.keys()).sort((a, b) => (due[a] as number) - (due[b] as number));
  return exchange(pairs, text, each, uncounted, (send) => {
    const begun = performance.now();
    let next = 0;
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun;
      for (; next < order.length && (due[order[next] as number] as number) <= elapsed; next++)
        send(Math.floor((order[next] as number) / each));
    }, LOOK_EVERY_MS);
    return { acked: () => undefined, stop: () => clearInterval(timer) };
  });
}

interface Schedule {
  /** `so` many messages of a pair are acknowledged now. */
  acked(pair: number, so: number): void;
  stop(): void;
}

function exchange(
  pairs: readonly Pair[],
  text: string,
  each: number,
  uncounted: number,
  begin: (send: (pair: number) => void) => Schedule,
): Promise<Delivery> {
  const total = pairs.length * each;
  const sentAt = new Float64Array(total);
  const sent = new Uint16Array(pairs.length);
  const acked = new Uint16Array(pairs.length);
  const heard = new Uint16Array(pairs.length);
  const ackMs: number[] = [];
  const deliveredMs: number[] = [];
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    let left = 2 * total;
    const arrived = (pair: number, which: Uint16Array, times: number[]): number => {
      const n = which[pair] as number;
      which[pair] = n + 1;
      if (n >= uncounted) times.push(performance.now() - (sentAt[pair * each + n] as number));
      left -= 1;
      return n + 1;
    };
    const endIfAll = (): void => {
      if (left > 0) return;
      schedule.stop();
      const seconds = (performance.now() - begun) / 1_000;
      resolve({ perSecond: total / seconds, ackMs: tailOf(ackMs), deliveredMs: tailOf(deliveredMs) });
    };
    const failed = (error: unknown): void => {
      schedule.stop();
      reject(error);
    };
    const send = (pair: number): void => {
      const { sender } = pairs[pair] as Pair;
      const n = sent[pair] as number;
      sent[pair] = n + 1;
      sentAt[pair * each + n] = performance.now();
      sender.append({ kind: 'message', text }).then(() => {
        schedule.acked(pair, arrived(pair, acked, ackMs));
        endIfAll();
      }, failed);
    };
    pairs.forEach(({ sender, follower }, pair) => {
      sender.hearMessagesOnly(() => undefined);
      follower.hearMessagesOnly(() => {
        arrived(pair, heard, deliveredMs);
        endIfAll();
      });
    });
    const schedule = begin(send);
  });
}

function tailOf(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
