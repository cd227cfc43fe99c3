/** `npm run reset-password -- EMAIL`: a link by which the person chooses a new password, where the server sends no mail. */
import './prepare.mjs';

const { runAccountCommand } = await import('../../../packages/service/dist/commands/account-command.js');
process.exitCode = await runAccountCommand('reset-password', process.argv.slice(2));
