#!/usr/bin/env node
/** The program that an AI agent starts. Its standard output is the protocol, so everything for people goes to the error output. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { send } from './send.js';
import { readSettings } from './settings.js';
import { createAdapter } from './tools.js';
import { wholeLines } from './whole-lines.js';

const HELP = `An MCP server over standard input and output: a program of an AI agent starts it, and it waits for that program.

  SERVICE_API_TOKEN     the agent's credential: in the console, Team → Agent credentials → Issue a credential
  SERVICE_API_BASE_URL  the console's address; default http://localhost:4600
  SERVICE_API_KEY       an organization's key, in place of the token

More variables, and how to set up your program: README.md of this package.`;

/** A file of 20 MiB in base64. A larger message ends the program. */
const MOST_MESSAGE = 32 * 1_048_576;

try {
  if (process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) {
    console.log(HELP);
    process.exit(0);
  }
  const settings = readSettings(process.env);
  const input = wholeLines(process.stdin, MOST_MESSAGE);
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: 2 * MOST_MESSAGE });
  serveStdio(() => createAdapter(settings, send), { transport });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
