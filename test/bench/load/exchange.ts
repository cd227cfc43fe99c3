/**
 * Visitors who send, and their other tabs that receive. Thousands of them share one process, and the processor cores with the
 * measured server, so no visitor has a timer or a loop, and measured times go into two arrays.
 */
import { seededRandom } from '../../support/runs/seeded.js';
import { median, quantile } from '../quantile.js';

/** What an exchange needs of a visitor's socket, whichever server it is connected to. */
export interface Writer {
  /** Resolves with the acknowledgement. */
  append(body: { readonly kind: 'message'; readonly text: string }): Promise<unknown>;
  hearMessagesOnly(onMessage: () => void): void;
  close(): void;
}

export interface Pair {
  readonly sender: Writer;
  readonly follower: Writer;
}

export interface Delivery {
  readonly perSecond: number;
  readonly ackMs: { readonly p50: number; readonly p99: number };
  readonly deliveredMs: { readonly p50: number; readonly p99: number };
}

/** How often the messages of the visitors that are due are sent. */
const SEND_EVERY_MS = 1;

/** Every visitor sends `each` messages, each after the acknowledgement of the one before. */
export function exchangeAtOnce(pairs: readonly Pair[], text: string, each: number): Promise<Delivery> {
  return exchange(pairs, text, each, 0, (send) => {
    for (let pair = 0; pair < pairs.length; pair++) send(pair);
    return { acked: (pair, count) => count < each && send(pair), stop: () => undefined };
  });
}

/**
 * Every visitor sends one message in each `everyMs`, whether the one before is acknowledged or not; the first `uncounted` of
 * each are not measured. The moment within each turn is random, or visitors that once sent together would do so every time.
 */
export function exchangeEvenly(
  pairs: readonly Pair[],
  text: string,
  each: number,
  everyMs: number,
  uncounted: number,
): Promise<Delivery> {
  const chance = seededRandom(1);
  const due = Float64Array.from({ length: pairs.length * each }, (_, i) => everyMs * ((i % each) + chance.fraction()));
  const order = Uint32Array.from(due.keys()).sort((a, b) => (due[a] as number) - (due[b] as number));
  return exchange(pairs, text, each, uncounted, (send) => {
    const begun = performance.now();
    let next = 0;
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun;
      for (; next < order.length && (due[order[next] as number] as number) <= elapsed; next++)
        send(Math.floor((order[next] as number) / each));
    }, SEND_EVERY_MS);
    return { acked: () => undefined, stop: () => clearInterval(timer) };
  });
}

interface Schedule {
  /** `count` messages of a pair are acknowledged now. */
  acked(pair: number, count: number): void;
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

/** Each figure's own median. */
export function medianOf(rounds: readonly Delivery[]): Delivery {
  const of = (figure: (round: Delivery) => number): number => median(rounds.map(figure));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    ackMs: { p50: of(({ ackMs }) => ackMs.p50), p99: of(({ ackMs }) => ackMs.p99) },
    deliveredMs: { p50: of(({ deliveredMs }) => deliveredMs.p50), p99: of(({ deliveredMs }) => deliveredMs.p99) },
  };
}

function tailOf(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
