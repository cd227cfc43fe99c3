/** `npm run build`: builds what is out of date. */
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';

await ensureDependencies();
await build();
