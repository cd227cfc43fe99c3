/** Runs crowd.ts in a process of its own; Vite, which is here anyway, runs TypeScript without a build. */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const here = dirname(fileURLToPath(import.meta.url));
await runnerImport(join(here, 'crowd.ts'), { root: resolve(here, '../../../..'), logLevel: 'error' });
