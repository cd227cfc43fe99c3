/**
 * The delivery promise, on the real client and the real server: each message is in the log once and in the order of its
 * writing, every question is answered once, and every screen shows exactly the log, whatever networks, processes, bus and
 * store do in between. Replay a run with SEED=<number> SEEDS=1.
 */
import { describe, expect, it } from 'vitest';
import { LONG, MANY_RUNS, saveResults } from '../../support/runs/results.js';
import { type Build, shippedBuild } from './build.js';
import { runDelivery } from './delivery-run.js';
import type { FaultMode } from './fault-mode.js';
import { MUTANTS } from './mutants.js';
import { SimulatedStore } from './world/store.js';

const SEEDS = Number(process.env.SEEDS ?? (LONG ? 6_000 : 30));
const FIRST = Number(process.env.SEED ?? 1);

describe('a message is never lost, never stored twice, never out of order', () => {
  it(`in ${SEEDS} runs of visitors, processes, bus and store from seed ${FIRST} on`, {
    timeout: 14_400_000,
  }, async () => {
    const build = await shippedBuild();
    const allFaults = await runAll(build, 'all-faults', SEEDS);
    const connectionFaults = await runAll(build, 'connection-faults', Math.ceil(SEEDS / 4));
    const toolCalls = await runAll(build, 'tool-calls', Math.ceil(SEEDS / 4));
    // Without calls the runs would prove nothing about leases.
    if (toolCalls.seeds >= MANY_RUNS) expect(toolCalls.calls).toBeGreaterThan(toolCalls.seeds / 2);
    const figures = `${SEEDS} seeds: ${allFaults.steps} steps, ${allFaults.messages} messages, 0 violations; without any repair: ${connectionFaults.seeds} seeds, ${connectionFaults.steps} steps, 0 violations; with functions of pages: ${toolCalls.seeds} seeds, ${toolCalls.steps} steps, ${toolCalls.calls} begun, 0 violations`;
    console.log(figures);
    if (LONG) keepFigures([allFaults, connectionFaults, toolCalls]);
  });
});

interface Total {
  readonly mode: FaultMode;
  readonly seeds: number;
  readonly steps: number;
  readonly messages: number;
  readonly calls: number;
}

async function runAll(build: Build, mode: FaultMode, seeds: number): Promise<Total> {
  const store = new SimulatedStore(build);
  let steps = 0;
  let messages = 0;
  let calls = 0;
  for (let seed = FIRST; seed < FIRST + seeds; seed++) {
    const run = await runDelivery(build, store, seed, mode);
    steps += run.steps;
    messages += run.messages;
    calls += run.calls;
    expect(run.wrong, `replay with SEED=${seed} SEEDS=1 (${mode})`).toEqual([]);
  }
  return { mode, seeds, steps, messages, calls };
}

function keepFigures(totals: readonly Total[]): void {
  const rows = totals.map(
    ({ mode, ...counts }) =>
      `| ${mode} | ${[counts.seeds, counts.steps, counts.messages, counts.calls].map((count) => count.toLocaleString('en')).join(' | ')} | 0 |`,
  );
  saveResults(
    { name: 'simulation', title: 'Simulated runs', command: 'npm run test:long', packages: ['libsql'] },
    `The real client, gateway, log and SQL on a simulated clock, network, bus and crashing processes; one to three server
processes, up to two visitors with several tabs each. all-faults: everything fails. connection-faults: only connections and
pages fail, and no heads tell a reader that it has missed something. tool-calls: everything fails, while the assistant calls
functions of the pages, some of them once and some after a yes. Attempts of answers and of calls only rise, and no lease starts
anything twice. Caught by the same runs: ${MUTANTS.length} builds, each with one deliberate bug.

| | seeds | steps | messages | functions begun | violations |
|---|--:|--:|--:|--:|--:|
${rows.join('\n')}`,
  );
}
