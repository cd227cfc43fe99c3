/** The attacker in a process of its own, so that it doesn't delay the visitors who measure. Vite reads the TypeScript. */
import { join } from 'node:path';
import { runnerImport } from 'vite';

const root = join(import.meta.dirname, '../../../..');
const { module } = await runnerImport(join(import.meta.dirname, 'attacker.ts'), { root, logLevel: 'error' });
const { attackFor, openObedientModel } = module;

process.on('message', async ({ seconds, aim }) => process.send({ counts: await attackFor(seconds, aim) }));
process.on('disconnect', () => process.exit());
process.send({ model: await openObedientModel() });
