import { onConnection, openPool, waitForMigrations } from '@service/realtime-server/postgres';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql, type Transaction } from 'kysely';
import type { Database } from './database.js';
import type { Tables } from './tables.js';

export const SCHEMA = 'workspace';
/** A number that nothing else in the database locks. */
const MIGRATION_LOCK = 7_305_437_412_362;
const CONNECTIONS = 5;
const NAME = 'service-workspace';
const UNIQUE_VIOLATION = '23505';

/** @throws when the server can't be reached or the schema can't be made */
export async function openPostgres(url: string): Promise<Database> {
  const pool = openPool(url, { connections: CONNECTIONS, name: NAME, schema: SCHEMA });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withoutLost(pool) }) });
  return {
    db,
    type: 'postgres',
    copy: null,
    migrating: (work) => migrateAlone(url, work),
    isDuplicate: (error) => (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION,
    removeDeleted: async () => undefined,
    async ping() {
      await sql`UPDATE workspace_version SET version = version`.execute(db);
    },
    close: () => db.destroy(),
  };
}

/** A statement was refused for what it says, and the connection is as good as before. */
const IS_REFUSAL = /^(?:2[123]|4[02])/;

/**
 * The pool, which drops a connection after any other error, as the store does. One whose other end is gone without a word answers nothing
 * for as long as TCP tries, and one that a failover left at a server that only reads stores nothing: Kysely would give both out again.
 */
const withoutLost = (pool: Awaited<ReturnType<typeof openPool>>): PostgresPool => ({
  options: {},
  async connect() {
    const client = await pool.connect();
    let isLost = false;
    const query = async (...given: Parameters<typeof client.query>) => {
      try {
        return await client.query(...given);
      } catch (error) {
        const { code = '' } = error as { code?: string };
        isLost ||= !IS_REFUSAL.test(code);
        throw error;
      }
    };
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (isDiscarded) => client.release(isDiscarded || isLost),
    };
  },
  end: () => pool.end(),
});

type Client = Parameters<Parameters<typeof onConnection>[1]>[0];

/**
 * One transaction on a connection of its own, where no statement ends early. The lock is of the same transaction: when the node dies,
 * no other one begins before PostgreSQL has rolled its work back.
 */
function migrateAlone(url: string, work: (transaction: Transaction<Tables>) => Promise<void>): Promise<void> {
  const migrate = async (client: Client): Promise<void> => {
    await client.query("SELECT set_config('search_path', $1, false)", [SCHEMA]);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
    // A node that has waited for the lock must see the tables that its holder made.
    await db
      .transaction()
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await waitForMigrations(client, MIGRATION_LOCK);
        await sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(SCHEMA)}`.execute(transaction);
        await work(transaction);
      });
  };
  return onConnection(url, migrate, NAME);
}

/** A pool of this one connection. Its owner closes it. */
const poolOf = (client: Client): PostgresPool => ({
  options: {},
  connect: async () => ({
    query: client.query.bind(client) as PostgresPoolClient['query'],
    release: () => undefined,
  }),
  end: async () => undefined,
});
