#!/usr/bin/env node
/** The program that an AI agent starts. Its standard output is the protocol, so everything for people goes to the error output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { send } from './send.js';
import { readSettings } from './settings.js';
import { createAdapter } from './tools.js';

try {
  const settings = readSettings(process.env);
  serveStdio(() => createAdapter(settings, send));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
