/** The report at the end of a test run: seconds per suite, the slowest files, and whether it stayed within its budget. */
import { relative } from 'node:path';
import { root } from '../setup/processes.mjs';
import { suiteOf } from './suites.mjs';

const SLOWEST = 10;

/**
 * @typedef {object} FileResult as Vitest's JSON reporter writes it
 * @property {string} name
 * @property {string} status
 * @property {number} startTime
 * @property {number} endTime
 * @property {readonly { status: string, fullName: string }[]} assertionResults
 */

/** @param {FileResult} file */
const pathOf = (file) => relative(root, file.name).replaceAll('\\', '/');
/** @param {FileResult} file */
const secondsOf = (file) => Math.max(0, (file.endTime - file.startTime) / 1_000);
/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds.toFixed(0).padStart(6)} s`;

/**
 * Seconds that the files of a suite took, side by side or not, so the sum may be more than the run took.
 * @param {readonly FileResult[]} files
 */
export function secondsPerSuite(files) {
  const suites = new Map();
  for (const file of files) {
    const name = suiteOf(pathOf(file));
    const { seconds = 0, count = 0, tests = 0 } = suites.get(name) ?? {};
    const ran = file.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed').length;
    suites.set(name, { seconds: seconds + secondsOf(file), count: count + 1, tests: tests + ran });
  }
  const rows = [...suites].sort(([, one], [, other]) => other.seconds - one.seconds);
  return [
    'Seconds per suite (files run side by side, so their sum is more than the clock shows):',
    ...rows.map(
      ([name, { seconds, count, tests }]) => `${inSeconds(seconds)}  ${name.padEnd(18)} ${count} files, ${tests} tests`,
    ),
  ].join('\n');
}

/** @param {readonly FileResult[]} files */
export function slowestFiles(files) {
  const slowest = [...files].sort((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST);
  return ['The slowest files:', ...slowest.map((file) => `${inSeconds(secondsOf(file))}  ${pathOf(file)}`)].join('\n');
}

/**
 * Nothing for a run within `aim`. Machines differ, so being over it fails nothing.
 * @param {number} minutes
 * @param {{ readonly aim: number, readonly ceiling: number }} budget
 */
export function budgetWarning(minutes, { aim, ceiling }) {
  if (minutes <= aim) return null;
  const over = minutes > ceiling ? `over its ceiling of ${ceiling} minutes` : `over its budget of ${aim} minutes`;
  const line = `!!! This run took ${minutes.toFixed(1)} minutes, ${over} on two cores. Move older cases to test:long. !!!`;
  const rule = '!'.repeat(line.length);
  return `${rule}\n${line}\n${rule}`;
}

/**
 * What failed, by name. A file that fails before its first test counts as one failure.
 * @param {readonly FileResult[]} files
 */
export const failuresOf = (files) =>
  files
    .filter(({ status }) => status === 'failed')
    .flatMap((file) => {
      const names = file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
      return names.length > 0 ? names : [pathOf(file)];
    });
