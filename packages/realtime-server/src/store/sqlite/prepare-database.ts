import type Database from 'libsql';
import { checkVersion } from '../migrations/migration.js';
import { SQLITE_MIGRATIONS } from '../migrations/sqlite.js';
import { beginCopy } from './data-folder/upgrade-copies.js';
import { CHECKPOINT_BYTES, PAGE_BYTES, REWRITE_BYTES, WAL_LIMIT_BYTES } from './writer-protocol.js';

/** The page size of this database, which a version with another size may have made. */
export const pageBytes = (db: Database.Database): number =>
  (db.prepare('PRAGMA page_size').get() as { readonly page_size: number }).page_size;

const versionOf = (db: Database.Database): number =>
  (db.prepare('PRAGMA user_version').get() as { readonly user_version: number }).user_version;

/**
 * Copies a database whose tables this version will change.
 * @param folder the data folder
 * @param now Unix milliseconds
 * @param report is called with where the copy is
 * @throws what to do, where it can't be copied; nothing was changed then
 */
export function copyBeforeUpgrade(
  db: Database.Database,
  folder: string,
  now: number,
  report: (what: string) => void,
): void {
  const version = versionOf(db);
  if (version === 0 || version >= SQLITE_MIGRATIONS.length) return;
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { readonly page_count: number };
  const copy = beginCopy({ folder, name: 'service', version, bytes: pages * pageBytes(db), now });
  try {
    db.prepare('VACUUM INTO ?').run(copy.partial);
  } catch (error) {
    throw copy.failed(error);
  }
  report(copy.finish());
}

/**
 * Sets the connection up for writing, and brings the tables to this version's state.
 * @param warn is called with what an operator should do
 */
export function prepareForWriting(
  db: Database.Database,
  walLimit = WAL_LIMIT_BYTES,
  warn: (what: string) => void = () => undefined,
): void {
  configure(db, walLimit);
  migrate(db, warn);
  // A process that was killed may have left erased words in the write-ahead log.
  emptyWal(db);
  // The lock on the folder says that no other process lives, so every holder of a lease is dead.
  db.exec("UPDATE runs SET lease_until = 0 WHERE state = 'running'; DELETE FROM open_pages;");
}

/** Every commit is on disk before it returns. A second writer is an error, not a wait. */
function configure(db: Database.Database, walLimit: number): void {
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  // What is deleted is overwritten in the file, and not only out of sight.
  db.pragma('secure_delete = ON');
  const checkpointBytes = Math.min(CHECKPOINT_BYTES, walLimit / 2);
  db.pragma(`wal_autocheckpoint = ${Math.ceil(checkpointBytes / pageBytes(db))}`);
  // Gives back to the disk what the log once needed beyond its usual length. Cut at the usual length, each new growth would wait for
  // the file system's journal.
  db.pragma(`journal_size_limit = ${2 * checkpointBytes}`);
  // Each message touches pages of its own conversation. With the default of 2 MiB most would be read again for each.
  db.pragma('cache_size = -32768');
  db.pragma('busy_timeout = 5000');
}

/**
 * Moves the write-ahead log into the database and cuts it to nothing: until then it has what erased pages held before.
 * @returns false when another connection reads it just now; try again.
 */
export function emptyWal(db: Database.Database): boolean {
  return (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { readonly busy: number }).busy === 0;
}

function migrate(db: Database.Database, warn: (what: string) => void): void {
  const version = versionOf(db);
  checkVersion(version, SQLITE_MIGRATIONS);
  if (version === 0) return createTables(db);
  for (const [at, { sql, rewrites }] of SQLITE_MIGRATIONS.entries()) {
    if (at < version) continue;
    // Before the version is recorded: a process that ends in between does it again.
    if (rewrites) rewrite(db, warn);
    db.exec(`BEGIN IMMEDIATE; ${sql} PRAGMA user_version = ${at + 1}; COMMIT;`);
  }
}

/** Everything in one commit: a new database has nothing to rewrite. */
function createTables(db: Database.Database): void {
  const all = SQLITE_MIGRATIONS.map(({ sql }) => sql).join('\n');
  db.exec(`BEGIN IMMEDIATE; ${all} PRAGMA user_version = ${SQLITE_MIGRATIONS.length}; COMMIT;`);
}

/** Writes the file anew. It works without: then an operator is asked to do it. */
function rewrite(db: Database.Database, warn: (what: string) => void): void {
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { readonly page_count: number };
  const unfinished = (why: string): void =>
    warn(
      `service.db may still hold words that were erased with an earlier version (${why}). Once, with the server stopped, run: sqlite3 service.db VACUUM`,
    );
  if (pages * pageBytes(db) > REWRITE_BYTES) return unfinished('it is too large to be written anew at a start');
  try {
    db.exec('VACUUM');
  } catch (error) {
    unfinished((error as Error).message);
  }
}
