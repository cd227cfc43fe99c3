/** `npm run fit-gate -- [--also FOLDER]`: fits the weights by which an answer is given or refused (test/proofs/eval/fit-gate.ts). */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import { root } from '../../setup/processes.mjs';

const { values } = parseArgs({ options: { also: { type: 'string' } } });
await ensureDependencies();
await build();
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'test/proofs/eval/fit-gate.ts'), { root, logLevel: 'error' });
console.log(await module.fitGate(values.also ?? null));
