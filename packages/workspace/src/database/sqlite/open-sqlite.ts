import { Kysely, sql } from 'kysely';
import type { Database } from '../database.js';
import type { Tables } from '../tables.js';
import { SqliteError, ThreadClient } from './thread-client.js';
import { threadDialect } from './thread-dialect.js';

/** The data folder belongs to one process, so there is no other to exclude. */
export async function openSqlite(file: string, onFailed: (error: Error) => void): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: threadDialect(await ThreadClient.start(file, onFailed)) });
  return {
    db,
    type: 'sqlite',
    migrating: (work) => db.transaction().execute(work),
    isDuplicate: (error) => error instanceof SqliteError && /UNIQUE constraint/.test(error.message),
    async ping() {
      // Taking the write lock is what a full or read-only disk refuses.
      await db.transaction().execute(async (transaction) => {
        await sql`UPDATE workspace_version SET version = version`.execute(transaction);
      });
    },
    close: () => db.destroy(),
  };
}
