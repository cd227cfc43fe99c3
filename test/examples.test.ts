/** The examples are built as their readers would build them: an example that doesn't build teaches the wrong thing. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const sdk = join(root, 'packages/embed-sdk');
/** What only the site's own server may contain. */
const SERVER_ONLY = /createHmac|cwid\+jwt/;

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:js|html)$/.test(path) && statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}

function run(folder: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // The runner's own settings (NODE_ENV=test) would make another build than a reader's.
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' },
  });
}

/** True when `folder` has the version of `name` that it asks for. */
function isInstalled(folder: string, name: string): boolean {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  try {
    return read(`node_modules/${name}/package.json`).version === read('package.json').dependencies[name];
  } catch {
    return false;
  }
}

it('the Vite example builds', () => {
  const out = mkdtempSync(join(tmpdir(), 'vite-example-'));
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  run(join(root, 'examples/vite-app'), process.execPath, vite, 'build', '--outDir', out, '--emptyOutDir');
  const built = textsIn(out);
  expect(built.some((text) => text.includes('/v1/realtime'))).toBe(true);
  expect(built.filter((text) => SERVER_ONLY.test(text))).toEqual([]);
  rmSync(out, { recursive: true, force: true });
});

it('the Next.js example builds: both hooks rendered on the server, the identity route, and no secret in the browser', () => {
  const app = join(root, 'examples/next-app');
  // With exact versions and without a lock: each platform takes its own build of the compiler.
  if (!isInstalled(app, 'next'))
    run(app, 'npm', 'install', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error');
  // As installed from a registry, and not as a link into this repository.
  const target = join(app, 'node_modules/@service/embed-sdk');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const name of ['package.json', 'dist']) cpSync(join(sdk, name), join(target, name), { recursive: true });
  rmSync(join(app, '.next'), { recursive: true, force: true });

  const told = run(app, process.execPath, join(app, 'node_modules/next/dist/bin/next'), 'build');
  expect(told).toMatch(/○ \/\n/);
  expect(told).toMatch(/ƒ \/api\/chat-identity/);
  const page = readFileSync(join(app, '.next/server/app/index.html'), 'utf8');
  expect(page).toContain('<p role="status">idle</p>');
  expect(page).toContain('Ask us');
  const forBrowsers = textsIn(join(app, '.next/static'));
  expect(forBrowsers.some((text) => text.includes('/v1/realtime'))).toBe(true);
  expect(forBrowsers.filter((text) => SERVER_ONLY.test(text))).toEqual([]);
}, 300_000);
