/** Builds the gallery beside the widget's own build; nothing of it is ever served to a page. */
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  define: { __VERSION__: JSON.stringify('0') },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    rollupOptions: { input: [`${import.meta.dirname}/index.html`, `${import.meta.dirname}/cell.html`] },
  },
});
