/** Connections to PostgreSQL that are open and of no use: the workspace opens others, without a new start. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';
import type { Database } from '../../dist/database/database.js';
import { openDatabase } from '../../dist/database/open-database.js';
import type { Tables } from '../../dist/database/tables.js';

let postgres: Postgres;
let url: string;
let database: Database;
beforeAll(async () => {
  postgres = await Postgres.start();
  url = await postgres.newDatabase();
  database = await openDatabase({ dataDir: '', databaseUrl: url, onFailed: () => undefined });
  await database.migrating(async (transaction) => {
    await sql`CREATE TABLE noted (id integer UNIQUE)`.execute(transaction);
  });
});
afterAll(async () => {
  await database.close();
  await postgres.dispose();
});

const note = (id: number, db: Kysely<Tables> = database.db) => sql`INSERT INTO noted VALUES (${id})`.execute(db);
/** The process that serves the connection. There is one connection, because each statement here waits for the one before. */
async function servedBy(): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.db);
  return rows[0]?.pid ?? 0;
}

it('a connection that a failover left at a server that only reads is given up', async () => {
  const named = new URL(url).pathname.slice(1);
  await postgres.query('postgres', `ALTER DATABASE ${named} SET default_transaction_read_only = on`);
  await postgres.cutConnections(url);
  await expect.poll(() => note(1).catch((error: Error) => error.message)).toMatch(/read-only/);
  await postgres.query('postgres', `ALTER DATABASE ${named} RESET default_transaction_read_only`);
  await note(2);
  await database.db.transaction().execute((transaction) => note(3, transaction));
});

it('a connection whose other end is gone without a word is given up', async () => {
  const pid = await servedBy();
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(note(4)).rejects.toThrow(/timeout/);
    await note(5);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

it('a connection on which a row is refused stays', async () => {
  const pid = await servedBy();
  await expect(note(5)).rejects.toThrow(/unique/);
  expect(await servedBy()).toBe(pid);
});
