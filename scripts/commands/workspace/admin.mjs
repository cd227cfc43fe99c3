/** `npm run admin -- EMAIL`: makes an account an admin of the installation. */
import './prepare.mjs';

const { runAccountCommand } = await import('../../../packages/service/dist/commands/account-command.js');
process.exitCode = await runAccountCommand('admin', process.argv.slice(2));
