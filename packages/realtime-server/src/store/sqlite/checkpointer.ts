/**
 * Moves what is committed from the write-ahead log into the database, beside the writer. Left to the writer, every few
 * hundred messages one commit would do it for all of them, and whoever wrote just then would wait for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';

/** Seldom: while it waits for the disk, so does the writer. */
const EVERY_MS = 3_000;

const db = new Database((workerData as { path: string }).path);
db.pragma('synchronous = FULL');
// Passive: takes what can be taken without making anybody wait.
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');
const timer = setInterval(() => checkpoint.all(), EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  parentPort?.close();
});
