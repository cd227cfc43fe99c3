/**
 * Two products from one source: the library (for bundlers and `require`) and the script-tag loader. Both are a small start
 * and a frame controller that is fetched when the launcher is shown; the loader fetches it from its own address.
 * Declarations come from `tsc -b`, which writes into the same folder; hence nothing here may clean it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { defineConfig } from 'tsup';
import { minifySync } from 'vite';
import { protocolTables } from '../../scripts/setup/protocol-tables.mjs';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const define = { __VERSION__: JSON.stringify(version) };
const shared = {
  clean: false,
  dts: false,
  target: 'es2022',
  platform: 'browser',
  outDir: 'dist',
  define,
  esbuildPlugins: [protocolTables],
} as const;

/** Not the bundler's own minifier: this one gives a file that is some per cent smaller, and every page waits for it. */
const minified = (file: string, code: string, module: boolean): string => minifySync(file, code, { module }).code;

/** What the script tag's build fetches later is named by the hash of its contents, so it is built first. Returns that name. */
async function buildLater(source: string, file: string, known: Readonly<Record<string, string>> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'esm',
    target: shared.target,
    platform: shared.platform,
    define: { ...define, ...known },
    plugins: [protocolTables],
  });
  const code = minified(file, outputFiles[0]?.text ?? '', true);
  mkdirSync('dist', { recursive: true });
  writeFileSync(`dist/${file}`, code);
  return JSON.stringify(createHash('sha256').update(code).digest('base64url'));
}

const tools = await buildLater('src/host/client-tools.ts', 'loader-tools.js');
const diagnosis = await buildLater('src/diagnosis/diagnose-for-script-tag.ts', 'loader-diagnosis.js');
const controller = await buildLater('src/frame/controller-for-script-tag.ts', 'loader-attachment.js', {
  __CLIENT_TOOLS__: tools,
  __DIAGNOSIS__: diagnosis,
});

// Their names hold a hash: those of an earlier build would be published along.
rmSync('dist/parts', { recursive: true, force: true });

export default defineConfig([
  {
    ...shared,
    entry: ['src/index.ts'],
    format: ['esm'],
    sourcemap: true,
    splitting: true,
    esbuildOptions(options) {
      options.chunkNames = 'parts/[name]-[hash]';
    },
  },
  // For `npm run diagnose`, which runs the same checks from outside of the page.
  {
    ...shared,
    entry: { checks: 'src/diagnosis/checks/outside-page.ts' },
    format: ['esm'],
    noExternal: ['@service/protocol'],
  },
  // The contract is published as ES modules only, which Node 20 can't `require`: the CommonJS build carries its part along.
  { ...shared, entry: ['src/index.ts'], format: ['cjs'], sourcemap: true, noExternal: ['@service/protocol'] },
  {
    ...shared,
    entry: { loader: 'src/loader.ts' },
    format: ['iife'],
    outExtension: () => ({ js: '.js' }),
    define: { ...define, __CONTROLLER__: controller },
    // Names between the loader's own files; no other file of the build reads them.
    esbuildOptions(options) {
      options.mangleProps =
        /^(?:started|calls|leave|fail|emitLater|marks|systemDark|covers|problems|errors|address|defaultBaseUrl|kind)$/;
    },
    plugins: [{ name: 'minify', renderChunk: (code, { path }) => ({ code: minified(path, code, false) }) }],
    noExternal: ['@service/protocol'],
  },
]);
