/** What the commands need that open the workspace's database beside the server. */
import { join } from 'node:path';
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import { root } from '../../setup/processes.mjs';

await ensureDependencies();
await build();
// As `npm start` has it.
process.env.DATA_DIR ??= join(root, 'data');
