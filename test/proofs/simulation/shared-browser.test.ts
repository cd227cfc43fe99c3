/**
 * The promise to people who share a browser: each person who signs in sees their own conversation and nothing of the people
 * before them, in every order of signing in and out, whatever fails meanwhile. Replay a run with SEED=<number> SEEDS=1.
 */
import { describe, expect, it } from 'vitest';
import { dailyShare } from '../../support/runs/daily.js';
import { LONG, MANY_RUNS } from '../../support/runs/results.js';
import { shippedBuild, withChangedBuild } from './build.js';
import { SHARED_BROWSER_MUTANTS } from './mutants.js';
import { runSharedBrowser } from './shared-browser-run.js';
import { SimulatedStore } from './world/store.js';

const SEEDS = Number(process.env.SEEDS ?? (LONG ? 5_000 : 20));
const FIRST = Number(process.env.SEED ?? 1);
/** A broken build must fail within this many runs. */
const MOST_SURVIVED = 200;

describe('nothing of one person reaches the next one in the same browser', () => {
  it(`in ${SEEDS} runs of people who sign in and out from seed ${FIRST} on`, { timeout: 3_600_000 }, async () => {
    const store = new SimulatedStore(await shippedBuild());
    const build = await shippedBuild();
    let [steps, messages, fences] = [0, 0, 0];
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const run = await runSharedBrowser(build, store, seed);
      expect(run.wrong, `replay with SEED=${seed} SEEDS=1`).toEqual([]);
      steps += run.steps;
      messages += run.messages;
      fences += run.fences;
    }
    console.log(`${SEEDS} seeds: ${steps} steps, ${messages} messages, ${fences} sign-outs, 0 violations`);
    // Without sign-outs the runs would prove nothing about the next person.
    if (SEEDS >= MANY_RUNS) expect(fences).toBeGreaterThan(SEEDS);
  });

  const mutants = dailyShare(
    SHARED_BROWSER_MUTANTS.filter(({ rare }) => LONG || !rare),
    2,
  );
  it.each(mutants)('and these runs catch $name', { timeout: 600_000 }, async ({ changes }) => {
    const caught = await withChangedBuild(changes, async (build) => {
      const store = new SimulatedStore(build);
      for (let seed = 1; seed <= MOST_SURVIVED; seed++) {
        const { wrong } = await runSharedBrowser(build, store, seed);
        if (wrong.length > 0) return { seed, wrong };
      }
      return null;
    });
    expect(caught).not.toBeNull();
  });
});
