import type { ClientBase } from 'pg';

/** Longer than a migration takes. A node that is dead doesn't hold the lock: it ends with its connection. */
const MOST_WAIT_MS = 5 * 60_000;
/** What PostgreSQL answers when `lock_timeout` is over. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Waits until no other node changes tables. Nodes that start together wait for each other here, each in a transaction; the lock ends
 * with it. A pooled connection can't wait: its statements end after ten seconds.
 * @param lock a number that nothing else in the database locks
 * @param mostMs how long to wait, in milliseconds. @defaultValue 5 minutes
 * @throws when the wait is over
 */
export async function waitForMigrations(client: ClientBase, lock: number, mostMs = MOST_WAIT_MS): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, true)", [String(mostMs)]);
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new Error(
      `another node has been changing the tables for ${Math.round(mostMs / 60_000)} minutes. Look at the log of that node, and start this one again when it serves`,
    );
  }
  await client.query('SET LOCAL lock_timeout TO DEFAULT');
}
