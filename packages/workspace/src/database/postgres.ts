import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

export const SCHEMA = 'workspace';
/** A number that nothing else in the database locks. Nodes that start together wait for each other here. */
const MIGRATION_LOCK = 7_305_437_412_362;
const CONNECTIONS = 5;
/** Longer than any query takes. */
const ANSWER_MS = 10_000;
const CONNECT_MS = 5_000;
const BIGINT = 20;
const UNIQUE_VIOLATION = '23505';

/** @throws when the server can't be reached or the schema can't be made */
export async function openPostgres(url: string): Promise<Database> {
  const pool = openPool(url);
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

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'service-workspace',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Times in milliseconds and counts are far below 2^53.
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
    // As a statement, because connection poolers refuse start-up parameters.
    onConnect: (client: pg.ClientBase) =>
      client.query(`SELECT set_config('search_path', '${SCHEMA}', false), set_config('statement_timeout', $1, false)`, [
        String(ANSWER_MS),
      ]) as unknown as undefined,
  });
  // Without both listeners a connection that breaks would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
