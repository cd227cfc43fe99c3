/**
 * The promise to people who share a screen: whoever signs in sees what is theirs, and nothing of anybody before them, in
 * whatever order they come and go, and whatever fails meanwhile. Replay a run with SEED=<number> SEEDS=1.
 */
import { describe, expect, it } from 'vitest';
import { LONG, MANY_RUNS } from '../../support/runs/results.js';
import { PEOPLE_MUTANTS } from './breakages.js';
import { soundBuild, withBrokenBuild } from './build.js';
import { runPeople } from './people.js';
import { Disk } from './world/disk.js';

const SEEDS = Number(process.env.SEEDS ?? (LONG ? 5_000 : 60));
const FIRST = Number(process.env.SEED ?? 1);
/** How many runs a broken build may survive. */
const MOST_SURVIVED = 200;

describe('nothing of one person reaches the next one at the same screen', () => {
  it(`in ${SEEDS} runs of people who sign in and out from seed ${FIRST} on`, { timeout: 3_600_000 }, async () => {
    const disk = new Disk(await soundBuild());
    const build = await soundBuild();
    let [steps, messages, fences] = [0, 0, 0];
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const run = await runPeople(build, disk, seed);
      expect(run.wrong, `replay with SEED=${seed} SEEDS=1`).toEqual([]);
      steps += run.steps;
      messages += run.messages;
      fences += run.fences;
    }
    console.log(`${SEEDS} seeds: ${steps} steps, ${messages} messages, ${fences} times somebody left, 0 violations`);
    // Where nobody left, nothing would be shown of who came next.
    if (SEEDS >= MANY_RUNS) expect(fences).toBeGreaterThan(SEEDS);
  });

  it.each(PEOPLE_MUTANTS)('and this very suite catches $name', { timeout: 600_000 }, async ({ breakages }) => {
    const caught = await withBrokenBuild(breakages, async (build) => {
      const disk = new Disk(build);
      for (let seed = 1; seed <= MOST_SURVIVED; seed++) {
        const { wrong } = await runPeople(build, disk, seed);
        if (wrong.length > 0) return { seed, wrong };
      }
      return null;
    });
    expect(caught).not.toBeNull();
  });
});
