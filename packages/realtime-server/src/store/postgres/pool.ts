import pg from 'pg';
import { StoreUnavailable } from '../store.js';

/** Longer than any query takes. Without an answer by then, the outcome of a call is unknown. */
const ANSWER_MS = 10_000;
const CONNECT_MS = 5_000;
/**
 * How long a transaction may be idle. Without the limit, PostgreSQL keeps the locks of a machine that vanished until TCP gives the
 * connection up, after hours.
 */
const IDLE_MS = 10_000;
const BIGINT = 20;
const DEFAULT_NAME = 'service-realtime';

/** Deadlock or serialization failure: rolled back, safe to retry. */
const RETRYABLE: ReadonlySet<string | undefined> = new Set(['40P01', '40001']);
/** The other transaction has committed by then. */
const TRIES = 3;

const SET_IDLE_TIMEOUT = "set_config('idle_in_transaction_session_timeout', $1, false)";

/**
 * - `statement_timeout` equals our client timeout, so a retried call never overlaps the first.
 * - `read committed`: after waiting for a lock, a statement sees what its holder wrote.
 * - `synchronous_commit` is at least `on`: a commit is confirmed only when it is on disk.
 *
 * Sent as a statement, because connection poolers refuse start-up parameters.
 */
const SETTINGS = `SELECT ${SET_IDLE_TIMEOUT},
  set_config('statement_timeout', $2, false),
  set_config('default_transaction_isolation', 'read committed', false),
  CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END`;

const FIXED_PLANS = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']
  .map((name) => `set_config('${name}', 'off', false)`)
  .concat("set_config('plan_cache_mode', 'force_generic_plan', false)")
  .join(', ');

export type Query = (
  sql: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number | null }>;

export interface PoolOptions {
  /** @defaultValue 10 */
  readonly connections?: number;
  /** How long a transaction may be idle, in milliseconds. @defaultValue 10 seconds */
  readonly idleMs?: number;
  /** As PostgreSQL lists the connections. @defaultValue `service-realtime` */
  readonly name?: string;
  /** Where tables without a schema are. @defaultValue as the database is set up */
  readonly schema?: string;
  /**
   * Plans use the indexes whatever the statistics say, and are made once for a connection. A plan of a table that is still small
   * would read all of it, also when it has grown. @defaultValue false
   */
  readonly fixedPlans?: boolean;
}

/** Replaces lost connections by itself. Until then calls fail. */
export function openPool(url: string, options: PoolOptions = {}): pg.Pool {
  const { connections = 10, idleMs = IDLE_MS, name = DEFAULT_NAME, schema, fixedPlans = false } = options;
  const planned = fixedPlans ? `${SETTINGS}, ${FIXED_PLANS}` : SETTINGS;
  const settings = schema === undefined ? planned : `${planned}, set_config('search_path', $3, false)`;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Times in milliseconds and counts are far below 2^53.
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === BIGINT ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
    onConnect: (client: pg.ClientBase) =>
      client.query(settings, [String(idleMs), String(ANSWER_MS), ...(schema ? [schema] : [])]) as unknown as undefined,
  });
  // The pool drops an idle connection that breaks; a call on a broken one fails. Without both listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Does one thing on a connection of its own, however long it takes.
 * @param name as PostgreSQL lists the connection
 */
export async function onConnection<T>(
  url: string,
  work: (client: pg.ClientBase) => Promise<T>,
  name = DEFAULT_NAME,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
  });
  // The call that is under way fails too.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`SELECT ${SET_IDLE_TIMEOUT}`, [String(IDLE_MS)]);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Each call is one statement and its own transaction. @throws StoreUnavailable, whatever went wrong. */
export function queryOn(pool: pg.Pool): Query {
  return (sql, values) => withRetries(() => pool.query(sql, [...values]));
}

/**
 * As `queryOn`, and the database reads and plans each text once for a connection. For texts whose columns no migration changes, because
 * a prepared `SELECT *` fails when a column is added.
 */
export function preparedQueryOn(pool: pg.Pool): Query {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return (text, values) => withRetries(() => pool.query({ name: nameOf(text), text, values: [...values] }));
}

/**
 * Several statements as one transaction, on a connection of their own.
 * @param work runs again when PostgreSQL rolled it back, so it may change nothing but by its queries.
 * @throws StoreUnavailable, and nothing was done.
 */
export function inTransaction<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  return withRetries(() => once(pool, work));
}

/** @throws StoreUnavailable */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES || !RETRYABLE.has((error as { code?: string }).code))
        throw new StoreUnavailable(reasonOf(error), { cause: error });
    }
  }
}

async function once<T>(pool: pg.Pool, work: (query: Query) => Promise<T>): Promise<T> {
  let client: pg.PoolClient | null = null;
  try {
    client = await pool.connect();
    const connection = client;
    await connection.query('BEGIN');
    const result = await work((sql, values) => connection.query(sql, [...values]));
    await connection.query('COMMIT');
    connection.release();
    return result;
  } catch (error) {
    // Close the connection: the state of its transaction is unknown.
    client?.release(true);
    throw error;
  }
}

/** True when the database refused one of the rows: values that it can't hold, or that an index has already. Nothing was stored. */
export function isRowRefused(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return code !== undefined && /^2[23]/.test(code);
}

/** The reason in words. A refused connection to a name with several addresses has a message only in its parts. */
export function reasonOf(error: unknown): string {
  const { message, errors, code } = error as Error & { errors?: readonly Error[]; code?: string };
  return message || errors?.map((each) => each.message).join('; ') || code || 'unknown reason';
}
