import type { ClientBase } from 'pg';
import { checkVersion } from '../migrations/migration.js';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres.js';
import { waitForMigrations } from './migration-lock.js';

/** A number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_305_437_412_361;

/**
 * Brings the tables to this version's state. Several nodes may call it at once.
 * @throws when a newer version wrote the data, or another node is not done with it in five minutes.
 */
export async function migrate(client: ClientBase): Promise<void> {
  // A node that has waited for the lock must see the tables that its holder made.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    await waitForMigrations(client, MIGRATION_LOCK);
    await client.query('CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY)');
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM schema_migrations',
    );
    const version = rows[0]?.version ?? 0;
    checkVersion(version, POSTGRES_MIGRATIONS);
    for (const [at, { sql }] of POSTGRES_MIGRATIONS.entries()) {
      if (at < version) continue;
      await client.query(sql);
      await client.query('INSERT INTO schema_migrations (version) VALUES ($1)', [at + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    // The connection may be what failed. Then the server has rolled back already.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
