/**
 * Durable delivery through the real server: a visitor's tab sends, the server commits to disk and acknowledges, the
 * visitor's other tab receives. A visitor may send five messages at once and then one a second, so load is made of many
 * visitors, as it is in life; no limit is lifted for the measurement.
 */
import { LIMITS } from '@service/protocol';
import { chanceOf } from '../harness/seeded.js';
import { Service } from '../harness/start-service.js';
import { inBatches } from './in-batches.js';
import { quantile } from './quantile.js';
import { VisitorSocket } from './visitor-socket.js';

export interface Delivery {
  readonly perSecond: number;
  readonly ackMs: { readonly p50: number; readonly p99: number };
  readonly deliveredMs: { readonly p50: number; readonly p99: number };
}

export interface DeliveryMeasurements {
  /** Everybody sends at once. */
  readonly burst: Delivery;
  /** Half of what the bursts reached, spread evenly, once it has stood for a second. */
  readonly half: Delivery & { readonly visitors: number };
}

interface Pair {
  readonly sender: VisitorSocket;
  readonly follower: VisitorSocket;
}

/** One message fewer than the burst allows: the request for a person took one. */
export const BURST_EACH = LIMITS.appendBurst - 1;
/** The median of so many bursts counts: the first meets cold code, and one may meet a busy machine. */
export const ROUNDS = 5;
/** Long enough that what happens seldom, such as emptying the write-ahead log, falls into it more than once. */
const HALF_EACH = 25;
/** Not counted: from nothing to half load in one moment is a burst once more. */
const WARM_EACH = 1;
const HALF_EVERY_MS = 1_000 / LIMITS.appendsPerSecond;

export async function measureDelivery(
  inboxDir: string,
  page: string,
  visitors: number,
  text: string,
): Promise<DeliveryMeasurements> {
  const service = await Service.start({ inboxDir });
  try {
    const pairs = await inBatches(visitors, 50, () => openPair(service.origin, page));
    const bursts = await inBatches(ROUNDS, 1, async () => {
      const burst = await measure(pairs, text, BURST_EACH, 0);
      // The buckets fill again before the next measurement, or it would measure refusals.
      await pause((LIMITS.appendBurst / LIMITS.appendsPerSecond) * 1_000);
      return burst;
    });
    const burst = bursts.sort((a, b) => a.perSecond - b.perSecond)[Math.floor(ROUNDS / 2)] as Delivery;
    const enough = Math.ceil((burst.perSecond / 2) * (HALF_EVERY_MS / 1_000));
    const more = await inBatches(Math.max(0, enough - visitors), 50, () => openPair(service.origin, page));
    pairs.push(...more);
    await pause((LIMITS.appendBurst / LIMITS.appendsPerSecond) * 1_000);
    const half = await measure(pairs.slice(0, enough), text, HALF_EACH + WARM_EACH, HALF_EVERY_MS, WARM_EACH);
    for (const { sender, follower } of pairs) {
      sender.close();
      follower.close();
    }
    return { burst, half: { ...half, visitors: enough } };
  } finally {
    await service.dispose();
  }
}

/** Waiting for a person keeps the agent silent, so that what is measured is delivery and not answering. */
async function openPair(origin: string, page: string): Promise<Pair> {
  const sender = await VisitorSocket.open({ service: origin, page });
  await sender.append({ kind: 'handoff.requested' });
  const follower = await VisitorSocket.open({ service: origin, page, session: sender.welcome.session });
  return { sender, follower };
}

async function measure(
  pairs: readonly Pair[],
  text: string,
  each: number,
  everyMs: number,
  uncounted = 0,
): Promise<Delivery> {
  // Each at any moment of its turn: at equal distances, whoever once met in one moment would meet again in every turn.
  const chance = chanceOf(1);
  const acks: number[] = [];
  const deliveries: number[] = [];
  const begun = performance.now();
  await Promise.all(
    pairs.map(async ({ sender, follower }) => {
      const sentAt: number[] = [];
      let heard = 0;
      const allHeard = new Promise<void>((resolve) => {
        follower.listen((frame) => {
          if (frame.t !== 'events') return;
          for (const { body } of frame.events) {
            if (body.kind !== 'message') continue;
            if (heard >= uncounted) deliveries.push(performance.now() - (sentAt[heard] as number));
            if (++heard === each) resolve();
          }
        });
      });
      for (let n = 0; n < each; n++) {
        const due = begun + everyMs * (n + chance.fraction());
        if (due > performance.now()) await pause(due - performance.now());
        const at = performance.now();
        sentAt.push(at);
        await sender.append({ kind: 'message', text });
        if (n >= uncounted) acks.push(performance.now() - at);
      }
      await allHeard;
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  return {
    perSecond: (pairs.length * each) / seconds,
    ackMs: { p50: quantile(acks, 0.5), p99: quantile(acks, 0.99) },
    deliveredMs: { p50: quantile(deliveries, 0.5), p99: quantile(deliveries, 0.99) },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
