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

const SHARED = ['package-lock.json', 'tsconfig.base.json'];

const inputsOf = (folder) => [
  ...['src', 'assets', 'package.json', 'tsconfig.json', 'index.html'].map((name) => `packages/${folder}/${name}`),
  ...['vite.config.ts', 'tsup.config.ts'].map((name) => `packages/${folder}/${name}`),
];

/** `outputs[0]` is written last by its tool; the stamp lies beside it. */
const STEPS = [
  {
    name: 'protocol, embed-headless, realtime-server',
    inputs: ['protocol', 'embed-headless', 'realtime-server'].flatMap(inputsOf),
    outputs: [
      'packages/realtime-server/dist/main.js',
      'packages/embed-headless/dist/core/index.js',
      'packages/protocol/dist/index.js',
    ],
    build: () => runTool('tsc', ['-b', 'packages/realtime-server', 'packages/embed-headless']),
  },
  {
    name: 'embed-js',
    inputs: ['protocol', 'embed-js'].flatMap(inputsOf),
    outputs: ['packages/embed-js/dist/index.js'],
    build: () => runNpm(['run', 'build', '--silent', '-w', '@service/embed-js'], { quiet: true }),
  },
  {
    name: 'widget-app',
    inputs: ['protocol', 'embed-headless', 'widget-app'].flatMap(inputsOf),
    outputs: ['packages/widget-app/dist/index.html'],
    build: () => runNpm(['run', 'build', '--silent', '-w', '@service/widget-app'], { quiet: true }),
  },
];

/** Makes every `dist` as the sources say; ends the program when a step fails. Dependencies must be there. */
export async function build() {
  for (const step of STEPS) {
    const stamp = join(root, dirname(step.outputs[0]), '.built-from');
    const now = fingerprint([...SHARED, ...step.inputs]);
    if (step.outputs.every((file) => existsSync(join(root, file))) && read(stamp) === now) continue;
    console.log(`Building ${step.name} …`);
    const code = await step.build();
    if (code !== 0) giveUp(`Building ${step.name} failed, see above.`, code);
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
