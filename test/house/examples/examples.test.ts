/**
 * The examples, as readers use them: copied out of this repository, with the package installed from the tarball that would be
 * published, type-checked and built.
 */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';
import { type CustomerFolder, checkTypes, customerFolder, install, PATIENCE_MS, run } from './customer-project.js';

/** Code that only the site's own server may contain. */
const SERVER_ONLY = /createHmac|cwid\+jwt/;
const REACTS = {
  18: { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.31', '@types/react-dom': '18.3.7' },
  19: { react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.0', '@types/react-dom': '19.3.0' },
} as const;

let away: CustomerFolder;
beforeAll(() => {
  away = customerFolder();
}, PATIENCE_MS);
afterAll(() => away.remove());

/** Copies the example into a folder of its own and installs its dependencies, our package from the tarball. */
function installed(example: string, version: keyof typeof REACTS): string {
  const folder = join(away.path, `${example}-${version}`);
  cpSync(join(ROOT, 'examples', example), folder, {
    recursive: true,
    filter: (path) =>
      !/\/(?:node_modules|\.next|dist|storybook-static|tsconfig\.tsbuildinfo)(?:\/|$)/.test(path.slice(ROOT.length)),
  });
  const { react, 'react-dom': dom, ...types } = REACTS[version];
  install(folder, ({ dependencies, devDependencies }) => ({
    dependencies: { ...dependencies, react, 'react-dom': dom, '@service/embed-sdk': `file:${away.tarball}` },
    devDependencies: { ...devDependencies, ...types },
  }));
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
    expect(checkTypes(app)).toBeGreaterThan(2);
  },
  PATIENCE_MS,
);

it(
  'the example with components of other libraries builds, and its types hold',
  () => {
    const app = installed('library-app', 19);
    run(app, 'npm', 'run', '--silent', 'build');
    expect(textsIn(join(app, 'dist')).some((text) => text.includes('/v1/realtime'))).toBe(true);
  },
  PATIENCE_MS,
);

it(
  'the stories of the primitives build, and their types hold',
  () => {
    const app = installed('storybook', 19);
    run(app, 'npm', 'run', '--silent', 'build');
    const index = JSON.parse(readFileSync(join(app, 'storybook-static/index.json'), 'utf8'));
    expect(Object.keys(index.entries)).toHaveLength(18);
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
