/**
 * `npm run bench`: measures this machine's copy of everything, prints the report and stores it as a section of test/RESULTS.md.
 *
 *     npm run bench -- --only burst                    one part, at most three minutes (see test/bench/part.ts), not stored
 *     npm run bench -- --only launcher --runs 2        with so many rounds: a first look
 *     npm run bench -- --only burst --against ../old   that part of this tree and of another built one in turn, five pairs
 *
 * The command runs with much room for objects: thousands of visitors live in this process, and its own garbage collection
 * would be counted as the server's delay.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from '../setup/browser.mjs';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { fail, root } from '../setup/processes.mjs';

const USAGE = 'Use: npm run bench -- [--only <part> [--runs <number>]] [--against <folder of another built checkout>]';

const { only, against, runs } = readArguments();
await ensureDependencies();
await build();

// The benchmarks are TypeScript like all tests; Vite, which is here anyway, runs them without a build of their own.
const { runnerImport } = await import('vite');
const { module: bench } = await runnerImport(join(root, 'test/bench/run-bench.ts'), { root, logLevel: 'error' });
const names = Object.keys(bench.PARTS);
if (only !== undefined && !names.includes(only)) fail(`${USAGE}\nParts: ${names.join(', ')}`, 2);
if (runs !== undefined && !(bench.PARTS[only]?.takesRuns && Number(runs) >= 1))
  fail(`${USAGE}\n--runs is for ${names.filter((name) => bench.PARTS[name].takesRuns).join(', ')}.`, 2);
const chosen = only === undefined ? Object.values(bench.PARTS) : [bench.PARTS[only]];
if (against !== undefined && !chosen.some((part) => part.canBePaired)) fail(`${only} can't be compared in pairs.`, 2);
if (against === undefined && chosen.some((part) => part.needsBrowser)) process.env.CHROME_PATH = await ensureBrowser();

const tell = (what) => console.log(what);
if (against !== undefined) console.log(`\n${await bench.runAgainst(resolve(against), only, tell)}`);
else if (only !== undefined) console.log(`\n${await bench.runOnly(only, tell, runs && Number(runs))}`);
else console.log(`\n${await bench.runAll(tell)}\nKept in test/RESULTS.md.`);

function readArguments() {
  try {
    return parseArgs({ options: { only: { type: 'string' }, against: { type: 'string' }, runs: { type: 'string' } } })
      .values;
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`, 2);
  }
}
