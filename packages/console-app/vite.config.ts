/** Builds the console: one script and one style, served below `/console`. */
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/assets/',
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  build: {
    target: 'es2020',
    // These have `inset-inline-end` and the like. For older ones they would be made to follow the language, not the direction.
    cssTarget: ['chrome87', 'edge88', 'firefox78', 'safari14.1'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: '',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: 'src/main.tsx' },
  },
});
