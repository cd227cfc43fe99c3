/**
 * Builds what is out of date, in the order of the import directions. Each step leaves a stamp beside its outputs: the hash
 * of what went in and of what came out. With both unchanged it costs milliseconds. When anything else changes a `dist`,
 * the step runs again.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { fail, root, runNpm, runTool } from './processes.mjs';
import { bundleServer } from './server-bundle.mjs';

const packages = join(root, 'packages');
const SHARED = ['package-lock.json', 'tsconfig.base.json'];

const inputsOf = (folder) => [
  ...['src', 'assets', 'package.json', 'tsconfig.json', 'index.html'].map((name) => `packages/${folder}/${name}`),
  ...['vite.config.ts', 'tsup.config.ts', 'widget-url.ts'].map((name) => `packages/${folder}/${name}`),
];

const sdkFile = (name) => `embed-sdk/dist/${name}.js`;

/** What the server consists of. */
const SERVER = ['protocol', 'realtime-server', 'answering', 'workspace', 'service'];
const COMPILED = [...SERVER, 'content', 'embed-headless', 'workspace-client', 'mcp-adapter', 'create-chat'];

/**
 * A step, like those below. What goes in is the sources of all folders, or `inputs`. The stamp lies in the `dist` of the last folder, or where `stamp` says, under
 * `packages`.
 */
const COMPILE = {
  folders: COMPILED,
  outputs: COMPILED.map((name) => `${name}/dist`),
  build: () =>
    compile(COMPILED, ['service', 'workspace-client', 'mcp-adapter', 'create-chat', 'content', 'embed-headless']),
};

/** What sites load or install, and the demo, which installs it. */
const OF_PAGES = [
  {
    folders: ['protocol', 'embed-js'],
    outputs: [
      'embed-js/dist/index.js',
      'embed-js/dist/index.cjs',
      'embed-js/dist/loader.js',
      'embed-js/dist/checks.js',
    ],
    build: () => buildWorkspace('@service/embed-js'),
  },
  {
    folders: ['protocol', 'content', 'embed-headless', 'embed-js', 'embed-react', 'embed-ui', 'embed-sdk'],
    outputs: [
      'embed-react/dist',
      'embed-ui/dist',
      ...[
        'js',
        'react',
        'headless',
        'ui',
        'assistant-ui',
        'ai-sdk',
        'core',
        'theme',
        'inbox',
        'parts',
        'server',
        'testing',
      ].map(sdkFile),
    ],
    build: async () =>
      (await compile(['embed-react', 'embed-ui'], ['embed-react', 'embed-ui'])) || buildWorkspace('@service/embed-sdk'),
  },
  {
    folders: ['protocol', 'content', 'embed-headless', 'embed-js', 'embed-react', 'embed-ui', 'embed-sdk', '../demo'],
    outputs: ['react-shop', 'correspondence', 'shared'].map((name) => `../demo/dist/${name}.js`),
    build: () => buildWorkspace('@service/demo'),
  },
];

/** What the server sends: the documents of the chat and the console. Two cores build these beside the others. */
const OF_FRAMES = [
  {
    folders: ['protocol', 'content', 'embed-headless', 'widget-app'],
    outputs: ['widget-app/dist/.vite/manifest.json'],
    build: () => buildWorkspace('@service/widget-app'),
  },
  {
    folders: ['protocol', 'content', 'embed-headless', 'workspace-client', 'console-app'],
    outputs: ['console-app/dist/.vite/manifest.json'],
    build: () => buildWorkspace('@service/console-app'),
  },
];

/** Last, because it starts the server once, which sends what was built before. */
const BUNDLE = {
  folders: ['service'],
  inputs: [...SERVER.map((name) => `packages/${name}/dist/.tsbuildinfo`), 'scripts/setup/server-bundle.mjs'],
  outputs: ['service/bundle'],
  stamp: 'service/bundle/.built-from',
  build: bundleServer,
};

/**
 * Empties each `dist` first, or the files of a renamed source stay behind. What tsc noted of it goes as well, so all of it is compiled;
 * the packages that it refers to are as they should be, and are left alone: another step may be reading them.
 */
function compile(folders, projects) {
  for (const folder of folders) rmSync(join(packages, folder, 'dist'), { recursive: true, force: true });
  return runTool('tsc', ['-b', ...projects.map((name) => `packages/${name}`)]);
}

const buildWorkspace = (name) => runNpm(['run', 'build', '--silent', '-w', name], { quiet: true });

/** Makes every `dist` as the sources say; ends the program when a step fails. Dependencies must be there. */
export async function build() {
  await inTurn(COMPILE);
  await Promise.all([inTurn(...OF_PAGES), inTurn(...OF_FRAMES)]);
  await inTurn(BUNDLE);
}

async function inTurn(...steps) {
  for (const step of steps) await buildStep(step);
}

async function buildStep({ folders, outputs, build, ...step }) {
  const name = folders.at(-1);
  const stamp = join(packages, step.stamp ?? `${name}/dist/.built-from`);
  const goesIn = step.inputs ?? folders.flatMap(inputsOf);
  const inputs = fingerprint([...SHARED, ...goesIn]) + (process.env.SERVICE_WIDGET_URL ?? '');
  const state = () => `${inputs}\n${fingerprint(outputs.map((path) => `packages/${path}`))}`;
  if (read(stamp) === state()) return;
  // Gone before anything is written: a build that is cut off must not leave an older claim.
  rmSync(stamp, { force: true });
  console.log(`Building ${basename(name)} …`);
  const code = await build();
  if (code !== 0) fail(`Building ${basename(name)} failed, see above.`, code);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state());
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
