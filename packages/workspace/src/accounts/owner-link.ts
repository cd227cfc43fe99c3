/** The link that makes the first account. The person who starts the server has it; it works once. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import type { Kysely, Transaction } from 'kysely';
import { hashOf } from '../database/secrets/master-key.js';
import type { Tables } from '../database/tables.js';

const OWNER = 'owner';

/** True while the installation has no admin. */
export async function isUnclaimed(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('installation_admin').select('user_id').limit(1).executeTakeFirst()) === undefined;
}

/**
 * The secret in the link, of which only a hash is stored. Nodes that have one master key show the same link, whichever made it. A link that
 * can't be shown again, because another key made it, becomes useless, and a new one is made.
 * @param secretAt the secret of a link made at this moment
 */
export async function ownerLinkSecret(
  db: Kysely<Tables>,
  secretAt: (createdAt: number) => string,
  now: number,
): Promise<string> {
  const row = { kind: OWNER, secret_hash: hashOf(secretAt(now)), created_at: now };
  const insert = db.insertInto('one_time_link').values(row);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
  const found = await db.selectFrom('one_time_link').selectAll().where('kind', '=', OWNER).executeTakeFirst();
  const secret = secretAt(Number(found?.created_at));
  if (found?.secret_hash === hashOf(secret)) return secret;
  await insert.onConflict((conflict) => conflict.column('kind').doUpdateSet(row)).execute();
  return secretAt(now);
}

/** Whether this is the secret of the link that is valid now. It stays valid. */
export async function isOwnerLink(db: Kysely<Tables>, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_link')
    .select('kind')
    .where('kind', '=', OWNER)
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the link up. Of two that come at once, one gets true. */
export async function useOwnerLink(transaction: Transaction<Tables>, secret: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('one_time_link')
    .where('kind', '=', OWNER)
    .where('secret_hash', '=', hashOf(secret))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Writes the address for the person who starts the server: into a file for its own user alone, because logs are read by many. */
export function writeOwnerLinkFile(file: string, address: string): void {
  writeFileSync(file, `${address}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

export function removeOwnerLinkFile(file: string): void {
  rmSync(file, { force: true });
}
