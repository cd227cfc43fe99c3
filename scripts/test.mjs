/**
 * `npm test`: everything that must hold, in the order in which it fails cheapest: build, style, types, then every test in
 * one run. Arguments go to the test runner: `npm test -- packages/protocol`, `npm test -- -t "second tab"`.
 * The last line counts what really ran, and a run without a single test is a failure, not a success.
 * `npm run test:long` is the same with many more rounds of everything that has rounds (half an hour of faults, not a minute), and
 * keeps its figures in test/RESULTS.md: `npm run test:long -- test/chaos`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { giveUp, root, runTool } from './command.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureServices } from './services.mjs';

const RESULTS = join(root, 'test/.artifacts/results.json');

await ensureDependencies();
await build();
await check('style', 'biome', ['check', '--diagnostic-level=error', '.']);
await check('types', 'tsc', ['-b']);
process.env.CHROME_PATH = await ensureBrowser();
const { postgresBin, redisServer } = await ensureServices();
process.env.POSTGRES_BIN = postgresBin;
process.env.REDIS_SERVER = redisServer;

const given = process.argv.slice(2);
const long = given.includes('--long');
if (long) process.env.LONG = '1';

rmSync(RESULTS, { force: true });
mkdirSync(dirname(RESULTS), { recursive: true });
const exitCode = await runTool('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${RESULTS}`,
  ...given.filter((argument) => argument !== '--long'),
]);

const { passed, failed } = tally();
if (passed + failed === 0) console.log('\nNot one test ran, which proves nothing. Check the arguments.');
else if (exitCode !== 0 && failed === 0) console.log('\nEvery test passed, but the run failed: see the errors above.');
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = exitCode || (passed === 0 || failed > 0 ? 1 : 0);

async function check(what, tool, args) {
  console.log(`Checking ${what} …`);
  const code = await runTool(tool, args);
  if (code !== 0) giveUp(`The ${what} check failed, see above.`, code);
}

/** A file that fails before its first test counts as one failure: it had something to say and couldn't. */
function tally() {
  let results;
  try {
    results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
  const broken = results.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: results.numPassedTests, failed: results.numFailedTests + broken.length };
}
