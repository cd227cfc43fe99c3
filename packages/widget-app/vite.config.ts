/** Builds the widget: a small entry that shows the launcher, and chunks that load when somebody opens it. */
import { readFileSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  base: '/assets/',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2020',
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: 'src/boot.ts' },
  },
});
