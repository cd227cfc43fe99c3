/**
 * The embedded store: one SQLite file, written by one thread, read here. A read sees only what is committed, so nothing is
 * shown that a crash would take back.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import type { OpenStore } from '../store.js';
import { expireCopies } from './data-folder/expire-copies.js';
import { lockFolder } from './data-folder/lock-file.js';
import { watchWal } from './data-folder/watch-wal.js';
import { stepsOn } from './run-steps.js';
import { storeOver } from './store-queries.js';
import { WriterClient } from './writer-client.js';
import { EMPTY_WAL_AFTER_MS, WAL_LIMIT_BYTES } from './writer-protocol.js';
import { startWriterThread, type WriterThread } from './writer-thread.js';

export interface SqliteOptions {
  /**
   * Warn when the write-ahead log is longer than this, in bytes.
   * @defaultValue `WAL_LIMIT_BYTES`, which is 256 MiB
   */
  readonly walLimit?: number;
  /**
   * How long after an erasure the write-ahead log is emptied, in milliseconds.
   * @defaultValue `EMPTY_WAL_AFTER_MS`, which is 5 seconds
   */
  readonly emptyWalAfterMs?: number;
  /** Unix milliseconds. @defaultValue `Date.now` */
  readonly now?: () => number;
  /**
   * How often it is looked for copies whose time is over, in milliseconds.
   * @defaultValue a day
   */
  readonly expireCopiesMs?: number;
  /** Hears what an operator should know. */
  readonly warn?: (what: string) => void;
  /** This process can't write any more. Another one can. */
  readonly onBroken?: (error: Error) => void;
  /** A thread that was started before. @defaultValue it is started now */
  readonly thread?: WriterThread;
}

/**
 * Opens (and creates) the store in `folder`.
 * @throws when another living process holds the folder, a newer version wrote it, or it can't be copied before an upgrade.
 */
export async function openSqliteStore(folder: string, options: SqliteOptions = {}): Promise<OpenStore> {
  const { walLimit = WAL_LIMIT_BYTES, emptyWalAfterMs = EMPTY_WAL_AFTER_MS } = options;
  const { warn = () => undefined, onBroken = () => undefined, now = Date.now } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder);
  const path = join(folder, 'service.db');
  const stopExpiring = expireCopies(folder, now, warn, options.expireCopiesMs);
  const data = { path, now: now(), walLimit, emptyWalAfterMs };
  const { thread = startWriterThread() } = options;
  const writer = await WriterClient.open(thread, data, onBroken, warn).catch((error: unknown) => {
    stopExpiring();
    unlock();
    throw error;
  });
  const unwatch = watchWal(`${path}-wal`, walLimit, warn);
  const db = new Database(path);
  db.pragma('query_only = ON');
  const run = stepsOn(db);
  return {
    ...storeOver(
      (name, input) => writer.send(name, input),
      async (start) => run(start()),
    ),
    async close() {
      unwatch();
      stopExpiring();
      await writer.close();
      db.close();
      unlock();
    },
  };
}
