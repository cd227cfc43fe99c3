/**
 * What people install, whole: the parts of the contract and of the other packages that are used are carried along, so that
 * there is one package and no version to match, in ES modules and CommonJS, with declarations for both.
 */
import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

const shared = {
  format: ['esm', 'cjs'],
  outDir: 'dist',
  clean: false,
  splitting: false,
  sourcemap: true,
  noExternal: [/^@service\//],
  external: ['react'],
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
        '@service/embed-headless/*': ['../embed-headless/dist/*/index.d.ts'],
      },
    },
  },
} as const;

export default defineConfig([
  {
    ...shared,
    entry: ['src/js.ts', 'src/core.ts', 'src/theme.ts', 'src/inbox.ts'],
    target: 'es2022',
    platform: 'browser',
  },
  { ...shared, entry: ['src/react.ts', 'src/headless.ts'], target: 'es2022', platform: 'browser' },
  { ...shared, entry: ['src/server.ts', 'src/testing.ts'], target: 'node20', platform: 'node' },
] as never);
