/** `npm run reset-password` and `npm run admin`: what the person who runs the server may do to an account. The server may run meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@service/realtime-server';
import { type AccountTools, openAccountTools } from '@service/workspace';
import { readConfig } from '../config.js';

type Command = 'reset-password' | 'admin';

const DO: Readonly<Record<Command, (tools: AccountTools, email: string) => Promise<string | null>>> = {
  async 'reset-password'(tools, email) {
    const link = await tools.resetLink(email);
    return (
      link && `Send this link to ${email}. It works once, for an hour, and ends all sessions of the account:\n\n${link}`
    );
  },
  admin: async (tools, email) => ((await tools.makeAdmin(email)) ? `${email} is an admin of this installation.` : null),
};

/** Prints what was done, or why not. @returns the exit code */
export async function runAccountCommand(command: Command, args: readonly string[]): Promise<number> {
  const [email] = args;
  const fail = (text: string): number => {
    console.error(text);
    return 1;
  };
  if (email === undefined || args.length > 1 || !email.includes('@')) return fail(`Usage: npm run ${command} -- EMAIL`);
  const reading = readConfig(process.env);
  if (!reading.ok) return fail(reading.problems.join('\n'));
  const { dataDir, databaseUrl, masterKey, publicUrl, port } = reading.config;
  if (databaseUrl === null && !existsSync(join(dataDir, 'workspace.db')))
    return fail(`There is no workspace in ${dataDir}. Set DATA_DIR to the server's data folder.`);
  const url = publicUrl ?? `http://localhost:${port}`;
  const tools = await openAccountTools({ dataDir, databaseUrl, masterKey, publicUrl: url, now: systemClock.now });
  try {
    const done = await DO[command](tools, email);
    if (done === null) return fail(`There is no account for ${email}.`);
    console.log(done);
    return 0;
  } finally {
    await tools.close();
  }
}
