/**
 * `npm test`: everything that must hold, in the order in which it fails cheapest: build, style, types, then every test in
 * one run. Arguments go to the test runner: `npm test -- packages/protocol`, `npm test -- -t "second tab"`.
 * The last line counts what really ran, and a run without a single test is a failure, not a success.
 * A journey in a real browser that fails is run once more, alone, and is named at the end whether it then passes or not: a page
 * may lose a race on a busy machine, but nobody should have to guess whether it did. Nothing else gets a second chance.
 * `npm run test:long` is the same with many more rounds of everything that has rounds (half an hour of faults, not a minute), and
 * keeps its figures in test/RESULTS.md: `npm run test:long -- test/chaos`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { customersNode } from './setup/private-node.mjs';
import { fail, root, runTool } from './setup/processes.mjs';
import { ensureServices } from './setup/services.mjs';

const RESULTS = join(root, 'test/.artifacts/results.json');
const JOURNEYS = 'test/journeys/';
/** When more files than these fail, it is not chance. */
const FEW = 3;

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
if (long) {
  process.env.LONG = '1';
  process.env.OLDEST_NODE = customersNode() ?? '';
}

const options = given.filter((argument) => argument !== '--long');
let exitCode = await runTests(options);
const first = tally();
const repeated = first.journeys.length > 0 && first.journeys.length <= FEW && first.journeys.length === first.files;
let { failed } = first;
if (repeated) {
  console.log(`\nOnce more, alone: ${first.journeys.join(', ')}`);
  exitCode = await runTests(first.journeys);
  ({ failed } = tally());
}

if (first.passed + failed === 0) console.log('\nNot one test ran, which proves nothing. Check the arguments.');
else if (exitCode !== 0 && failed === 0) console.log('\nEvery test passed, but the run failed: see the errors above.');
const passed = first.passed + first.failed - failed;
if (repeated) console.log(`\nFailed at first, ${failed === 0 ? 'passed' : 'and not all passed'} when run again:`);
for (const name of repeated ? first.names : []) console.log(`  ${name}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = exitCode || (passed === 0 || failed > 0 ? 1 : 0);

function runTests(which) {
  rmSync(RESULTS, { force: true });
  mkdirSync(dirname(RESULTS), { recursive: true });
  return runTool('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`, ...which]);
}

async function check(what, tool, args) {
  console.log(`Checking ${what} …`);
  const code = await runTool(tool, args);
  if (code !== 0) fail(`The ${what} check failed, see above.`, code);
}

/** A file that fails before its first test counts as one failure: it had something to say and couldn't. */
function tally() {
  let results;
  try {
    results = JSON.parse(readFileSync(RESULTS, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, files: 0, journeys: [], names: [] };
  }
  const files = results.testResults.filter((file) => file.status === 'failed');
  const names = files.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    return tests.length > 0 ? tests : [relative(root, file.name)];
  });
  const journeys = files.map((file) => relative(root, file.name)).filter((name) => name.startsWith(JOURNEYS));
  return { passed: results.numPassedTests, failed: names.length, files: files.length, journeys, names };
}
