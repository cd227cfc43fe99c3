/** Conversations of a version that had no list of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../dist/store/migrations/sqlite.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { ALL_BEFORE, LISTED_BEFORE, ROWS_BEFORE } from '../contract/lists/listed-before.js';
import { folder } from './sqlite-folder.js';

it('SQLite: conversations that were there before are in the list, by their last event', async () => {
  const path = folder();
  const before = new Database(join(path, 'service.db'));
  const older = SQLITE_MIGRATIONS.findIndex(({ name }) => name === '028-listed-events');
  const tables = SQLITE_MIGRATIONS.slice(0, older).map(({ sql }) => sql);
  before.exec(`${tables.join('')} PRAGMA user_version = ${older}; ${ROWS_BEFORE}`);
  before.close();
  const store = await openSqliteStore(path);
  expect((await store.byActivity(ALL_BEFORE, null, 10)).places).toEqual(LISTED_BEFORE);
  await store.close();
  rmSync(path, { recursive: true });
});
