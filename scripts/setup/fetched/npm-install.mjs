/**
 * Packages of the npm registry, in folders of their own that git ignores: nothing of them is among this repository's dependencies. Nothing
 * here may use what Node 18 lacks.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CACHE = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), '.cache');

/**
 * Installed aside and moved when complete, so that a second fetch at the same time, or one that was cut off, does no harm.
 * @param {string} folder where it is afterwards
 * @param {string} spec a package with its version
 * @param {(folder: string) => boolean} isRight what is in a folder can be used
 * @returns {boolean} whether it is there
 */
export function installInto(folder, spec, isRight) {
  mkdirSync(dirname(folder), { recursive: true });
  const aside = mkdtempSync(`${folder}-`);
  try {
    // A project of its own, or npm would install into the one around it.
    writeFileSync(join(aside, 'package.json'), '{ "private": true }\n');
    if (!npmInstall(aside, spec) || !isRight(aside)) return false;
    if (!existsSync(folder)) renameSync(aside, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return isRight(folder);
}

/** @returns {boolean} whether npm succeeded */
function npmInstall(folder, spec) {
  const own = process.env.npm_execpath;
  const [command, ...first] = own?.endsWith('npm-cli.js')
    ? [process.execPath, own]
    : process.platform === 'win32'
      ? ['cmd.exe', '/d', '/s', '/c', 'npm']
      : ['npm'];
  const options = ['--prefix', folder, '--ignore-scripts', '--no-package-lock', '--no-fund', '--no-audit'];
  // Set by `npm run x -w y`, and without meaning in that folder.
  const { npm_config_workspace, npm_config_workspaces, npm_config_local_prefix, ...env } = process.env;
  const args = [...first, 'install', ...options, '--loglevel=error', spec];
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
}
