/**
 * Loaded before the tests of every project that has properties: all of them draw from one seed, which is said, and which
 * SEED=<number> sets, as it does for simulated runs and storms. A property that fails says how to see it fail again.
 */
import fc from 'fast-check';

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let said = false;

/** Says the seed once in each file that has properties; of one that has failed, everything. */
function report<Ts>(run: fc.RunDetails<Ts>): void {
  if (!said) console.log(`SEED=${run.seed}`);
  said = true;
  if (run.failed)
    throw new Error(`Repeat it with SEED=${run.seed}\n${fc.defaultReportMessage(run)}`, { cause: run.errorInstance });
}

fc.configureGlobal({ seed: SEED, reporter: report });
