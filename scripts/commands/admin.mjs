/** `npm run admin -- EMAIL`: makes an account an admin of the installation. */
import { join } from 'node:path';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { root } from '../setup/processes.mjs';

await ensureDependencies();
await build();
// As `npm start` has it.
process.env.DATA_DIR ??= join(root, 'data');
const { runAccountCommand } = await import('../../packages/service/dist/commands/account-command.js');
process.exitCode = await runAccountCommand('admin', process.argv.slice(2));
