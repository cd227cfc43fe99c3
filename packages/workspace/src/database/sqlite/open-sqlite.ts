import { dirname } from 'node:path';
import { beginCopy } from '@service/realtime-server/sqlite';
import { Kysely, sql } from 'kysely';
import type { Database } from '../database.js';
import type { Tables } from '../tables.js';
import { SqliteError, ThreadClient } from './thread-client.js';
import { threadDialect } from './thread-dialect.js';

/** The data folder belongs to one process, so there is no other to exclude. */
export async function openSqlite(file: string, onFailed: (error: Error) => void): Promise<Database> {
  const client = await ThreadClient.start(file, onFailed);
  const db = new Kysely<Tables>({ dialect: threadDialect(client) });
  return {
    db,
    type: 'sqlite',
    copy: (version, now) => copyFile(client, file, version, now),
    migrating: (work) => db.transaction().execute(work),
    isDuplicate: (error) => error instanceof SqliteError && /UNIQUE constraint/.test(error.message),
    async removeDeleted() {
      // A checkpoint moves overwritten pages to the file, and empties the log, which has the words still.
      await client.run({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', parameters: [] });
    },
    async ping() {
      // Taking the write lock is what a full or read-only disk refuses.
      await db.transaction().execute(async (transaction) => {
        await sql`UPDATE workspace_version SET version = version`.execute(transaction);
      });
    },
    async close() {
      await db.destroy();
      // Where nothing was asked, Kysely has no driver to end, and the thread would hold the process.
      await client.close();
    },
  };
}

async function copyFile(client: ThreadClient, file: string, version: number, now: number): Promise<string> {
  const ask = async (question: string, ...parameters: string[]) => client.run({ sql: question, parameters });
  const { rows } = await ask('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()');
  const { bytes } = rows[0] as { bytes: number };
  const copy = beginCopy({ folder: dirname(file), name: 'workspace', version, bytes, now });
  try {
    await ask('VACUUM INTO ?', copy.partial);
  } catch (error) {
    throw copy.failed(error);
  }
  return copy.finish();
}
