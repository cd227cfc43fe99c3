/** The runs of delivery.test.ts can fail: each of these builds has one deliberate bug, and they find it. */
import { describe, expect, it } from 'vitest';
import { dailyShare } from '../../support/runs/daily.js';
import { LONG } from '../../support/runs/results.js';
import { shippedBuild, withChangedBuild } from './build.js';
import { runDelivery } from './delivery-run.js';
import { MUTANTS } from './mutants.js';
import { SimulatedStore } from './world/store.js';

/** A broken build must fail within this many runs. */
const MOST_SURVIVED = 2_000;

describe('the runs that prove the delivery', () => {
  const mutants = dailyShare(
    MUTANTS.filter(({ rare }) => LONG || !rare),
    3,
  );
  it.each(mutants)('catch $name', { timeout: 600_000 }, async ({ changes, mode }) => {
    const caught = await withChangedBuild(changes, async (build) => {
      const store = new SimulatedStore(build);
      for (let seed = 1; seed <= MOST_SURVIVED; seed++) {
        const { wrong } = await runDelivery(build, store, seed, mode);
        if (wrong.length > 0) return { seed, wrong };
      }
      return null;
    });
    if (!caught) throw new Error(`It was not caught in ${MOST_SURVIVED} runs.`);
    console.log(`caught with SEED=${caught.seed}: ${caught.wrong[0]}`);
    // The same seed must pass on the shipped build: it noticed the bug, not something else.
    const build = await shippedBuild();
    expect((await runDelivery(build, new SimulatedStore(build), caught.seed, mode)).wrong).toEqual([]);
  });
});
