/** `npm run unanswered -- --inbox ID …`: makes a question one that an article lists, or the draft of an article. */
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import '../../server-folders.mjs';

await ensureDependencies();
await build();
await import('../../../packages/service/dist/commands/unanswered-command.js');
