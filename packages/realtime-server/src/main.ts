#!/usr/bin/env node
/** The command line: reads the settings, starts the server, and ends it in order when it is asked to. */
// First: it must be heard before the engine has made up its mind.
import './garbage.js';
import { readConfig } from './config.js';
import { openLog } from './log.js';
import { startServer } from './server.js';

const reading = readConfig(process.env);
if (!reading.ok) {
  for (const problem of reading.problems) console.error(problem);
  process.exit(1);
}
const log = openLog(reading.config.logLevel);

try {
  const server = await startServer(reading.config, log);
  log.info({ url: server.url }, 'serving');
  let leaving = false;
  const leave = async (signal: string): Promise<void> => {
    // A second signal means that somebody is out of patience.
    if (leaving) process.exit(1);
    leaving = true;
    log.info({ signal }, 'leaving');
    await server.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave(signal));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE' ? `Port ${reading.config.port} is in use. Stop what uses it, or set PORT.` : message,
  );
  process.exit(1);
}
