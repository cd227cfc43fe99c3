/** Brings the tables to this version's state: ours first, then the auth library's. */
import { type Kysely, sql } from 'kysely';
import { MIGRATIONS } from './migrations.js';
import type { Tables } from './tables.js';

interface Versions {
  workspace_version: { version: number };
}

/**
 * Each step and the version it leads to are one transaction, so a process that is killed in between starts again at that step.
 * The caller holds the lock: several nodes may start at once.
 * @throws when a later version wrote the data
 */
export async function migrateOwnTables(db: Kysely<Tables>): Promise<void> {
  const versions = db as unknown as Kysely<Versions>;
  await sql`CREATE TABLE IF NOT EXISTS workspace_version (version integer PRIMARY KEY)`.execute(db);
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
    await db.transaction().execute(async (transaction) => {
      await migration.up(transaction);
      await (transaction as unknown as Kysely<Versions>)
        .insertInto('workspace_version')
        .values({ version: at + 1 })
        .execute();
    });
  }
}
