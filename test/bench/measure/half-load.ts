/**
 * Durable delivery at half of what the server reached at once, spread evenly over as many visitors as that takes. A thread
 * beside it flushes one bare page again and again: while the disk makes that wait, every message of any server waits.
 */
import { type DiskFlushes, watchDisk } from '../baseline/disk-flushes.js';
import { ms, ratio, us, whole } from '../format.js';
import { type Delivery, exchangeAtOnce, exchangeEvenly, medianOf, type Pair } from '../load/exchange.js';
import { QUESTION } from '../load/question.js';
import { BURST_EACH, EVERY_MS, pause, REFILL_MS } from '../load/rate-limit.js';
import { withShopServer } from '../load/shop-server.js';
import { closePairs, openPairs, openWarmPairs } from '../load/visitor-pairs.js';
import { ServerBusy } from '../load/visitor-socket.js';
import type { Outcome, Part } from '../part.js';
import { processTimeUs } from '../process-time.js';
import { median } from '../quantile.js';

const VISITORS = 4_000;
const ROUNDS = 5;
/** Long enough that rare work, such as a checkpoint of the write-ahead log, falls into it. */
const SECONDS = 10;
/** In a pair both sides have the same load. */
const QUICK = { visitors: 1_500, rounds: 2, seconds: 6 };
/** Not measured: from nothing to half load in one moment is a burst. */
const WARM_SECONDS = 1;
/** The server may refuse this many messages because the disk is stalled; then the round is repeated. */
const MOST_REFUSED = 3;

export const halfLoad: Part = {
  title: 'Durable delivery: half load',
  canBePaired: true,
  run: ({ tree, quick }) =>
    withShopServer(tree, async ({ origin, pid }) => {
      const pairs = await openWarmPairs(origin, quick ? QUICK.visitors : VISITORS);
      const disk = watchDisk();
      try {
        const rounds: Round[] = [];
        let refused = 0;
        while (rounds.length < (quick ? QUICK.rounds : ROUNDS)) {
          try {
            await pause(REFILL_MS);
            const visitors = quick ? QUICK.visitors : await halfOf(origin, pairs);
            rounds.push(await roundOf(pid, pairs.slice(0, visitors), quick ? QUICK.seconds : SECONDS, disk));
          } catch (error) {
            if (!(error instanceof ServerBusy) || ++refused > MOST_REFUSED) throw error;
          }
        }
        return outcomeOf(rounds, refused);
      } finally {
        await disk.stop();
        closePairs(pairs);
      }
    }),
};

interface Round {
  readonly visitors: number;
  readonly delivery: Delivery;
  readonly usEach: number;
  readonly flushMs: DiskFlushes;
}

/** The number of visitors for half of what the first ones reach at once now. Adds to `pairs` when it needs more. */
async function halfOf(service: string, pairs: Pair[]): Promise<number> {
  const { perSecond } = await exchangeAtOnce(pairs.slice(0, VISITORS), QUESTION, BURST_EACH);
  const enough = Math.ceil((perSecond / 2) * (EVERY_MS / 1_000));
  if (enough > pairs.length) pairs.push(...(await openPairs(service, enough - pairs.length)));
  await pause(REFILL_MS);
  return enough;
}

async function roundOf(
  pid: number,
  pairs: readonly Pair[],
  seconds: number,
  disk: ReturnType<typeof watchDisk>,
): Promise<Round> {
  const each = WARM_SECONDS + seconds;
  await disk.flushes();
  const before = processTimeUs(pid);
  const delivery = await exchangeEvenly(pairs, QUESTION, each, EVERY_MS, WARM_SECONDS);
  const usEach = (processTimeUs(pid) - before) / (pairs.length * each);
  return { visitors: pairs.length, delivery, usEach, flushMs: await disk.flushes() };
}

function outcomeOf(rounds: readonly Round[], refused: number): Outcome {
  const { perSecond, ackMs, deliveredMs } = medianOf(rounds.map((round) => round.delivery));
  const usEach = median(rounds.map((round) => round.usEach));
  const flushP99 = median(rounds.map(({ flushMs }) => flushMs.p99));
  const ofFlush = median(rounds.map(({ delivery, flushMs }) => delivery.ackMs.p99 / flushMs.p99));
  const visitors = median(rounds.map((round) => round.visitors));
  return {
    report: `
Half of what all at once reached seconds before: ${whole(perSecond)} messages/s, spread over ${whole(visitors)} visitors. Medians of ${rounds.length} rounds.
Beside it a thread flushes one bare page every 10 ms. Its longest flush took ${ms(Math.max(...rounds.map(({ flushMs }) => flushMs.longest)))}.${refused > 0 ? ` The server refused a message in ${refused} further rounds,\nwhich were repeated.` : ''}

| | p50 | p99 | ratio of the p99 |
|---|--:|--:|--:|
| a bare flush of the same disk | ${ms(median(rounds.map(({ flushMs }) => flushMs.p50)))} | ${ms(flushP99)} | |
| **acknowledged** | ${ms(ackMs.p50)} | ${ms(ackMs.p99)} | **${ofFlush.toFixed(2)} ×** |
| in the other tab | ${ms(deliveredMs.p50)} | ${ms(deliveredMs.p99)} | ${ratio(deliveredMs.p99, flushP99)} |

Processor time per message: ${us(usEach)}.
`,
    figures: [
      { name: 'processor time per message', value: usEach, better: 'less' },
      { name: 'acknowledged p50', value: ackMs.p50, better: 'less' },
      { name: 'acknowledged p99', value: ackMs.p99, better: 'less' },
    ],
  };
}
