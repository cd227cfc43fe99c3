#!/usr/bin/env node
/** The program that an AI agent starts. Its standard output is the protocol, so everything for people goes to the error output. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { send } from './send.js';
import { readSettings } from './settings.js';
import { createAdapter } from './tools.js';

const HELP = `An MCP server over standard input and output: a program of an AI agent starts it, and it waits for that program.

  SERVICE_API_TOKEN     the agent's credential: in the console, Team → Agent credentials → Issue a credential
  SERVICE_API_BASE_URL  the console's address; default http://localhost:4600
  SERVICE_API_KEY       an organization's key, in place of the token

More variables, and how to set up your program: README.md of this package.`;

try {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(HELP);
    process.exit(0);
  }
  const settings = readSettings(process.env);
  serveStdio(() => createAdapter(settings, send));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
