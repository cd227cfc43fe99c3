/**
 * What people install, whole: the parts of the contract and of the other packages that are used are carried along, so that
 * there is one package and no version to match, in ES modules and CommonJS, with declarations for both. What a chat may
 * never need is a file of its own among the ES modules; CommonJS carries all of it in one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { transform } from 'esbuild';
import { minify } from 'terser';
import { defineConfig } from 'tsup';
import { inlineLimits, protocolTables } from '../../scripts/setup/protocol-tables.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** Split into files, esbuild loses the mark that frameworks which render on a server look for. */
const forTheClient = {
  name: 'use-client',
  renderChunk(code: string, { entryPoint, map }: { readonly entryPoint?: string; readonly map?: unknown }) {
    const isMarked =
      entryPoint !== undefined && /src\/(?:adapters\/)?(react|headless|ui|assistant-ui)\.ts$/.test(entryPoint);
    return isMarked && !code.includes('"use client"') ? { code: `"use client";${code}`, map } : undefined;
  },
};

/**
 * In CommonJS, a part that loads later is in the same file with its own list of exports. Tools that parse the file take the
 * first such list for the package's. They don't recognize a list in another notation.
 */
const oneListOfExports = {
  name: 'one-list-of-exports',
  renderChunk(code: string, { map }: { readonly map?: unknown }) {
    return { code: code.replace(/^__export\((?=\w+_[A-Z0-9]{8}_exports)/gm, '(0, __export)('), map };
  },
};

/**
 * Keeps what an entry needs at once in one chunk. Every part that loads later needs most of it, each another part of it: left alone,
 * esbuild makes a chunk of each combination. For the client they weigh 1 KiB more together, for the widget 0.5. Here each such part
 * needs all of it. `needed`: what the files of `parts` export besides, from the file that `index` makes of their path.
 */
const inOneChunk = (name: string, parts: RegExp, index: (path: string) => string, needed: string) => ({
  name,
  setup(build: import('esbuild').PluginBuild) {
    if (!build.initialOptions.splitting) return;
    build.onLoad({ filter: parts }, ({ path }) => ({
      contents: `${inlineLimits(readFileSync(path, 'utf8'))}\nexport { ${needed} } from ${JSON.stringify(index(path))};`,
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
});

const coreInOneChunk = inOneChunk(
  'core-in-one-chunk',
  /embed-headless[/\\]dist[/\\]core[/\\](features[/\\]deferred|lazy[/\\].*[/\\](identity|uploads|client-tools))\.js$/,
  (path) => path.replace(/core[/\\](features|lazy)[/\\].*$/, 'core/index.js'),
  'ConsentRequired, createChatClient, hasStoredChat, toTimelineEntries',
);

const widgetInOneChunk = inOneChunk(
  'widget-in-one-chunk',
  /embed-js[/\\]dist[/\\]parts[/\\](controller|launcher|in-page|page-watch|client-tools|diagnose)[\w-]*\.js$/,
  () => '../index.js',
  'createServiceWidget',
);

/** The server in memory checks frames by the real schemas. Their library has its sentences in fifty languages; one is read here. */
const oneLanguageOfZod = {
  name: 'one-language-of-zod',
  setup(build: import('esbuild').PluginBuild) {
    build.onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.c?js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
};

/**
 * The maps stay here: they are three quarters of the package, and a bundler complains of a map that is named and not there. CommonJS
 * in parts loses the mark of code for the client as well. Comments are in the declarations; without them and the spaces, the package is
 * a tenth smaller. Names stay, for those who read a stack, but for the largest files: the tables of Markdown, the schemas that the
 * server in memory carries, and some of what loads later.
 */
const LARGEST = /^(?:testing|markdown|controller|diagnose|launcher|uploads|deferred|client-tools|identity)/;

async function finish(): Promise<void> {
  for (const name of readdirSync('dist').filter((each) => /\.c?js$/.test(each))) {
    const code = readFileSync(`dist/${name}`, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
    const small = name.endsWith('.cjs') || LARGEST.test(name) ? await minified(code) : await withoutSpaces(code);
    const isMarked = /^(?:react|headless|ui|assistant-ui)\.cjs$/.test(name);
    writeFileSync(
      `dist/${name}`,
      isMarked ? `"use strict";\n"use client";\n${small.replace('"use strict";', '')}` : small,
    );
  }
}

/** With short names. Pages get the ES modules; CommonJS is for programs that test them. */
const minified = async (code: string): Promise<string> => (await transform(code, { minify: true })).code;

/** Keeps the marks of calls without effect, by which a site's bundler leaves out what a page does not use; esbuild would remove them. */
const withoutSpaces = async (code: string): Promise<string> =>
  (await minify(code, { module: true, compress: false, mangle: false, format: { preserve_annotations: true } })).code ??
  '';

const shared = {
  format: ['esm', 'cjs'],
  outDir: 'dist',
  clean: false,
  sourcemap: true,
  // CommonJS shares its parts too: one `ConsentRequired`, and one client, whichever entries a program requires.
  splitting: true,
  noExternal: [/^@service\//],
  external: ['react', '@assistant-ui/react', 'ai'],
  esbuildPlugins: [coreInOneChunk, widgetInOneChunk, protocolTables, oneLanguageOfZod],
  onSuccess: finish,
  define: { __VERSION__: JSON.stringify(version) },
  dts: {
    compilerOptions: {
      composite: false,
      incremental: false,
      ignoreDeprecations: '6.0',
      // As paths and not as packages: declarations of packages would be referred to, and not carried along.
      paths: {
        '@service/protocol': ['../protocol/dist/index.d.ts'],
        '@service/embed-js': ['../embed-js/dist/index.d.ts'],
        '@service/embed-react': ['../embed-react/dist/index.d.ts'],
        '@service/embed-react/testing': ['../embed-react/dist/testing/index.d.ts'],
        '@service/embed-ui': ['../embed-ui/dist/index.d.ts'],
        '@service/embed-headless/*': ['../embed-headless/dist/*/index.d.ts'],
      },
    },
  },
} as const;

const entries = (names: readonly string[], folder = ''): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `src/${folder}${name}.ts`]));

export default defineConfig([
  {
    ...shared,
    entry: {
      ...entries(['index', 'js', 'core', 'react', 'headless', 'ui', 'testing']),
      ...entries(['assistant-ui', 'ai-sdk'], 'adapters/'),
      ...entries(['theme', 'inbox', 'people', 'parts', 'tools'], 'helpers/'),
    },
    target: 'es2022',
    platform: 'browser',
    plugins: [forTheClient, oneListOfExports],
  },
  { ...shared, entry: ['src/server.ts'], target: 'node20', platform: 'node' },
] as never);
