/** `npm run read-bounces -- FILE`: records the mails that mail servers sent back, from a file, a folder or the standard input. */
import './prepare.mjs';

const { runBouncesCommand } = await import('../../../packages/service/dist/commands/bounces-command.js');
process.exitCode = await runBouncesCommand(process.argv.slice(2));
