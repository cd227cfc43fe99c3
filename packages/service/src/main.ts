#!/usr/bin/env node
/** The file that starts the server: from its bundle where that can be used, and else from the modules that it was made of. */
import { enableCompileCache } from 'node:module';
import { usableBundle } from './start/bundle.js';

const bundle = usableBundle();
if (bundle) {
  enableCompileCache(bundle.compiled);
  // Threads have a cache of compiled code only by this variable.
  process.env.NODE_COMPILE_CACHE ??= bundle.compiled;
  await import(bundle.entry);
} else await import('./start/run-server.js');
