/**
 * `npm run conformance`: holds a client against the frame scripts of test/conformance. Our own by default; any other with
 * `npm run conformance -- --client "<command>"`. `--only <part of a name>` picks scripts. See CONFORMANCE.md.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { fail, root } from '../setup/processes.mjs';

const { values } = readArguments();
await ensureDependencies();
await build();

// The suite is TypeScript like all tests; Vite, which is here anyway, runs it without a build of its own.
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'test/conformance/run-suite.ts'), { root, logLevel: 'error' });
const sound = await module.runSuite(values.client, values.only);
process.exitCode = sound ? 0 : 1;

function readArguments() {
  try {
    return parseArgs({ options: { client: { type: 'string' }, only: { type: 'string' } } });
  } catch (error) {
    return fail(`${error.message}\nUse: npm run conformance -- [--client "<command>"] [--only <part of a name>]`);
  }
}
