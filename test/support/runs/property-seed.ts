/**
 * Loaded before the tests of every project that has property tests. All of them use one seed, which is printed and which
 * SEED=<number> sets, as for simulated runs and storms. The error of a failed property states how to repeat it.
 */
import fc from 'fast-check';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let printed = false;

/** Prints the seed once in each file that has properties. */
function report<Ts>(run: fc.RunDetails<Ts>): void {
  if (!printed) console.log(`SEED=${run.seed}`);
  printed = true;
  if (run.failed)
    throw new Error(`Repeat it with SEED=${run.seed}\n${fc.defaultReportMessage(run)}`, { cause: run.errorInstance });
}

fc.configureGlobal({ seed: SEED, reporter: report });
