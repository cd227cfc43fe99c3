/**
 * Moves what is committed from the write-ahead log into the database, beside the writer. Left to the writer, every few
 * hundred messages one commit would do it for all of them, and whoever wrote just then would wait for it.
 *
 * The log begins anew only when all of it has been moved in a moment in which nobody writes, and under load there is none
 * beside the writer. So now and then the last few pages, of what it wrote meanwhile, are left to the writer itself. And SQLite
 * flushes the database only then, when all of the log is in it: whatever was moved since the last time would be the writer's to
 * flush, while every message waits. So it is flushed here before.
 *
 * A log that began anew is written over, in pieces that are no whole pages of the system. What the system no longer holds in
 * memory, as in a container that has little, it would read from disk first: page after page, while every message waits. So what
 * will be written over next is read here.
 */
import { closeSync, fdatasyncSync, fstatSync, openSync, readSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { pageBytes } from './schema.js';
import type { CheckpointerData, CheckpointerReport } from './writing.js';

/** A page that was written many times since is moved once, so not too often; nor too seldom, or much is moved at once. */
const EVERY_MS = 1_000;
/** What stands before each page in the log. */
const FRAME_HEAD_BYTES = 24;
/** Read ahead of the writer: more than it writes until the next turn, on one of today's machines under full load. */
const AHEAD_BYTES = 2 ** 25;
const READ_BYTES = 2 ** 18;

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
const bytesOfFrame = FRAME_HEAD_BYTES + pageBytes(db);
/** Moves what is there; tells how long the log is, in bytes. Null: another connection is at it, and only that one knows. */
function move(): number | null {
  const frames = (checkpoint.get() as { readonly log: number }).log;
  return frames < 0 ? null : frames * bytesOfFrame;
}

let length = move() ?? 0;
/** There is one since the line above. */
const log = openSync(`${path}-wal`, 'r');
const piece = Buffer.allocUnsafeSlow(READ_BYTES);
/** Has the system hold what is in the log from there on, as far as there is anything. */
function hold(from: number): void {
  let at = from;
  while (at < from + AHEAD_BYTES && readSync(log, piece, 0, READ_BYTES, at) > 0) at += READ_BYTES;
}

const report = (what: CheckpointerReport): void => parentPort?.postMessage(what);
/** Where it was last read ahead. */
let held = 0;
/** Said again only when it has grown as much once more. */
let tellAt = 2 * longLog;
function tell(bytes: number): void {
  if (bytes < tellAt) return;
  report({ grownTo: bytes });
  tellAt = 2 * bytes;
}
function turn(): void {
  const before = length;
  const now = move();
  // Somebody else's connection can hold it for hours, and the log grows meanwhile.
  if (now === null) return tell(fstatSync(log).size);
  length = now;
  // Where nobody writes, or it is long, it begins anew.
  const next = length === before || length >= longLog ? 0 : length;
  if (next !== held) hold(next);
  held = next;
  if (length < longLog) tellAt = 2 * longLog;
  if (length === before || length < longLog) return;
  fdatasyncSync(file);
  // Once more: the first time took long, and this time there is little.
  length = move() ?? length;
  almost.postMessage(null);
  tell(length);
}

/** Said once, however often it is tried again. */
let problem: string | null = null;
const timer = setInterval(() => {
  try {
    turn();
    problem = null;
  } catch (error) {
    // A disk that is full for a moment. This thread gone, the log would only grow.
    const { message } = error as Error;
    if (message !== problem) report({ problem: message });
    problem = message;
  }
}, EVERY_MS);

parentPort?.once('message', () => {
  clearInterval(timer);
  db.close();
  closeSync(file);
  closeSync(log);
  almost.close();
  parentPort?.close();
});
