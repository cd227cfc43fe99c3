/** A crash while all visitors write: when all are back, and what became of their messages. */
import { seededRandom } from '../../../support/runs/seeded.js';
import { inBatches } from '../../load/in-batches.js';
import { QUESTION } from '../../load/question.js';
import { pause } from '../../load/rate-limit.js';
import { quantile } from '../../quantile.js';
import type { Contestant } from './contestants.js';
import { StormVisitor } from './storm-visitor.js';

const AT_A_TIME = 50;
const KILL_AFTER_MS = 1_000;
/** Some write when the server is gone already. */
const WRITE_WITHIN_MS = 1.1 * KILL_AFTER_MS;
/** A visitor who is not back by then counts with this time. */
const MOST_MS = 60_000;

export interface Storm {
  /** From the kill until a visitor has both tabs, and both messages in each. */
  readonly p50Ms: number;
  readonly lastMs: number;
  readonly acknowledged: number;
  /** Acknowledged, and not stored. */
  readonly lost: number;
  /** Acknowledged, and not in a tab. */
  readonly missing: number;
  /** Stored or shown twice. */
  readonly twice: number;
}

export async function openStormVisitors(contestant: Contestant, count: number): Promise<StormVisitor[]> {
  const chance = seededRandom(1);
  return inBatches(count, AT_A_TIME, () => StormVisitor.open(contestant, chance));
}

/** @param round a number that no other storm of these visitors has */
export async function storm(contestant: Contestant, visitors: readonly StormVisitor[], round: number): Promise<Storm> {
  const [before, meanwhile] = ['before', 'meanwhile'].map((when) => `${round} ${when}: ${QUESTION}`) as [
    string,
    string,
  ];
  const back = Promise.all(visitors.map((visitor) => visitor.whenAllHave([before, meanwhile])));
  const chance = seededRandom(round);
  for (const visitor of visitors) setTimeout(() => visitor.write(before), chance.fraction() * WRITE_WITHIN_MS);
  await pause(KILL_AFTER_MS);
  const killedAt = performance.now();
  const killed = contestant.service.kill9();
  for (const visitor of visitors) visitor.write(meanwhile);
  await killed;
  await contestant.service.start('spawned');
  await Promise.race([back, pause(MOST_MS)]);
  const times = visitors.map(({ hadAllAt }) => (hadAllAt ?? killedAt + MOST_MS) - killedAt);
  const fates = await inBatches(visitors.length, AT_A_TIME, (i) =>
    (visitors[i] as StormVisitor).fateOf([before, meanwhile]),
  );
  const sum = (count: (fate: (typeof fates)[number]) => number): number =>
    fates.reduce((all, fate) => all + count(fate), 0);
  return {
    p50Ms: quantile(times, 0.5),
    lastMs: quantile(times, 1),
    acknowledged: sum((fate) => fate.acknowledged),
    lost: sum((fate) => fate.lost),
    missing: sum((fate) => fate.missing),
    twice: sum((fate) => fate.twice),
  };
}
