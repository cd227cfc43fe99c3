/**
 * `npm test`: everything that must hold, in the order in which it fails cheapest: build, style, types, then every test in
 * one run. Arguments go to the test runner: `npm test -- packages/protocol`, `npm test -- -t "second tab"`.
 *
 * `npm run test:long` runs every suite of testing/suites.mjs with all its rounds and cases, one suite after the other, and
 * writes its figures to test/RESULTS.md. `npm run test:long -- --suite NAME` runs one.
 *
 * Nothing is tried again. The last line counts what really ran, and a run without a single test is a failure.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { ensureDependencies } from './setup/dependencies.mjs';
import { customersNode } from './setup/fetched/private-node.mjs';
import { fail, root, runTool } from './setup/processes.mjs';
import { ensureServices } from './setup/services.mjs';
import { changedFiles } from './testing/changed.mjs';
import { filesInTurn } from './testing/in-turn.mjs';
import { budgetWarning, failuresOf, secondsPerSuite, slowestFiles } from './testing/report.mjs';
import { SUITES, suiteNamed, suiteOf } from './testing/suites.mjs';

const RESULTS = join(root, 'test/.artifacts/results.json');
/** Minutes on two cores, installation and build included. */
const SHORT_BUDGET = { aim: 12, ceiling: 15 };
const SUITE_BUDGET = { aim: 20, ceiling: 20 };

const begun = Date.now();
const { long, suite, options } = readArguments(process.argv.slice(2));
await prepare();
const outcome = long ? await runSuites() : await runShort();
if (outcome.count === 0) console.log('\nNot one test ran, which proves nothing. Check the arguments.');
else if (outcome.exitCode !== 0 && outcome.failures.length === 0)
  console.log('\nEvery test passed, but the run failed: see the errors above.');
if (outcome.failures.length > 0) console.log(`\nFailed:\n${outcome.failures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${outcome.count - outcome.failures.length} passed, ${outcome.failures.length} failed`);
process.exitCode = outcome.exitCode || (outcome.count === 0 || outcome.failures.length > 0 ? 1 : 0);

function readArguments(given) {
  const rest = given.filter((argument) => argument !== '--long');
  const at = rest.indexOf('--suite');
  const [, name] = at === -1 ? [] : rest.splice(at, 2);
  const names = SUITES.map((each) => `  ${each.name.padEnd(18)} ${each.proves}`).join('\n');
  const chosen = at === -1 ? null : suiteNamed(name ?? '');
  if (at !== -1 && !chosen) fail(`--suite takes one of these names:\n${names}`);
  return { long: given.includes('--long') || chosen !== null, suite: chosen, options: rest };
}

async function prepare() {
  await ensureDependencies();
  await build();
  await check('style', 'biome', ['check', '--diagnostic-level=error', '.']);
  await check('types', 'tsc', ['-b']);
  process.env.CHROME_PATH = await ensureBrowser();
  const { postgresBin, redisServer } = await ensureServices();
  process.env.POSTGRES_BIN = postgresBin;
  process.env.REDIS_SERVER = redisServer;
}

async function check(what, tool, args) {
  console.log(`Checking ${what} …`);
  const code = await runTool(tool, args);
  if (code !== 0) fail(`The ${what} check failed, see above.`, code);
}

/** Everything in its short form, or what the options name. */
async function runShort() {
  const outcome = await runTests(options.length > 0 ? options : leftOut(changedFiles() ?? []));
  console.log(`\n${secondsPerSuite(outcome.files)}\n\n${slowestFiles(outcome.files)}`);
  const warning = budgetWarning((Date.now() - begun) / 60_000, SHORT_BUDGET);
  if (warning && options.length === 0) console.log(`\n${warning}`);
  return outcome;
}

/** Options of the test runner that leave out what other runs have, and what only a change of certain folders calls for. */
function leftOut(changed) {
  process.env.SHARE_SEED ??= String(Math.floor(Math.random() * 2 ** 31));
  const seed = Number(process.env.SHARE_SEED);
  console.log(`SHARE_SEED=${seed} repeats this choice of files and cases:`);
  const excluded = SUITES.flatMap((each) => {
    const { name, turns = 1, changed: folders } = each;
    const isCalledFor = !folders || changed.some((file) => folders.some((folder) => file.startsWith(folder)));
    if (isCalledFor && turns === 1) return [];
    const files = filesOf(each);
    const chosen = isCalledFor ? filesInTurn(files, turns, seed, changed) : [];
    console.log(
      `  ${name.padEnd(18)} ${isCalledFor ? `${chosen.length} of ${files.length} files` : 'left out, unchanged'}`,
    );
    return files.filter((file) => !chosen.includes(file));
  });
  // The test runner matches patterns from the folder of each of its projects.
  return excluded.map((file) => `--exclude=**/${file.replace(/^(packages\/[^/]+|test)\//, '')}`);
}

/** The named suite or all of them, one after the other, in their long form. */
async function runSuites() {
  process.env.LONG = '1';
  process.env.OLDEST_NODE = customersNode() ?? '';
  const total = { exitCode: 0, count: 0, failures: [], files: [] };
  for (const each of suite || options.length > 0 ? [suite] : SUITES) {
    const suiteBegun = Date.now();
    if (each) console.log(`\nSuite ${each.name}: ${each.proves}`);
    const outcome = await runTests([
      ...(each ? filesOf(each) : []),
      ...(each?.alone ? ['--maxWorkers=1'] : []),
      ...options,
    ]);
    total.exitCode ||= outcome.exitCode;
    total.count += outcome.count;
    total.failures.push(...outcome.failures);
    total.files.push(...outcome.files);
    const minutes = (Date.now() - suiteBegun) / 60_000;
    console.log(`\nSuite ${each?.name ?? 'as given'}: ${minutes.toFixed(1)} minutes`);
    const warning = each && budgetWarning(minutes, SUITE_BUDGET);
    if (warning) console.log(warning);
  }
  console.log(`\n${secondsPerSuite(total.files)}\n\n${slowestFiles(total.files)}`);
  return total;
}

/** The test files of a suite, from the root of the repository. */
function filesOf({ name }) {
  const inFolder = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return /^(node_modules|dist|fixtures|\..*)$/.test(entry.name) ? [] : inFolder(path);
      return /\.test\.tsx?$/.test(entry.name) && suiteOf(path) === name ? [path] : [];
    });
  return ['packages', 'demo', 'test'].flatMap(inFolder);
}

/** One run of the test runner: its exit code, how many tests ran, the names of those that failed, and all files. */
async function runTests(which) {
  rmSync(RESULTS, { force: true });
  mkdirSync(dirname(RESULTS), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS}`];
  const exitCode = await runTool('vitest', ['run', ...reporters, ...which]);
  try {
    const results = JSON.parse(readFileSync(RESULTS, 'utf8'));
    const failures = failuresOf(results.testResults);
    return { exitCode, count: results.numPassedTests + failures.length, failures, files: results.testResults };
  } catch {
    return { exitCode: exitCode || 1, count: 0, failures: [], files: [] };
  }
}
