/** What the person who runs the server may do to accounts from its command line, also while the server runs. */
import { normalEmail } from '../auth/create-account.js';
import { consoleLink } from './console-link.js';
import { type CommandSettings, openForCommand } from './open-for-command.js';

export interface AccountTools {
  /** A link by which the account's person chooses a new password: once, for an hour. Null: there is no such account. */
  resetLink(email: string): Promise<string | null>;
  /** Makes the account an admin of the installation. False: there is no such account. */
  makeAdmin(email: string): Promise<boolean>;
  close(): Promise<void>;
}

/** @throws when the database can't be opened, or the server has never run with it */
export async function openAccountTools(settings: CommandSettings): Promise<AccountTools> {
  const { publicUrl, now } = settings;
  let token: string | null = null;
  const { database, auth } = await openForCommand(settings, (made) => {
    token = made;
  });
  const userOf = (email: string) => auth.rows().find('user', { email: normalEmail(email) });
  return {
    async resetLink(email) {
      if (!(await userOf(email))) return null;
      token = null;
      await auth.requestReset(normalEmail(email));
      return token === null ? null : consoleLink(publicUrl, 'reset', token);
    },
    async makeAdmin(email) {
      const user = await userOf(email);
      if (!user) return false;
      const row = { user_id: user.id, since: now() };
      await database.db
        .insertInto('installation_admin')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    },
    async close() {
      await auth.close();
      await database.close();
    },
  };
}
