import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './database.js';
import { MIGRATIONS } from './migrations.js';
import type { Tables } from './tables.js';

interface Versions {
  workspace_version: { version: number };
}

/**
 * Brings all tables to this version's state: ours, then what `migrateLibrary` makes. All of it happens, or nothing.
 * @throws when a later version wrote the data, or another node is not done with it in five minutes
 */
export const migrateTables = (
  database: Pick<Database, 'migrating'>,
  migrateLibrary: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> =>
  database.migrating(async (transaction) => {
    await migrateOwnTables(transaction);
    await migrateLibrary(transaction);
  });

async function migrateOwnTables(transaction: Transaction<Tables>): Promise<void> {
  const versions = transaction as unknown as Kysely<Versions>;
  await sql`CREATE TABLE IF NOT EXISTS workspace_version (version integer PRIMARY KEY)`.execute(transaction);
  const row = await versions
    .selectFrom('workspace_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst();
  const version = Number(row?.version ?? 0);
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
