/** What the person who runs the server may do to accounts from its command line, also while the server runs. */
import { openAuth } from '../auth/auth.js';
import { normalEmail } from '../auth/create-account.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../database/open-database.js';
import { readMasterKey } from '../secrets/master-key.js';
import { consoleLink } from './console-link.js';

export interface AccountToolsSettings {
  readonly dataDir: string;
  /** `postgres://…`; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** `MASTER_KEY`; null: the file `master.key` of the data folder. */
  readonly masterKey: string | null;
  /** As browsers reach the console. */
  readonly publicUrl: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface AccountTools {
  /** A link by which the account's person chooses a new password: once, for an hour. Null: there is no such account. */
  resetLink(email: string): Promise<string | null>;
  /** Makes the account an admin of the installation. False: there is no such account. */
  makeAdmin(email: string): Promise<boolean>;
  close(): Promise<void>;
}

/** @throws when the database can't be opened, or the server has never run with it */
export async function openAccountTools(settings: AccountToolsSettings): Promise<AccountTools> {
  const { dataDir, databaseUrl, publicUrl, now } = settings;
  const database = await openDatabase({ dataDir, databaseUrl, onFailed: () => undefined });
  let token: string | null = null;
  const auth = openAuth({
    database,
    secret: readMasterKey(settings.masterKey, dataDir).derive('auth'),
    publicUrl,
    mails: {
      async sendReset(_to, made) {
        token = made;
      },
      sendVerification: async () => undefined,
    },
    newId: (model) => newId(model.slice(0, 3), now()),
    now,
    log: () => undefined,
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
    close: () => database.close(),
  };
}
