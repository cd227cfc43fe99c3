/**
 * Durable delivery when all visitors send at once: a visitor's tab sends, the server commits to disk and acknowledges, the
 * visitor's other tab receives. A visitor may send five messages at once and then one a second, so load is made of many
 * visitors; no limit is lifted for the measurement.
 */
import type { Service } from '../../support/server/start-service.js';
import { openRelayPairs, startRawRelay } from '../baseline/raw-relay.js';
import { rawStoreRate } from '../baseline/raw-store.js';
import { ms, ratio, us, whole } from '../format.js';
import { type Delivery, exchangeAtOnce, medianOf, type Pair } from '../load/exchange.js';
import { inBatches } from '../load/in-batches.js';
import { QUESTION } from '../load/question.js';
import { BURST_EACH, pause, REFILL_MS } from '../load/rate-limit.js';
import { withShopServer } from '../load/shop-server.js';
import { closePairs, openWarmPairs } from '../load/visitor-pairs.js';
import type { Outcome, Part } from '../part.js';
import { processTimeUs } from '../process-time.js';
import { median } from '../quantile.js';

/** The relay's, before its first count. */
const COLD_RELAYS = 2;
/** A round takes about a second and differs from the next by up to a quarter, so the median needs many. */
const FULL = { visitors: 4_000, rounds: 15 };
const QUICK = { visitors: 2_000, rounds: 3 };

export const burst: Part = {
  title: 'Durable delivery: all visitors at once',
  canBePaired: true,
  async run({ tree, quick }) {
    const { visitors, rounds } = quick ? QUICK : FULL;
    return withShopServer(tree, async (service) => {
      const pairs = await openWarmPairs(service.origin, visitors);
      const measured = quick
        ? await inBatches(rounds, 1, async () => {
            await pause(REFILL_MS);
            return { ceilings: null, ...(await burstOf(service, pairs)) };
          })
        : await underCeilings(service, pairs, rounds);
      closePairs(pairs);
      return outcomeOf(visitors, measured);
    });
  },
};

interface Ceilings {
  readonly store: number;
  readonly relay: number;
  readonly relayUsEach: number;
}

interface Round {
  readonly ceilings: Ceilings | null;
  readonly delivery: Delivery;
  /** Processor time of the server per message. */
  readonly usEach: number;
}

async function burstOf({ pid }: Service, pairs: readonly Pair[]): Promise<Omit<Round, 'ceilings'>> {
  const before = processTimeUs(pid);
  const delivery = await exchangeAtOnce(pairs, QUESTION, BURST_EACH);
  return { delivery, usEach: (processTimeUs(pid) - before) / (pairs.length * BURST_EACH) };
}

/** Each round just after what disk and sockets allow, because a machine is not equally fast all the time. */
async function underCeilings(service: Service, pairs: readonly Pair[], rounds: number): Promise<Round[]> {
  const relay = await startRawRelay();
  try {
    const relayRate = await openRelayPairs(relay, pairs.length);
    await inBatches(COLD_RELAYS, 1, () => relayRate(BURST_EACH, QUESTION));
    return await inBatches(rounds, 1, async () => {
      const refilled = pause(REFILL_MS);
      const store = rawStoreRate(pairs.length, QUESTION);
      await refilled;
      const before = processTimeUs(relay.pid);
      const rate = await relayRate(BURST_EACH, QUESTION);
      const relayUsEach = (processTimeUs(relay.pid) - before) / (pairs.length * BURST_EACH);
      return { ceilings: { store, relay: rate, relayUsEach }, ...(await burstOf(service, pairs)) };
    });
  } finally {
    relay.stop();
  }
}

function outcomeOf(visitors: number, rounds: readonly Round[]): Outcome {
  const delivery = medianOf(rounds.map((round) => round.delivery));
  const usEach = median(rounds.map((round) => round.usEach));
  return {
    report: reportOf(visitors, rounds, delivery, usEach),
    figures: [
      { name: 'messages/s', value: delivery.perSecond, better: 'more' },
      { name: 'processor time per message', value: usEach, better: 'less' },
      { name: 'acknowledged p50', value: delivery.ackMs.p50, better: 'less' },
      { name: 'in the other tab p50', value: delivery.deliveredMs.p50, better: 'less' },
    ],
  };
}

function reportOf(visitors: number, rounds: readonly Round[], delivery: Delivery, usEach: number): string {
  const under = rounds.flatMap(({ ceilings, delivery }) => (ceilings ? [{ ...ceilings, delivery }] : []));
  const store = median(under.map((round) => round.store));
  const relay = median(under.map((round) => round.relay));
  const relayUsEach = median(under.map((round) => round.relayUsEach));
  const reached = median(under.map((round) => round.delivery.perSecond / Math.min(round.store, round.relay)));
  const { ackMs, deliveredMs } = delivery;
  return `
${visitors} visitors with two tabs each, no limit lifted: one tab sends ${BURST_EACH} messages, each after the acknowledgement of
the one before; a message counts when it is on disk, acknowledged, and in the other tab. Medians of ${rounds.length} rounds; each is
compared with the lower of the two ceilings in the seconds before it, because a machine is not equally fast all the time.

| | messages/s | of the lower ceiling | processor time per message | of the relay's |
|---|--:|--:|--:|--:|
| raw store: libsql, WAL, synchronous=FULL, 64 per commit | ${whole(store)} | | | |
| raw relay: \`ws\`, nothing stored | ${whole(relay)} | | ${us(relayUsEach)} | |
| **through the server** | **${whole(delivery.perSecond)}** | **${ratio(reached, 1)}** | ${us(usEach)} | **${ratio(usEach, relayUsEach)}** |

| | p50 | p99 |
|---|--:|--:|
| acknowledged | ${ms(ackMs.p50)} | ${ms(ackMs.p99)} |
| in the other tab | ${ms(deliveredMs.p50)} | ${ms(deliveredMs.p99)} |
`;
}
