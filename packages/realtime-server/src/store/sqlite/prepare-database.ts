import type Database from 'libsql';
import { checkVersion } from '../migrations/migration.js';
import { SQLITE_MIGRATIONS } from '../migrations/sqlite.js';
import { CHECKPOINT_BYTES, PAGE_BYTES, WAL_LIMIT_BYTES } from './writer-protocol.js';

/** The page size of this database, which a version with another size may have made. */
export const pageBytes = (db: Database.Database): number =>
  (db.prepare('PRAGMA page_size').get() as { readonly page_size: number }).page_size;

/** Sets the connection up for writing, and brings the tables to this version's state. */
export function prepareForWriting(db: Database.Database, walLimit = WAL_LIMIT_BYTES): void {
  configure(db, walLimit);
  migrate(db);
  // The lock on the folder says that no other process lives, so every holder of a lease is dead.
  db.exec("UPDATE runs SET lease_until = 0 WHERE state = 'running'; DELETE FROM open_pages;");
}

/** Every commit is on disk before it returns. A second writer is an error, not a wait. */
function configure(db: Database.Database, walLimit: number): void {
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  const checkpointBytes = Math.min(CHECKPOINT_BYTES, walLimit / 2);
  db.pragma(`wal_autocheckpoint = ${Math.ceil(checkpointBytes / pageBytes(db))}`);
  // Gives back to the disk what the log once needed beyond its usual length. Cut at the usual length, each new growth would wait for
  // the file system's journal.
  db.pragma(`journal_size_limit = ${2 * checkpointBytes}`);
  // Each message touches pages of its own conversation. With the default of 2 MiB most would be read again for each.
  db.pragma('cache_size = -32768');
  db.pragma('busy_timeout = 5000');
}

function migrate(db: Database.Database): void {
  const version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  checkVersion(version, SQLITE_MIGRATIONS);
  for (const [at, { sql }] of SQLITE_MIGRATIONS.entries()) {
    if (at >= version) db.exec(`BEGIN IMMEDIATE; ${sql} PRAGMA user_version = ${at + 1}; COMMIT;`);
  }
}
