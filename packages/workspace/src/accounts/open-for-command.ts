/** The workspace as commands open it, beside a server that may run. */
import { type Auth, openAuth } from '../auth/auth.js';
import type { Database } from '../database/database.js';
import { newId } from '../database/new-id.js';
import { openDatabase } from '../database/open-database.js';
import { type MasterKey, readMasterKey } from '../database/secrets/master-key.js';

export interface CommandSettings {
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

export interface OpenedForCommand {
  readonly database: Database;
  readonly auth: Auth;
  readonly masterKey: MasterKey;
}

/**
 * Sends no mail. `onReset`: gets the secret of a link by which a person chooses a new password.
 * @throws when the database can't be used
 */
export async function openForCommand(
  settings: CommandSettings,
  onReset: (secret: string) => void = () => undefined,
): Promise<OpenedForCommand> {
  const { dataDir, databaseUrl, publicUrl, now } = settings;
  const masterKey = readMasterKey(settings.masterKey, dataDir);
  const database = await openDatabase({ dataDir, databaseUrl, onFailed: () => undefined });
  const auth = openAuth({
    database,
    secret: masterKey.derive('auth'),
    publicUrl,
    mails: { sendReset: async (_to, secret) => onReset(secret), sendVerification: async () => undefined },
    newId: (model) => newId(model.slice(0, 3), now()),
    now,
    log: () => undefined,
  });
  try {
    await auth.opened();
    return { database, auth, masterKey };
  } catch (error) {
    await auth.close();
    await database.close();
    // A name with several addresses, none of which answers, is an error without a message.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`The workspace's database can't be used: ${message || code}`);
  }
}
