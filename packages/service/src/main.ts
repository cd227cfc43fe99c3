#!/usr/bin/env node
/** The file that starts the server: from its bundle where that can be used, and else from the modules that it was made of. */
import { usableBundle } from './start/bundle.js';

/** As in `engines` of package.json. An older Node lacks parts that are imported below by name. */
const OLDEST = [22, 13] as const;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `The server needs Node ${OLDEST.join('.')} or newer; this is Node ${process.versions.node}. Get it at https://nodejs.org/.`,
  );
  process.exit(1);
}

const bundle = usableBundle();
if (bundle) {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(bundle.compiled);
  // Threads have a cache of compiled code only by this variable.
  process.env.NODE_COMPILE_CACHE ??= bundle.compiled;
  await import(bundle.entry);
} else await import('./start/run-server.js');
