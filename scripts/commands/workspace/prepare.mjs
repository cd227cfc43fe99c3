/** What the commands need that open the workspace's database beside the server. */
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import '../../server-folders.mjs';

await ensureDependencies();
await build();
