/** Runs visitors.ts as a program. Vite, a dependency anyway, runs TypeScript without a build. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
await runnerImport(join(here, 'visitors.ts'), { root: resolve(here, '../../../..'), logLevel: 'error' });
