/**
 * Builds what is out of date, in the order of the import directions. Each step leaves the hash of its inputs beside its
 * outputs; the same inputs again cost a few milliseconds, and deleting a `dist` folder is enough to build it anew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { giveUp, root, runNpm, runTool } from './command.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { fingerprint } from './fingerprint.mjs';

const packages = join(root, 'packages');
const SHARED = ['package-lock.json', 'tsconfig.base.json'];

const inputsOf = (folder) => [
  ...['src', 'assets', 'package.json', 'tsconfig.json', 'index.html'].map((name) => `packages/${folder}/${name}`),
  ...['vite.config.ts', 'tsup.config.ts'].map((name) => `packages/${folder}/${name}`),
];

/** Each step leaves its stamp in the `dist` of its last folder, so that deleting that folder deletes the claim too. */
const STEPS = [
  {
    folders: ['protocol', 'embed-headless', 'realtime-server'],
    outputs: ['protocol/dist/index.js', 'embed-headless/dist/core/index.js', 'realtime-server/dist/main.js'],
    build: () => runTool('tsc', ['-b', 'packages/realtime-server', 'packages/embed-headless']),
  },
  {
    folders: ['protocol', 'embed-js'],
    outputs: ['embed-js/dist/index.js', 'embed-js/dist/index.cjs', 'embed-js/dist/loader.js'],
    build: () => buildWorkspace('@service/embed-js'),
  },
  {
    folders: ['protocol', 'embed-headless', 'widget-app'],
    outputs: ['widget-app/dist/.vite/manifest.json'],
    build: () => buildWorkspace('@service/widget-app'),
  },
];

const buildWorkspace = (name) => runNpm(['run', 'build', '--silent', '-w', name], { quiet: true });

/** Makes every `dist` as the sources say; ends the program when a step fails. Dependencies must be there. */
export async function build() {
  for (const { folders, outputs, build } of STEPS) {
    const name = folders.at(-1);
    const stamp = join(packages, name, 'dist/.built-from');
    const now = fingerprint([...SHARED, ...folders.flatMap(inputsOf)]);
    if (outputs.every((file) => existsSync(join(packages, file))) && read(stamp) === now) continue;
    console.log(`Building ${name} …`);
    const code = await build();
    if (code !== 0) giveUp(`Building ${name} failed, see above.`, code);
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, now);
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureDependencies();
  await build();
}
