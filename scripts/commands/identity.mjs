/** `npm run identity`: a site's keys for the identity of its signed-in visitors, and tokens signed with them. */
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import '../server-folders.mjs';

await ensureDependencies();
await build();
await import('../../packages/service/dist/commands/identity-command.js');
