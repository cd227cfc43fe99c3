/**
 * The promise, on the real client and the real server: what a visitor sent is in the log once and in their order, every
 * question is answered once, and every screen shows exactly the log, whatever networks, processes, bus and store do in
 * between. Replay a run with SEED=<number> SEEDS=1.
 */
import { describe, expect, it } from 'vitest';
import { LONG, MANY_RUNS, saveResults } from '../../support/runs/results.js';
import { MUTANTS } from './breakages.js';
import { type Build, soundBuild, withBrokenBuild } from './build.js';
import { runOnce, type Weather } from './run.js';
import { Disk } from './world/disk.js';

const SEEDS = Number(process.env.SEEDS ?? (LONG ? 10_000 : 60));
const FIRST = Number(process.env.SEED ?? 1);
/** How many runs a broken build may survive. */
const MOST_SURVIVED = 2_000;

describe('a message is never lost, never doubled, never out of order', () => {
  it(`in ${SEEDS} runs of visitors, processes, bus and store from seed ${FIRST} on`, {
    timeout: 14_400_000,
  }, async () => {
    const build = await soundBuild();
    const stormy = await runAll(build, 'stormy', SEEDS);
    const unhealed = await runAll(build, 'unhealed', Math.ceil(SEEDS / 4));
    const calling = await runAll(build, 'calling', Math.ceil(SEEDS / 4));
    // Without a call nothing would be shown of leases.
    if (calling.seeds >= MANY_RUNS) expect(calling.calls).toBeGreaterThan(calling.seeds / 2);
    const figures = `${SEEDS} seeds: ${stormy.steps} steps, ${stormy.messages} messages, 0 violations; without any healing: ${unhealed.seeds} seeds, ${unhealed.steps} steps, 0 violations; with functions of pages: ${calling.seeds} seeds, ${calling.steps} steps, ${calling.calls} begun, 0 violations`;
    console.log(figures);
    if (LONG) keepFigures([stormy, unhealed, calling]);
  });

  const mutants = MUTANTS.filter(({ rare }) => LONG || !rare);
  it.each(mutants)('and this very suite catches $name', { timeout: 600_000 }, async ({ breakages, weather }) => {
    const caught = await withBrokenBuild(breakages, async (build) => {
      const disk = new Disk(build);
      for (let seed = 1; seed <= MOST_SURVIVED; seed++) {
        const { wrong } = await runOnce(build, disk, seed, weather);
        if (wrong.length > 0) return { seed, wrong };
      }
      return null;
    });
    if (!caught) throw new Error(`It was not caught in ${MOST_SURVIVED} runs.`);
    console.log(`caught with SEED=${caught.seed}: ${caught.wrong[0]}`);
    // It is the break that was noticed, and not the run.
    const build = await soundBuild();
    expect((await runOnce(build, new Disk(build), caught.seed, weather)).wrong).toEqual([]);
  });
});

interface Total {
  readonly weather: Weather;
  readonly seeds: number;
  readonly steps: number;
  readonly messages: number;
  readonly calls: number;
}

async function runAll(build: Build, weather: Weather, seeds: number): Promise<Total> {
  const disk = new Disk(build);
  let steps = 0;
  let messages = 0;
  let calls = 0;
  for (let seed = FIRST; seed < FIRST + seeds; seed++) {
    const run = await runOnce(build, disk, seed, weather);
    steps += run.steps;
    messages += run.messages;
    calls += run.calls;
    expect(run.wrong, `replay with SEED=${seed} SEEDS=1 (${weather})`).toEqual([]);
  }
  return { weather, seeds, steps, messages, calls };
}

function keepFigures(totals: readonly Total[]): void {
  const rows = totals.map(
    ({ weather, ...counts }) =>
      `| ${weather} | ${[counts.seeds, counts.steps, counts.messages, counts.calls].map((count) => count.toLocaleString('en')).join(' | ')} | 0 |`,
  );
  saveResults(
    { name: 'simulation', title: 'Simulated runs', command: 'npm run test:long', packages: ['libsql'] },
    `The real client, gateway, log and SQL on a simulated clock, network, bus and crashing processes; one to three server
processes, up to two visitors with several tabs each. Stormy: everything fails. Unhealed: only connections and pages do,
and nobody looks after a reader that has missed something. Calling: everything fails, while the assistant has functions of the
pages carried out, some of them once and some after a yes. Attempts of answers and of calls only rise, and no lease starts
anything twice. Caught by the same runs: ${MUTANTS.length} builds, each broken on purpose in one place.

| | seeds | steps | messages | functions begun | violations |
|---|--:|--:|--:|--:|--:|
${rows.join('\n')}`,
  );
}
