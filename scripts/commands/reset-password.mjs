/** `npm run reset-password -- EMAIL`: a link by which the person chooses a new password, where the server sends no mail. */
import { join } from 'node:path';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { root } from '../setup/processes.mjs';

await ensureDependencies();
await build();
// As `npm start` has it.
process.env.DATA_DIR ??= join(root, 'data');
const { runAccountCommand } = await import('../../packages/service/dist/commands/account-command.js');
process.exitCode = await runAccountCommand('reset-password', process.argv.slice(2));
