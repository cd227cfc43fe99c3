/**
 * Durable delivery through the real server: a visitor's tab sends, the server commits to disk and acknowledges, the
 * visitor's other tab receives. A visitor may send five messages at once and then one a second, so load is made of many
 * visitors, as it is in life; no limit is lifted for the measurement.
 */
import { rmSync } from 'node:fs';
import { FRAME_LIMITS } from '@service/protocol';
import { SHOP_PAGE, shopInboxesWithoutArticles } from '../harness/shop-inbox.js';
import { Service } from '../harness/start-service.js';
import { watchDisk } from './disk-stall.js';
import { type Delivery, exchangeAtOnce, exchangeEvenly, type Pair } from './exchange.js';
import { inBatches } from './in-batches.js';
import { median } from './quantile.js';
import { openRelayPairs, startRawRelay } from './raw-relay.js';
import { rawStoreRate } from './raw-store.js';
import { ServerBusy, VisitorSocket } from './visitor-socket.js';

export interface DeliveryMeasurements {
  /** Everybody sends at once: the medians of {@link BURST_ROUNDS}. */
  readonly burst: Delivery;
  /** What the disk and the sockets allow, in messages per second, measured just before each of them: the medians. */
  readonly ceilings: Ceilings;
  /** What the server reached of the lower of the two: median of the rounds. */
  readonly ratio: number;
  /** Half of what a burst reached seconds before, spread evenly, once it has stood for a second: the medians of those that count. */
  readonly half: Delivery & {
    readonly visitors: number;
    readonly rounds: number;
    /** Rounds in which the server said that it is busy, because the disk stood still: nothing of them is among the others. */
    readonly refused: number;
    /** The longest that the disk stood still for a bystander in those that count, and in all. */
    readonly diskStallMs: number;
    readonly longestDiskStallMs: number;
    /** The median of all, those that don't count as well. */
    readonly ackP99MsOfAll: number;
  };
}

export interface Ceilings {
  readonly store: number;
  readonly relay: number;
}

/** One message fewer than the burst allows: the request for a person took one. */
export const BURST_EACH = FRAME_LIMITS.appendBurst - 1;
/**
 * The median of so many counts: a machine is never alone all the time. One round of everybody at once differs from the next by up to a
 * quarter, and is over in about one second, so the median of few of them would be luck.
 */
export const BURST_ROUNDS = 15;
/** So many rounds of half load count, of which each goes on for long. */
export const HALF_COUNTED = 5;
/** The relay's, before its first count: the server has had its own by then. */
const COLD_RELAYS = 2;
/** Before them, spread evenly: all at once they would meet code that nothing has run yet, and a server that says it is busy. */
const COLD_EACH = 5;
/** A round of half load counts when no bare flush beside it took longer. What the server did has no say in it. In milliseconds. */
export const STALL_MS = 20;
/** Measured until {@link HALF_COUNTED} count; so many at most, and then those with the shortest stalls count. */
export const HALF_ROUNDS = 24;
/** Long enough that what happens seldom, such as emptying the write-ahead log, falls into it. */
export const HALF_EACH = 10;
/** Not counted: from nothing to half load in one moment is a burst once more. */
const WARM_EACH = 1;
const HALF_EVERY_MS = 1_000 / FRAME_LIMITS.appendsPerSecond;
/** The buckets fill again before the next measurement, or it would measure refusals. */
const REFILL_MS = (FRAME_LIMITS.appendBurst / FRAME_LIMITS.appendsPerSecond) * 1_000;

export async function measureDelivery(visitors: number, text: string): Promise<DeliveryMeasurements> {
  const inboxDir = shopInboxesWithoutArticles({ people: { hours: 'Always' } });
  const service = await Service.start({ inboxDir });
  try {
    const pairs = await inBatches(visitors, 50, () => openPair(service.origin));
    await exchangeEvenly(pairs, text, COLD_EACH, HALF_EVERY_MS, 0);
    const rounds = await burstsUnderCeilings(pairs, text);
    const burst = medianOf(rounds.map((round) => round.burst));
    const { halves, refused } = await halfLoads(service.origin, pairs, visitors, text);
    const counted = halves.slice(0, HALF_COUNTED);
    for (const { sender, follower } of pairs) {
      sender.close();
      follower.close();
    }
    return {
      burst,
      ceilings: {
        store: median(rounds.map(({ ceilings }) => ceilings.store)),
        relay: median(rounds.map(({ ceilings }) => ceilings.relay)),
      },
      ratio: median(rounds.map(({ ceilings, burst }) => burst.perSecond / Math.min(ceilings.store, ceilings.relay))),
      half: {
        ...medianOf(counted.map(({ half }) => half)),
        visitors: median(counted.map((each) => each.visitors)),
        rounds: halves.length,
        refused: refused.length,
        diskStallMs: Math.max(...counted.map(({ diskStallMs }) => diskStallMs)),
        longestDiskStallMs: Math.max(...refused, ...halves.map(({ diskStallMs }) => diskStallMs)),
        ackP99MsOfAll: median(halves.map(({ half }) => half.ackMs.p99)),
      },
    };
  } finally {
    await service.dispose();
    rmSync(inboxDir, { recursive: true });
  }
}

/** Everybody at once, {@link BURST_ROUNDS} times, and the ceilings as they were just before each. */
async function burstsUnderCeilings(
  pairs: readonly Pair[],
  text: string,
): Promise<readonly { readonly ceilings: Ceilings; readonly burst: Delivery }[]> {
  const relay = await startRawRelay();
  try {
    const relayRate = await openRelayPairs(relay, pairs.length);
    await inBatches(COLD_RELAYS, 1, () => relayRate(BURST_EACH, text));
    return await inBatches(BURST_ROUNDS, 1, async () => {
      const refilled = pause(REFILL_MS);
      const store = rawStoreRate(pairs.length, text);
      await refilled;
      const ceilings: Ceilings = { store, relay: await relayRate(BURST_EACH, text) };
      return { ceilings, burst: await exchangeAtOnce(pairs, text, BURST_EACH) };
    });
  } finally {
    relay.stop();
  }
}

interface HalfLoad {
  readonly half: Delivery;
  readonly visitors: number;
  readonly diskStallMs: number;
}

interface HalfLoads {
  /** The shortest stall of the disk first. */
  readonly halves: readonly HalfLoad[];
  /** For how long the disk stood still in each round in which the server had to refuse, in milliseconds. */
  readonly refused: readonly number[];
}

/** Half of what `visitors` reach at once, again and again; adds to `pairs` as it needs. */
async function halfLoads(service: string, pairs: Pair[], visitors: number, text: string): Promise<HalfLoads> {
  const disk = watchDisk();
  const halves: HalfLoad[] = [];
  const refused: number[] = [];
  const counting = (): number => halves.filter(({ diskStallMs }) => diskStallMs <= STALL_MS).length;
  const round = async (): Promise<HalfLoad> => {
    await pause(REFILL_MS);
    await disk.longestMs();
    const { perSecond } = await exchangeAtOnce(pairs.slice(0, visitors), text, BURST_EACH);
    const enough = Math.ceil((perSecond / 2) * (HALF_EVERY_MS / 1_000));
    pairs.push(...(await inBatches(Math.max(0, enough - pairs.length), 50, () => openPair(service))));
    await pause(REFILL_MS);
    await disk.longestMs();
    const half = await exchangeEvenly(pairs.slice(0, enough), text, WARM_EACH + HALF_EACH, HALF_EVERY_MS, WARM_EACH);
    return { half, visitors: enough, diskStallMs: await disk.longestMs() };
  };
  try {
    while (counting() < HALF_COUNTED && halves.length + refused.length < HALF_ROUNDS) {
      try {
        halves.push(await round());
      } catch (error) {
        const diskStallMs = await disk.longestMs();
        // With a disk that is awake it is the server's own doing.
        if (!(error instanceof ServerBusy) || diskStallMs <= STALL_MS) throw error;
        refused.push(diskStallMs);
      }
    }
    if (halves.length < HALF_COUNTED)
      throw new Error('The disk stood still in nearly every round. Measure again when its host is quiet.');
    return { halves: halves.sort((a, b) => a.diskStallMs - b.diskStallMs), refused };
  } finally {
    await disk.stop();
  }
}

/** Waiting for a person keeps the agent silent, so that what is measured is delivery and not answering. */
async function openPair(service: string): Promise<Pair> {
  const sender = await VisitorSocket.open({ service, page: SHOP_PAGE });
  await sender.append({ kind: 'handoff.requested' });
  const follower = await VisitorSocket.open({ service, page: SHOP_PAGE, session: sender.welcome.session });
  return { sender, follower };
}

/** Each figure's own median. */
function medianOf(rounds: readonly Delivery[]): Delivery {
  const of = (figure: (round: Delivery) => number): number => median(rounds.map(figure));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    ackMs: { p50: of(({ ackMs }) => ackMs.p50), p99: of(({ ackMs }) => ackMs.p99) },
    deliveredMs: { p50: of(({ deliveredMs }) => deliveredMs.p50), p99: of(({ deliveredMs }) => deliveredMs.p99) },
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
