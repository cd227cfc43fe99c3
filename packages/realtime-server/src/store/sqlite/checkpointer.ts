/**
 * Moves what is committed from the write-ahead log into the database, beside the writer. Left to the writer, every few
 * hundred messages one commit would do it for all of them, and whoever wrote just then would wait for it.
 *
 * The log begins anew only when all of it has been moved in a moment in which nobody writes, and under load there is none
 * beside the writer. So now and then the last few pages, of what it wrote meanwhile, are left to the writer itself. And SQLite
 * flushes the database only then, when all of the log is in it: whatever was moved since the last time would be the writer's to
 * flush, while every message waits. So it is flushed here before.
 */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { pageBytes } from './schema.js';
import type { CheckpointerData } from './writing.js';

/** A page that was written many times since is moved once, so not too often; nor too seldom, or much is moved at once. */
const EVERY_MS = 1_000;

const { path, almost, longLog } = workerData as CheckpointerData;
// Linux gives each thread a rank of its own, and this one may wait for others. Elsewhere it would be the whole process's.
if (process.platform === 'linux') {
  try {
    setPriority(10);
  } catch {
    // Where that is forbidden it works beside them.
  }
}
const db = new Database(path);
db.pragma('synchronous = FULL');
// Passive: takes what can be taken without making anybody wait.
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
/**
 * The database beside SQLite's own hold of it. Closed after every connection of this process, because closing one descriptor of a
 * file lets go of all locks that the process has on it.
 */
const file = openSync(path, 'r+');
const bytesOfPage = pageBytes(db);
/** Moves what is there; tells how long the log is, in bytes. */
const move = (): number => (checkpoint.get() as { readonly log: number }).log * bytesOfPage;

let length = 0;
/** Said again only when it has grown as much once more. */
let tellAt = 2 * longLog;
const timer = setInterval(() => {
  const before = length;
  length = move();
  if (length < longLog) tellAt = 2 * longLog;
  if (length === before || length < longLog) return;
  fdatasyncSync(file);
  // Once more: the first time took long, and this time there is little.
  length = move();
  almost.postMessage(null);
  if (length < tellAt) return;
  parentPort?.postMessage(length);
  tellAt = 2 * length;
}, EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  closeSync(file);
  almost.close();
  parentPort?.close();
});
