/**
 * Moves what is committed from the write-ahead log into the database, beside the writer. Left to the writer, every few
 * hundred messages one commit would do it for all of them, and whoever wrote just then would wait for it.
 *
 * The log begins anew only when all of it has been moved in a moment in which nobody writes, and under load there is none
 * beside the writer. So now and then the last few pages, of what it wrote meanwhile, are left to the writer itself.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import type { CheckpointerData } from './writing.js';

/**
 * A page that was written many times since is moved once; so not too often. Nor too seldom: what is moved is flushed, and a
 * commit that comes meanwhile waits for the same disk.
 */
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
/** Moves what is there; tells how many pages the log has. */
const move = (): number => (checkpoint.get() as { readonly log: number }).log;

let pages = 0;
/** Said again only when it has grown as much once more. */
let tellAt = 2 * longLog;
const timer = setInterval(() => {
  const before = pages;
  pages = move();
  if (pages < longLog) tellAt = 2 * longLog;
  if (pages === before || pages < longLog) return;
  // Once more: the first time took long, and this time there is little.
  pages = move();
  almost.postMessage(null);
  if (pages < tellAt) return;
  parentPort?.postMessage(pages);
  tellAt = 2 * pages;
}, EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  almost.close();
  parentPort?.close();
});
