/**
 * A real PostgreSQL and a real Redis (or Valkey) for the tests: what is there, else unpacked from the distribution's own
 * packages into this repository's cache, else an exact sentence about what to do. Nothing is installed, upgraded or
 * started on the system, and a program counts only after it has run.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { fail, outputOf, root, run } from './processes.mjs';

const CACHE = join(root, '.cache/services');

const POSTGRES = {
  what: 'PostgreSQL',
  setting: 'POSTGRES_BIN',
  advice:
    '  Debian, Ubuntu   sudo apt-get install -y postgresql\n' +
    '  Fedora           sudo dnf install -y postgresql-server\n' +
    '  macOS            brew install postgresql@17\n' +
    '  anywhere         POSTGRES_BIN=/folder/with/initdb/and/postgres npm test',
};
const REDIS = {
  what: 'Redis or Valkey',
  setting: 'REDIS_SERVER',
  advice:
    '  Debian, Ubuntu   sudo apt-get install -y redis-server\n' +
    '  Fedora           sudo dnf install -y valkey\n' +
    '  macOS            brew install valkey\n' +
    '  anywhere         REDIS_SERVER=/path/to/redis-server npm test',
};

/** @returns {string | null} the folder that holds `initdb` and `postgres`; POSTGRES_BIN is believed before anything */
export function findPostgres() {
  const runs = (folder) => runsAs(join(folder, 'postgres')) && runsAs(join(folder, 'initdb'));
  return find(POSTGRES, postgresFolders(), runs);
}

/** @returns {string | null} the server's program; REDIS_SERVER is believed before anything is searched */
export function findRedis() {
  return find(REDIS, redisPrograms(), runsAs);
}

/**
 * Finds both or fetches what is missing; ends the program with advice when that doesn't work.
 * @returns {Promise<{ postgresBin: string, redisServer: string }>}
 */
export async function ensureServices() {
  const postgresBin = findPostgres() ?? ((await fetchPostgres()) ? findPostgres() : null) ?? missing(POSTGRES);
  const redisServer = findRedis() ?? ((await fetchRedis()) ? findRedis() : null) ?? missing(REDIS);
  return { postgresBin, redisServer };
}

function find({ what, setting }, candidates, runs) {
  const chosen = process.env[setting];
  if (chosen) {
    if (runs(chosen)) return chosen;
    fail(`${setting} is ${chosen}, but no ${what} runs there. Point it at one, or unset it.`);
  }
  for (const path of candidates) if (runs(path)) return path;
  return null;
}

function missing({ what, advice }) {
  return fail(
    `No ${what} was found, and its packages could not be fetched from here. Do one of these, then run this again:\n${advice}`,
  );
}

function runsAs(program) {
  return existsSync(program) && outputOf(program, ['--version']) !== null;
}

/** Debian keeps each version in a folder of its own that is not in PATH. The newest first. */
function* postgresFolders() {
  yield* versionFolders('/usr/lib/postgresql');
  for (const folder of pathFolders()) if (existsSync(join(folder, 'initdb'))) yield folder;
  for (const base of ['/opt/homebrew/opt', '/usr/local/opt']) {
    for (const formula of newestFirst(entries(base).filter((name) => name.startsWith('postgresql')))) {
      yield join(base, formula, 'bin');
    }
  }
  yield join(CACHE, 'postgresql/bin');
}

function* versionFolders(base) {
  for (const version of newestFirst(entries(base))) yield join(base, version, 'bin');
}

function* redisPrograms() {
  for (const folder of [...pathFolders(), '/opt/homebrew/bin', '/usr/local/bin']) {
    for (const name of ['redis-server', 'valkey-server']) yield join(folder, name);
  }
  yield join(CACHE, 'redis/bin/redis-server');
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

function newestFirst(names) {
  const number = (name) => Number(/\d+/.exec(name)?.[0] ?? 0);
  return [...names].sort((a, b) => number(b) - number(a));
}

function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function fetchPostgres() {
  return unpack('postgresql', 'postgresql', (folder) => {
    const [bin] = versionFolders(join(folder, 'usr/lib/postgresql'));
    return bin ? ['initdb', 'postgres'].map((name) => join(bin, name)) : [];
  });
}

async function fetchRedis() {
  return unpack('redis', 'redis-server', (folder) => [join(folder, 'usr/bin/redis-server')]);
}

/**
 * Downloads a package with what it needs beyond this system, and unpacks all of it side by side into the cache, where
 * each program gets a starter that knows where its libraries are.
 * @returns {Promise<boolean>} whether it got that far
 */
async function unpack(name, wanted, programsIn) {
  if (process.platform !== 'linux' || outputOf('apt-get', ['--version']) === null) return false;
  const packages = needed(wanted) ?? ((await refreshLists()) ? needed(wanted) : null);
  if (packages === null) return false;
  console.log(`Fetching ${packages.join(', ')} for the tests (into .cache, not into the system) …`);
  const folder = join(CACHE, name);
  const downloads = `${folder}.debs`;
  for (const stale of [folder, downloads]) rmSync(stale, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  try {
    const download = spawnSync('apt-get', ['-qq', 'download', ...packages], { cwd: downloads, stdio: 'ignore' });
    if (download.status !== 0) return false;
    for (const file of entries(downloads)) {
      if ((await run('dpkg-deb', ['-x', join(downloads, file), folder])) !== 0) return false;
    }
  } finally {
    rmSync(downloads, { recursive: true, force: true });
  }
  const libraries = ['usr/lib', 'lib'].flatMap((base) => [
    join(folder, base),
    ...entries(join(folder, base))
      .filter((each) => each.includes('-linux-'))
      .map((each) => join(folder, base, each)),
  ]);
  mkdirSync(join(folder, 'bin'));
  for (const program of programsIn(folder)) {
    const starter = join(folder, 'bin', basename(program));
    writeFileSync(starter, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries.join(':')}' exec '${program}' "$@"\n`);
    chmodSync(starter, 0o755);
  }
  return true;
}

/**
 * What installing a package would bring that is not there yet. What it would replace with a newer one is left as it is:
 * the system's is nearly always good enough, and if not, the program doesn't run and the advice comes.
 * @returns {string[] | null} null when the system doesn't know the package
 */
function needed(wanted) {
  const plan = outputOf('apt-get', ['--simulate', '--no-install-recommends', 'install', wanted]);
  const names = plan?.match(/^Inst \S+ \(/gm)?.map((line) => line.split(' ')[1]);
  return names?.length ? names : null;
}

/** Only the list of what there is to be had; a new system comes without one. */
async function refreshLists() {
  const asRoot = process.getuid?.() === 0;
  if (!asRoot && outputOf('sudo', ['-n', 'true']) === null) return false;
  const command = ['apt-get', '-qq', 'update'];
  return (await (asRoot ? run(command[0], command.slice(1)) : run('sudo', ['-n', ...command]))) === 0;
}
