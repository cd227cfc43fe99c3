/** One run for every test: first the packages, then the whole with real servers and real browsers. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { FileOrder } from './test/support/runs/file-order.js';

const source = (file: string) => fileURLToPath(new URL(`packages/${file}`, import.meta.url));

/**
 * Inside a package, the tests read the others' sources, so that a change shows without a build in between. The whole is
 * tested as it is shipped: built.
 */
const alias = [
  { find: /^@service\/embed-sdk\/(assistant-ui|ai-sdk)$/, replacement: source('embed-sdk/src/adapters/$1.ts') },
  { find: /^@service\/embed-sdk\/(core|headless|testing|ui)$/, replacement: source('embed-sdk/src/$1.ts') },
  { find: /^@service\/protocol\/schema$/, replacement: source('protocol/src/schema/index.ts') },
  { find: /^@service\/protocol$/, replacement: source('protocol/src/index.ts') },
  {
    find: /^@service\/embed-headless\/(core|frame|inbox|parts|react|testing|theme|tools)$/,
    replacement: source('embed-headless/src/$1/index.ts'),
  },
  { find: /^@service\/content$/, replacement: source('content/src/index.ts') },
  { find: /^@service\/content\/markdown$/, replacement: source('content/src/markdown.ts') },
  { find: /^@service\/embed-react\/testing$/, replacement: source('embed-react/src/testing/index.ts') },
  { find: /^@service\/embed-(js|react|ui)$/, replacement: source('embed-$1/src/index.ts') },
];

/**
 * The oldest React that the hooks support, for the same tests once more. Testing Library by its module build, to be
 * inlined: the other one would `require` the newest React.
 */
const installed = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const react18 = [
  {
    find: /^@testing-library\/react$/,
    replacement: installed('node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
  },
  ...['react-dom', 'react'].map((name) => ({
    find: new RegExp(`^${name}(?=$|/)`),
    replacement: installed(`compat/react-18/node_modules/${name}`),
  })),
];

/** Every property draws from the seed that SEED sets, and says it. */
const setupFiles = [fileURLToPath(new URL('test/support/runs/property-seed.ts', import.meta.url))];

/** Nothing that works ever waits so long; a busy machine may. */
const patient = { poll: { timeout: 60_000 } };

/**
 * Where the files of a package run: side by side in shared processes, which costs least, or each in a thread or a process of its
 * own. A process costs a second of processor time, a thread half of it. Files that change modules, or the state of one, need one.
 */
type Place = 'shared' | 'thread' | 'process';

const rules = (folder: string, place: Place): TestProjectInlineConfiguration => ({
  resolve: { alias },
  test: {
    isolate: place !== 'shared',
    pool: place === 'thread' ? 'threads' : 'forks',
    name: folder,
    root: `packages/${folder}`,
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: patient,
    setupFiles,
  },
});

/** Tests of the whole, as it is shipped. `isolate`: each file has a process of its own. */
const whole = (name: string, include: readonly string[], isolate = true): TestProjectInlineConfiguration => ({
  test: {
    name,
    root: 'test',
    include: [...include],
    // What takes so long hangs. A long run has rounds for a quarter of an hour in one test.
    testTimeout: process.env.LONG === '1' ? 1_800_000 : 300_000,
    hookTimeout: 300_000,
    expect: patient,
    isolate,
    setupFiles,
  },
});

/** What the build writes into embed-js, so that its sources run here as they are published. */
const { version } = JSON.parse(readFileSync(new URL('packages/embed-js/package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export default defineConfig({
  test: {
    // Two more than there are processors: tests of the whole wait for servers and browsers about half of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: FileOrder },
    globalSetup: fileURLToPath(new URL('test/support/runs/whole-run.ts', import.meta.url)),
    projects: [
      rules('protocol', 'shared'),
      rules('content', 'shared'),
      rules('embed-headless', 'thread'),
      {
        resolve: { alias: [...alias, ...react18] },
        test: {
          ...rules('embed-headless', 'thread').test,
          name: 'embed-headless with React 18',
          include: ['test/react/**/*.test.tsx'],
          server: { deps: { inline: [/@testing-library\/react/] } },
        },
      },
      rules('embed-sdk', 'process'),
      { ...rules('embed-ui', 'thread'), test: { ...rules('embed-ui', 'thread').test, environment: 'happy-dom' } },
      { ...rules('console-app', 'shared'), plugins: [preact()] },
      // In a process that many files had used, memory of the embedded database was twice found to be broken, and the run ended.
      rules('realtime-server', 'process'),
      rules('answering', 'process'),
      rules('workspace', 'shared'),
      rules('workspace-client', 'shared'),
      rules('mcp-adapter', 'process'),
      rules('create-chat', 'shared'),
      rules('service', 'process'),
      {
        define: { __VERSION__: JSON.stringify(version), __WIDGET_URL__: '"http://localhost:4600"' },
        test: { ...rules('embed-js', 'thread').test, environment: 'happy-dom' },
      },
      ...[
        { name: 'embed-react', react: [] },
        { name: 'embed-react with React 18', react: react18 },
      ].map(
        ({ name, react }): TestProjectInlineConfiguration => ({
          define: { __VERSION__: JSON.stringify(version), __WIDGET_URL__: '"http://localhost:4600"' },
          resolve: { alias: [...alias, ...react] },
          test: {
            ...rules('embed-react', 'shared').test,
            name,
            environment: 'happy-dom',
            // The frames have nowhere to load from.
            environmentOptions: {
              happyDOM: { settings: { disableIframePageLoading: true, handleDisabledFileLoadingAsSuccess: true } },
            },
            server: { deps: { inline: [/@testing-library\/react/] } },
          },
        }),
      ),
      {
        ...rules('widget-app', 'thread'),
        plugins: [preact()],
        test: {
          ...rules('widget-app', 'thread').test,
          environment: 'happy-dom',
          setupFiles: [...setupFiles, 'test/support/wait-limits.ts'],
        },
      },
      { resolve: { alias }, test: { name: 'demo', root: 'demo', include: ['test/**/*.test.ts'] } },
      whole('house', ['house/**/*.test.ts']),
      // Its files share browsers and servers, and leave nothing behind.
      whole('e2e', ['e2e/**/*.test.ts'], false),
      whole('proofs', ['proofs/**/*.test.ts', 'conformance/*.test.ts']),
    ],
  },
});
