// @vitest-environment node
/** The package as people install it: what it weighs, what it exports, and that every tool finds its way in. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, it } from 'vitest';
import { apiReport, REPORT } from '../../../scripts/maintenance/api-report.mjs';
import { hookFields, PAGE } from '../../../scripts/maintenance/hook-fields.mjs';

const root = resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  dependencies?: object;
};
const entries = Object.keys(manifest.exports)
  .filter((entry) => entry !== './package.json')
  .map((entry) => entry.slice(2) || 'index');
const require = createRequire(import.meta.url);

interface Weight {
  /** Bytes with brotli of everything that is there as soon as the entry is. */
  readonly atOnce: number;
  /** The same of each file that is loaded when it is first needed, by the name of its source. */
  readonly later: Readonly<Record<string, number>>;
}

/** Of a bundle that uses everything in `entry`, as a site's bundler makes it, React left out. */
async function weigh(entry: string): Promise<Weight> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from './dist/${entry}.js';`, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: ['react', 'react/jsx-runtime'],
    write: false,
    metafile: true,
    outdir: 'weighed',
  });
  const bytes = (file: string): number => {
    const { contents } = outputFiles.find(({ path }) => path === join(root, file)) ?? { contents: new Uint8Array() };
    return brotliCompressSync(contents).length;
  };
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && metafile.outputs[path]) reach(path);
  };
  const [first] = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => entryPoint === '<stdin>');
  reach((first as [string, unknown])[0]);
  const later = Object.keys(metafile.outputs).filter((file) => !reached.has(file));
  const laterBytes: Record<string, number> = {};
  for (const file of later) {
    const name = basename(metafile.outputs[file]?.entryPoint ?? file).replace(/-.*$/, '');
    laterBytes[name] = (laterBytes[name] ?? 0) + bytes(file);
  }
  return { atOnce: [...reached].reduce((sum, file) => sum + bytes(file), 0), later: laterBytes };
}

/** The most that a file of the client's features may weigh, each loaded when it is first needed. */
const FEATURES: Readonly<Record<string, number>> = {
  identity: 3_584,
  uploads: 3_520,
  client: 5_120,
  local: 3_712,
  browser: 1_536,
  deferred: 7_168,
  watch: 512,
  /** All that the others share. */
  chunk: 2_176,
};

describe('the weight', () => {
  it('of the client is at most 15.5 KiB, and 18 KiB with its hooks', async () => {
    const [core, headless] = [(await weigh('core')).atOnce, (await weigh('headless')).atOnce];
    console.log(`core: ${core} bytes with brotli; with the hooks: ${headless}`);
    expect(core).toBeLessThanOrEqual(15.5 * 1_024);
    expect(headless).toBeLessThanOrEqual(18 * 1_024);
  });

  it('of each file that the client loads on demand is bounded', async () => {
    const { later } = await weigh('core');
    for (const [name, bytes] of Object.entries(later)) console.log(`core, later: ${name}: ${bytes} bytes with brotli`);
    expect(Object.keys(later).sort()).toEqual(Object.keys(FEATURES).sort());
    for (const [name, most] of Object.entries(FEATURES)) expect(later[name], name).toBeLessThanOrEqual(most);
  });

  it('of the widget’s module is at most 4.375 KiB, and 7 KiB with its hook', async () => {
    const [js, react] = [(await weigh('js')).atOnce, (await weigh('react')).atOnce];
    console.log(`js: ${js} bytes with brotli; with the hook: ${react}`);
    expect(js).toBeLessThanOrEqual(4.375 * 1_024);
    expect(react).toBeLessThanOrEqual(7 * 1_024);
  });

  it('of the primitives is at most 12 KB beyond the hooks, and Markdown loads later', async () => {
    const [ui, headless] = [await weigh('ui'), (await weigh('headless')).atOnce];
    console.log(`ui: ${ui.atOnce - headless} bytes with brotli beyond the hooks; Markdown: ${ui.later.markdown}`);
    expect(ui.atOnce - headless).toBeLessThanOrEqual(12 * 1_024);
    expect(ui.later.markdown).toBeGreaterThan(0);
  });

  it('of the theme rule is not part of the client’s; the names of colours are a quarter of it', async () => {
    const { atOnce: theme } = await weigh('theme');
    console.log(`theme: ${theme} bytes with brotli`);
    expect(theme).toBeLessThanOrEqual(6.5 * 1_024);
  });

  it('brings no other package along', () => {
    expect(manifest.dependencies).toBeUndefined();
  });
});

describe('the package', () => {
  it('has nothing that publint would complain about', async () => {
    const { messages, pkg } = await publint({ pkgDir: root, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
  });

  it('has the right types for every module resolution', () => {
    const attw = require.resolve('@arethetypeswrong/cli/package.json').replace(/package\.json$/, 'dist/index.js');
    // `node16` leaves out the resolver that knows no exports at all; it is of 2019 and gone from TypeScript 7.
    expect(() =>
      execFileSync(process.execPath, [attw, '--pack', root, '--profile', 'node16', '--quiet'], { encoding: 'utf8' }),
    ).not.toThrow();
  }, 300_000);

  it.each(entries)('exports the same from /%s to import and to require', async (entry) => {
    const imported = Object.keys(await import(join(root, 'dist', `${entry}.js`))).filter((name) => name !== 'default');
    const required = Object.keys(require(join(root, 'dist', `${entry}.cjs`))).filter(
      (name) => name !== 'default' && name !== '__esModule',
    );
    expect(imported.sort()).toEqual(required.sort());
    // As a module of Node sees CommonJS: by the list of exports that it reads in the text.
    const read = Object.keys(await import(join(root, 'dist', `${entry}.cjs`)));
    expect(read).toEqual(expect.arrayContaining(required));
    expect(imported.length).toBeGreaterThan(0);
  });

  it.each(entries)('can be imported from /%s on a server, where there is no window, and touches nothing', (entry) => {
    const program = `
      const before = Object.getOwnPropertyNames(globalThis).join();
      await import(${JSON.stringify(`file://${join(root, 'dist', `${entry}.js`)}`)});
      // The schemas of frames, which only the server in memory carries, register themselves; so do the helpers of assistant-ui.
      const after = Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__')).join();
      if (after !== before) throw new Error('It left a global behind.');`;
    expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', program])).not.toThrow();
  });

  it.each(['react', 'headless', 'ui', 'assistant-ui'])(
    'marks /%s as code for the client, for frameworks that render on a server',
    (entry) => {
      for (const extension of ['js', 'cjs'])
        expect(readFileSync(join(root, 'dist', `${entry}.${extension}`), 'utf8')).toMatch(
          /^(?:"use strict";\n)?"use client";/,
        );
    },
  );

  it('keeps the server’s secrets out of browsers: nothing but /server needs Node', () => {
    for (const entry of entries.filter((name) => name !== 'server'))
      expect(readFileSync(join(root, 'dist', `${entry}.js`), 'utf8'), entry).not.toMatch(/from "(?:node:|crypto)/);
  });

  it('version: string equal to the installed package version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    const js = (await import(join(root, 'dist/js.js'))) as { version: string; default: { version: string } };
    expect([js.version, js.default.version, require(join(root, 'dist/js.cjs')).version]).toEqual(
      Array(3).fill(version),
    );
    // The script tag's builds have no other one.
    for (const name of ['loader.js', 'inbox-loader.js'])
      expect(readFileSync(join(root, '../embed-js/dist', name), 'utf8')).toContain(JSON.stringify(version));
  });

  it('F10: is one package to CommonJS too: what one entry throws is what another one exports', () => {
    expect(require(join(root, 'dist/core.cjs')).ConsentRequired).toBe(
      require(join(root, 'dist/headless.cjs')).ConsentRequired,
    );
  });

  it('says at its root which entry has what', () => {
    const { ENTRIES, useChat } = require(join(root, 'dist/index.cjs'));
    const others = entries.filter((entry) => entry !== 'index').map((entry) => `@service/embed-sdk/${entry}`);
    expect(Object.keys(ENTRIES).sort()).toEqual(others.sort());
    expect(useChat).toThrow("Import useChat from '@service/embed-sdk/headless'");
  });

  it('is at most 512 KiB to download, with README and license, without maps', () => {
    const packed = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, encoding: 'utf8' }));
    const [{ size, files }] = packed as [{ size: number; files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(size).toBeLessThanOrEqual(512 * 1_024);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE']));
    expect(paths.filter((path) => path.endsWith('.map'))).toEqual([]);
  });

  it('is what the API report says', () => {
    expect(
      apiReport(),
      'The public API has changed. If that is meant, run: node scripts/maintenance/api-report.mjs',
    ).toBe(readFileSync(REPORT, 'utf8'));
  });

  it('has the fields of its hooks in the documentation', () => {
    expect(hookFields(), 'A hook has changed. Run: node scripts/maintenance/hook-fields.mjs').toBe(
      readFileSync(PAGE, 'utf8'),
    );
  });
});
