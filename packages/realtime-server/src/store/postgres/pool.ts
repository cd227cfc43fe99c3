/**
 * The connections to PostgreSQL. A lost one is replaced by itself; until then calls fail, and say so as the port does:
 * unknown outcome, the same call may be tried again.
 */
import pg from 'pg';
import { StoreUnavailable } from '../store.js';

/** Longer than any query here takes; a call without an answer by then is one whose outcome is unknown. */
const ANSWER_MS = 10_000;
const CONNECT_MS = 5_000;
/**
 * Between two statements of a transaction nothing is waited for but the way there and back. A machine that vanishes in one says no
 * goodbye: without this limit PostgreSQL would keep its locks until the network gives the connection up, after hours.
 */
const SILENT_MS = 10_000;
const BIGINT = 20;

/**
 * PostgreSQL undid the whole of it, because two stood in each other's way: a deadlock, or (where somebody had it so) two that
 * could not be put in an order. Nothing happened, so it may be done again at once.
 */
const UNDONE: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);
/** Whoever stood in the way is through by then. */
const TRIES = 3;

const SILENCE = "set_config('idle_in_transaction_session_timeout', $1, false)";

/**
 * Of the calls that are no longer waited for, none may still be at work when we come again. Who has waited for a lock must see
 * what its holder did, whatever the database is set to. And a server may be set to confirm commits before they are on disk;
 * stricter settings than `on` are left as they are. As a statement, because poolers refuse what is asked for while connecting.
 */
const SETTINGS = `SELECT ${SILENCE},
  set_config('statement_timeout', $2, false),
  set_config('default_transaction_isolation', 'read committed', false),
  CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END`;

export type Query = <Row extends object>(sql: string, values: readonly unknown[]) => Promise<Row[]>;

/** `silentMs`: how long a transaction may lie idle. */
export function openPool(url: string, connections = 10, silentMs = SILENT_MS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'service-realtime',
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Times in milliseconds and counts: far below 2^53, so they may be numbers.
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
    onConnect: (client: pg.ClientBase) =>
      client.query(SETTINGS, [String(silentMs), String(ANSWER_MS)]) as unknown as undefined,
  });
  // A connection that breaks is dropped by the pool while it is idle; while it is lent, for a transaction, its call fails and
  // says so. Without a listener of both, the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Does one thing on a connection of its own, however long it takes. */
export async function onConnection<T>(url: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'service-realtime',
    connectionTimeoutMillis: CONNECT_MS,
  });
  // The call that is under way fails too, and says it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SELECT ${SILENCE}`, [String(SILENT_MS)]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each call is one statement and its own transaction. @throws StoreUnavailable, whatever went wrong. */
export function queryOn(pool: pg.Pool): Query {
  return <Row extends object>(sql: string, values: readonly unknown[]) =>
    unlessUndone(async () => (await pool.query<Row>(sql, [...values])).rows);
}

/**
 * Several statements as one transaction, on a connection of their own.
 * @param work done again when PostgreSQL undid it, so it changes nothing but by its queries.
 * @throws StoreUnavailable, and nothing was done.
 */
export function inTransaction<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  return unlessUndone(() => once(pool, work));
}

/** @throws StoreUnavailable */
async function unlessUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !UNDONE.has((error as { code?: string }).code))
        throw new StoreUnavailable(reasonOf(error));
    }
  }
}

async function once<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  let client: pg.PoolClient | null = null;
  try {
    client = await pool.connect();
    const connection = client;
    await connection.query('BEGIN');
    const result = await work(
      async <Row extends object>(sql: string, values: readonly unknown[]) =>
        (await connection.query<Row>(sql, [...values])).rows,
    );
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    // Not given back: in what state the transaction is, nobody knows.
    client?.release(true);
    throw error;
  }
}

/** The reason in words. A refused connection to a name with several addresses has a message only in its parts. */
export function reasonOf(error: unknown): string {
  const { message, errors, code } = error as Error & { errors?: readonly Error[]; code?: string };
  return message || errors?.map((each) => each.message).join('; ') || code || 'unknown reason';
}
