/**
 * The examples, as readers use them: copied out of this repository, with the package installed from the tarball that would be
 * published, type-checked and built.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../support/runs/repository.js';

/** Code that only the site's own server may contain. */
const SERVER_ONLY = /createHmac|cwid\+jwt/;
const REACTS = {
  18: { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.31', '@types/react-dom': '18.3.7' },
  19: { react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.0', '@types/react-dom': '19.3.0' },
} as const;
/** A first install fetches a framework from the registry. */
const PATIENCE_MS = 600_000;

/** Outside of the repository, so that an example can't find dependencies that its package.json lacks. */
let away: string;
let tarball: string;

beforeAll(() => {
  away = mkdtempSync(join(tmpdir(), 'examples-'));
  const [packed] = JSON.parse(
    run(join(ROOT, 'packages/embed-sdk'), 'npm', 'pack', '--json', '--pack-destination', away),
  );
  tarball = join(away, packed.filename.replace(/^@/, '').replace('/', '-'));
}, PATIENCE_MS);
afterAll(() => rmSync(away, { recursive: true, force: true }));

function run(folder: string, command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // The runner's own settings (NODE_ENV=test) would make another build than a reader's.
      env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' },
    });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed in ${folder}:\n${stdout}\n${stderr}`);
  }
}

/** Copies the example into a folder of its own and installs its dependencies, our package from the tarball. */
function installed(example: string, version: keyof typeof REACTS): string {
  const folder = join(away, `${example}-${version}`);
  cpSync(join(ROOT, 'examples', example), folder, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|\.next|dist|tsconfig\.tsbuildinfo)(?:\/|$)/.test(path.slice(ROOT.length)),
  });
  const file = join(folder, 'package.json');
  const { dependencies, devDependencies, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  const { react, 'react-dom': dom, ...types } = REACTS[version];
  const asked = {
    ...manifest,
    dependencies: { ...dependencies, react, 'react-dom': dom, '@service/embed-sdk': `file:${tarball}` },
    devDependencies: { ...devDependencies, ...types },
  };
  writeFileSync(file, JSON.stringify(asked, null, 2));
  run(folder, 'npm', 'install', '--no-package-lock', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
  return folder;
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:js|html)$/.test(path) && statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}

it.each([18, 19] as const)(
  'the Vite example builds with React %i, and its types hold',
  (version) => {
    const app = installed('vite-app', version);
    run(app, 'npm', 'run', '--silent', 'build');
    const built = textsIn(join(app, 'dist'));
    expect(built.some((text) => text.includes('/v1/realtime'))).toBe(true);
    expect(built.filter((text) => SERVER_ONLY.test(text))).toEqual([]);
    // Check our declaration files themselves, too.
    const tsc = join(app, 'node_modules/typescript/bin/tsc');
    const read = run(app, process.execPath, tsc, '--noEmit', '--skipLibCheck', 'false', '--listFiles');
    expect(read.match(/embed-sdk\/dist\/\S+\.d\.ts$/gm)?.length).toBeGreaterThan(2);
  },
  PATIENCE_MS,
);

it(
  'the Next.js example builds: both hooks rendered on the server, the identity route, and no secret in the browser',
  () => {
    const app = installed('next-app', 19);
    const output = run(app, 'npm', 'run', '--silent', 'build');
    expect(output).toMatch(/○ \/\n/);
    expect(output).toMatch(/ƒ \/api\/chat-identity/);
    const page = readFileSync(join(app, '.next/server/app/index.html'), 'utf8');
    expect(page).toContain('<p role="status">idle</p>');
    expect(page).toContain('Ask us');
    const forBrowsers = textsIn(join(app, '.next/static'));
    expect(forBrowsers.some((text) => text.includes('/v1/realtime'))).toBe(true);
    expect(forBrowsers.filter((text) => SERVER_ONLY.test(text))).toEqual([]);
  },
  PATIENCE_MS,
);
