/**
 * Before anything else runs, node_modules must hold what package-lock.json says.
 * Measured against npm's own record, which npm writes last: an installation that was cut off has none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root, runNpm } from './processes.mjs';

/** Makes it so, with `npm ci` only when something is missing; ends the program with advice when it can't. */
export async function ensureDependencies() {
  const missing = firstMissing(packagesIn('package-lock.json'), packagesIn('node_modules/.package-lock.json'));
  if (missing === null) return;
  console.log(`Installing dependencies (npm ci), because ${missing} …`);
  // Without --include=dev a NODE_ENV=production in the environment would leave out everything that builds.
  const code = await runNpm(['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error']);
  if (code !== 0) {
    fail('npm ci failed, see above. It needs a way to the npm registry; then run the same command again.', code);
  }
}

/** @returns {Record<string, any> | null} the `packages` of a lockfile, or null when it can't be read */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** What makes the installation stale, in words; null when it is as locked. */
function firstMissing(locked, installed) {
  if (locked === null) fail('There is no readable package-lock.json. Get it back: git checkout package-lock.json');
  if (installed === null) return 'there are none yet';
  for (const [path, want] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/') || !belongsHere(want)) continue;
    const have = installed[path];
    if (!have) return `${path.slice('node_modules/'.length)} is missing`;
    // Only these two: what else npm records of a package depends on the npm that recorded it.
    if (have.version !== want.version || Boolean(have.link) !== Boolean(want.link)) {
      return `${path.slice('node_modules/'.length)} has changed`;
    }
  }
  return null;
}

/** Optional packages are builds for one platform each: only this platform's must be there, and npm knows which libc. */
function belongsHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}
