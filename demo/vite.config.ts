/** Builds the shop's two React pages; everything else on the site is plain HTML. */
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // The hooks say in their first line that they are for the client; everything here is.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      input: { 'react-shop': 'src/react-shop.tsx', correspondence: 'src/correspondence.tsx' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'shared', test: /node_modules/ }] },
      },
    },
  },
});
