/** What a server costs that has nothing to do: processor time without visitors and with idle ones, and memory of the empty process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askHoldings, probedAt } from '../../../proofs/chaos/support/probed-service.js';
import { whole } from '../../format.js';
import { inBatches } from '../../load/in-batches.js';
import { pause } from '../../load/rate-limit.js';
import { closePairs } from '../../load/visitor-pairs.js';
import type { Part } from '../../part.js';
import { type Contestant, ON_BOTH, withContestants } from './contestants.js';
import { openPairs } from './pairs.js';
import type { Measured } from './rounds.js';
import { type Column, tableOf } from './table.js';

const VISITORS = 2_000;
/** All servers are watched at the same time, in each of these. */
const WINDOWS = 3;
/** Every server pings each socket once in so long, so each window has as many pings. */
const WINDOW_MS = 25_000;
/** After a start, or after the last visitor came. */
const SETTLED_MS = 10_000;

export const peerIdle: Part = {
  title: 'Idle servers: peers',
  canBePaired: false,
  takesRuns: true,
  async run({ runs: windows = WINDOWS }) {
    const folder = mkdtempSync(join(tmpdir(), 'service-probes-'));
    const probe = (index: number): string => join(folder, `${index}.sock`);
    try {
      return await withContestants(
        ON_BOTH,
        async (contestants) => {
          const empty = await watched(contestants, windows);
          const bytes = await inBatches(contestants.length, 1, (index) => askHoldings(probe(index), true));
          const pairs = await inBatches(contestants.length, 1, (index) =>
            openPairs(contestants[index] as Contestant, VISITORS),
          );
          const idle = await watched(contestants, windows);
          closePairs(pairs.flat());
          const usages = contestants.map((_, index) =>
            (idle[index] ?? []).map((idleUs, window) => ({
              idleUs,
              emptyUs: empty[index]?.[window] ?? Number.NaN,
              bytes: bytes[index]?.rss ?? Number.NaN,
            })),
          );
          return { report: reportOf(contestants, usages), figures: [] };
        },
        (index) => probedAt(probe(index)),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface Usage {
  /** Of each second. */
  readonly idleUs: number;
  readonly emptyUs: number;
  readonly bytes: number;
}

/** Microseconds of processor time in a second. */
async function watched(contestants: readonly Contestant[], windows: number): Promise<Measured<number>> {
  await pause(SETTLED_MS);
  const all = await inBatches(windows, 1, async () => {
    const begun = performance.now();
    const before = contestants.map((each) => each.processTimeUs());
    await pause(WINDOW_MS);
    const seconds = (performance.now() - begun) / 1_000;
    return contestants.map((each, index) => (each.processTimeUs() - (before[index] as number)) / seconds);
  });
  return contestants.map((_, index) => all.map((window) => window[index] as number));
}

const perSecond = (us: number): string => `${(us / 1_000).toFixed(1)} ms`;
const COLUMNS: readonly Column<Usage>[] = [
  { title: `${whole(2 * VISITORS)} idle sockets`, format: perSecond, of: ({ idleUs }) => idleUs },
  // Peers use less than the system counts.
  { title: 'no visitor', format: perSecond, of: ({ emptyUs }) => emptyUs, isCompared: false },
  { title: 'memory without visitors', format: (bytes) => `${whole(bytes / 2 ** 20)} MiB`, of: ({ bytes }) => bytes },
];

const reportOf = (contestants: readonly Contestant[], usages: Measured<Usage>): string => `
Processor time in each second, user and system, of the server and of all processes of its PostgreSQL: medians of ${usages[0]?.length} windows of ${WINDOW_MS / 1_000} s, in
which all servers are watched at once. ${whole(VISITORS)} visitors have two tabs each. Memory is what the server's process has from the system after a
forced collection of garbage. Ratios are ours by the peer's in the same window: their median, least and most. The peers do less than ours
meanwhile, too: they only ping.

${tableOf('', contestants, usages, COLUMNS)}
`;
