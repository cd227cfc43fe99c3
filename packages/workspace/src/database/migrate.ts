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
 * Brings all tables to this version's state: ours, then the library's. All of it happens, or nothing. An embedded database, which no
 * other process changes, is left alone where nothing is to be changed, and else copied before.
 * @param now Unix milliseconds
 * @param onCopied gets the line for the operator, before anything is changed
 * @throws when a later version wrote the data, it can't be copied, or another node is not done with it in five minutes
 */
export async function upgradeTables(
  { db, copy, migrating }: Pick<Database, 'db' | 'copy' | 'migrating'>,
  library: LibraryTables,
  now: number,
  onCopied: (line: string) => void,
): Promise<void> {
  if (copy) {
    const version = await storedVersion(db);
    if (version === MIGRATIONS.length && (await library.isMigrated())) return;
    if (version > 0 && version <= MIGRATIONS.length) onCopied(await copy(version, now));
  }
  await migrating(async (transaction) => {
    await migrateOwnTables(transaction);
    await library.migrate(transaction);
  });
}

/** 0: there is nothing yet. */
async function storedVersion(db: Kysely<Tables>): Promise<number> {
  const tables = await db.introspection.getTables();
  return tables.some(({ name }) => name === 'workspace_version') ? versionOf(db) : 0;
}

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
