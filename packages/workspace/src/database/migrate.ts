import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './database.js';
import { MIGRATIONS } from './migrations/migrations.js';
import type { Tables } from './tables.js';

interface Versions {
  workspace_version: { version: number };
}

/** The tables of the auth library. */
export interface LibraryTables {
  isMigrated(): Promise<boolean>;
  migrate(transaction: Transaction<Tables>): Promise<void>;
}

/**
 * Copies an embedded database whose tables this version will change.
 * @param now Unix milliseconds
 * @returns the line for the operator; null where nothing is to be changed or copied
 * @throws what to do, where it can't be copied; nothing was changed then
 */
export async function copyBeforeUpgrade(
  { db, copy }: Pick<Database, 'db' | 'copy'>,
  library: LibraryTables,
  now: number,
): Promise<string | null> {
  if (!copy) return null;
  const tables = await db.introspection.getTables();
  const version = tables.some(({ name }) => name === 'workspace_version') ? await versionOf(db) : 0;
  if (version === 0 || version > MIGRATIONS.length) return null;
  const isCurrent = version === MIGRATIONS.length && (await library.isMigrated());
  return isCurrent ? null : copy(version, now);
}

/**
 * Brings all tables to this version's state: ours, then the library's. All of it happens, or nothing.
 * @throws when a later version wrote the data, or another node is not done with it in five minutes
 */
export const migrateTables = ({ migrating }: Pick<Database, 'migrating'>, library: LibraryTables): Promise<void> =>
  migrating(async (transaction) => {
    await migrateOwnTables(transaction);
    await library.migrate(transaction);
  });

async function versionOf(db: Kysely<Tables>): Promise<number> {
  const row = await (db as unknown as Kysely<Versions>)
    .selectFrom('workspace_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}

async function migrateOwnTables(transaction: Transaction<Tables>): Promise<void> {
  const versions = transaction as unknown as Kysely<Versions>;
  await sql`CREATE TABLE IF NOT EXISTS workspace_version (version integer PRIMARY KEY)`.execute(transaction);
  const version = await versionOf(transaction);
  if (version > MIGRATIONS.length)
    throw new Error(
      `The workspace's data was written by a newer version (schema ${version}). Start that version, or restore a backup.`,
    );
  for (const [at, migration] of MIGRATIONS.entries()) {
    if (at < version) continue;
    await migration.up(transaction);
    await versions
      .insertInto('workspace_version')
      .values({ version: at + 1 })
      .execute();
  }
}
