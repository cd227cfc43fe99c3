import { openPool } from '@service/realtime-server/postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

export const SCHEMA = 'workspace';
/** A number that nothing else in the database locks. Nodes that start together wait for each other here. */
const MIGRATION_LOCK = 7_305_437_412_362;
const CONNECTIONS = 5;
const UNIQUE_VIOLATION = '23505';

/** @throws when the server can't be reached or the schema can't be made */
export async function openPostgres(url: string): Promise<Database> {
  const pool = openPool(url, { connections: CONNECTIONS, name: 'service-workspace', schema: SCHEMA });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    type: 'postgres',
    async exclusively(work) {
      const client = await pool.connect();
      try {
        await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
        await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
        await work();
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
        client.release();
      }
    },
    isDuplicate: (error) => (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION,
    async ping() {
      await sql`UPDATE workspace_version SET version = version`.execute(db);
    },
    close: () => db.destroy(),
  };
}
