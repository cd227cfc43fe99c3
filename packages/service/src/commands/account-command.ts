/** `npm run reset-password` and `npm run admin`: what the person who runs the server may do to an account. The server may run meanwhile. */
import { type AccountTools, openAccountTools } from '@service/workspace';
import { readCommandSettings } from './open-settings.js';

type Command = 'reset-password' | 'admin';

const DO: Readonly<Record<Command, (tools: AccountTools, email: string) => Promise<string | null>>> = {
  async 'reset-password'(tools, email) {
    const link = await tools.resetLink(email);
    return link && resetText(email, link, process.env);
  },
  admin: async (tools, email) => ((await tools.makeAdmin(email)) ? `${email} is an admin of this installation.` : null),
};

/** The command can't see where the server listens: its settings say it, or the person does. */
export function resetText(email: string, link: string, env: Readonly<Record<string, string | undefined>>): string {
  const text = `Send this link to ${email}. It works once, for an hour, and ends all sessions of the account:\n\n${link}`;
  if (env.PUBLIC_URL || env.PORT) return text;
  return `${text}\n\nIt leads to ${new URL(link).origin}. If the server has another address, set its PUBLIC_URL, or its PORT, and ask again.`;
}

/** Prints what was done, or why not. @returns the exit code */
export async function runAccountCommand(command: Command, args: readonly string[]): Promise<number> {
  const [email] = args;
  const fail = (text: string): number => {
    console.error(text);
    return 1;
  };
  if (email === undefined || args.length > 1 || !email.includes('@')) return fail(`Usage: npm run ${command} -- EMAIL`);
  let tools: AccountTools;
  try {
    tools = await openAccountTools(readCommandSettings());
  } catch (error) {
    return fail((error as Error).message);
  }
  try {
    const done = await DO[command](tools, email);
    if (done === null) return fail(`There is no account for ${email}.`);
    console.log(done);
    return 0;
  } catch (error) {
    return fail((error as Error).message);
  } finally {
    await tools.close();
  }
}
