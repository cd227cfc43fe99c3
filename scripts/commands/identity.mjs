/** `npm run identity -- help`: keys with which a site vouches for its signed-in visitors, and tokens signed by them. */
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';

await ensureDependencies();
await build();
await import('../../packages/service/dist/identity-command.js');
