/** `npm run ask -- --inbox ID "question"`: the answer without a key, the passages, their scores and why. */
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import '../../server-folders.mjs';

await ensureDependencies();
await build();
await import('../../../packages/service/dist/commands/ask-command.js');
