/**
 * Two products from one source: the library (for bundlers and `require`) and the script-tag loader, one file without
 * imports. Declarations come from `tsc -b`, which writes into the same folder; hence nothing here may clean it.
 */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { minifySync } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const shared = {
  clean: false,
  dts: false,
  target: 'es2020',
  platform: 'browser',
  outDir: 'dist',
  define: { __VERSION__: JSON.stringify(version) },
} as const;

export default defineConfig([
  { ...shared, entry: ['src/index.ts'], format: ['esm'], sourcemap: true },
  // The contract is published as ES modules only, which Node 20 can't `require`: the CommonJS build carries its part along.
  { ...shared, entry: ['src/index.ts'], format: ['cjs'], sourcemap: true, noExternal: ['@service/protocol'] },
  {
    ...shared,
    entry: { loader: 'src/loader.ts' },
    format: ['iife'],
    outExtension: () => ({ js: '.js' }),
    // Not tsup's own minifier: this one gives a file that is some per cent smaller, and every page waits for it.
    plugins: [{ name: 'minify', renderChunk: (code, { path }) => minifySync(path, code, { module: false }) }],
    noExternal: ['@service/protocol'],
  },
]);
