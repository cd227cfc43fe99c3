/** The stores that two tenants share in a test, and all rows of their tables, read without the store's code. */
import { join } from 'node:path';
import Database from 'libsql';
import { dailyShare } from '../../../../test/support/runs/daily.js';
import { openPostgresStore } from '../../dist/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import { Postgres } from '../support/postgres.js';
import type { OpenStoreIn } from '../support/serve.js';

type Row = Readonly<Record<string, unknown>>;

export interface SharedStore {
  readonly open: OpenStoreIn;
  /** Every row of every table, by the table's name; `folder` is the server's. */
  rows(folder: string): Promise<readonly (readonly [table: string, rows: readonly Row[]])[]>;
  /** Ends what the store runs on; the server has closed it before. */
  end(): Promise<void>;
}

/** A name for the title of a test, and the store, which is begun when the tests are. A short run has one of the two. */
export const SHARED_STORES: readonly (readonly [name: string, begin: () => Promise<SharedStore>])[] = dailyShare(
  [
    ['SQLite', async () => inSqlite],
    ['PostgreSQL', inPostgres],
  ],
  2,
);

const inSqlite: SharedStore = {
  open: openSqliteStore,
  async rows(folder) {
    const db = new Database(join(folder, 'service.db'), { readonly: true });
    try {
      const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
      return tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${name}"`).all() as Row[]]);
    } finally {
      db.close();
    }
  },
  end: async () => undefined,
};

async function inPostgres(): Promise<SharedStore> {
  const postgres = await Postgres.start();
  const url = await postgres.newDatabase();
  return {
    open: () => openPostgresStore(url),
    async rows() {
      const tables = await postgres.query<{ name: string }>(
        url,
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'",
      );
      const all: (readonly [string, readonly Row[]])[] = [];
      for (const { name } of tables) all.push([name, await postgres.query<Row>(url, `SELECT * FROM "${name}"`)]);
      return all;
    },
    end: () => postgres.dispose(),
  };
}
