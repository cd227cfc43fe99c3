/** Runs other programs, and says where this repository is. Nothing here needs node_modules until it is called. */
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the root package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The programs of our dependencies as files, started without a shell, PATH or a `.cmd` shim. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  'playwright-core': 'playwright-core/cli.js',
  /** The native compiler; `typescript` itself is there for the programs that use its interface. */
  tsc: 'typescript-native/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/**
 * Runs a program with its output on this terminal.
 * @returns {Promise<number>} its exit code; 127 when it can't be started, 128 + n when signal n ended it
 */
export function run(command, args, { env = process.env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'] });
    child.once('error', () => resolve(127));
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** Runs a program of a dependency, see `tools`. */
export function runTool(tool, args, options) {
  return run(process.execPath, [join(root, 'node_modules', tools[tool]), ...args], options);
}

/** Runs npm: the one that started us when there is one, because PATH may hold another or (Windows) only a shim. */
export function runNpm(args, options) {
  const own = process.env.npm_execpath;
  if (own?.endsWith('npm-cli.js')) return run(process.execPath, [own, ...args], options);
  return process.platform === 'win32'
    ? run('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options)
    : run('npm', args, options);
}

/** Runs a program silently and gives back what it printed, or null when it failed or took longer than `timeoutMs`. */
export function outputOf(command, args, { timeoutMs = 20_000 } = {}) {
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return done.status === 0 ? done.stdout.trim() : null;
}

/** Ends this program with a reason and what to do about it, without a stack. */
export function fail(reason, code = 1) {
  process.stderr.write(`\n${reason}\n`);
  process.exit(code);
}
