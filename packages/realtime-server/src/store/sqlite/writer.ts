/**
 * The writer thread: the only place that writes. It runs all commands that wait in one transaction, and answers after the
 * commit is on disk. Under load a hundred messages share one flush; alone, a message waits for nothing.
 */
import { once } from 'node:events';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import Database from 'libsql';
import { commandsOn } from './connections.js';
import { removeCopies } from './data-folder/upgrade-copies.js';
import { copyBeforeUpgrade, emptyWal, prepareForWriting } from './prepare-database.js';
import {
  ERASING,
  hasErasedWords,
  type WriteAnswer,
  type WriteRequest,
  type WriterData,
  type WriterMessage,
} from './writer-protocol.js';

const port = parentPort;
if (!port) throw new Error('The writer runs as a worker thread of the store.');
// The thread may be started before it is known which database it opens: what it needs is loaded meanwhile.
const [{ path, now, walLimit, emptyWalAfterMs }] = (await once(port, 'message')) as [WriterData];
const folder = dirname(path);
const send = (message: WriterMessage): void => port.postMessage(message);
const warn = (warning: string): void => send({ warning });
const db = openDatabase();
const commands = commandsOn(db);
const transaction = {
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),
};
let emptying: NodeJS.Timeout | null = null;
port.on('message', (batch: readonly WriteRequest[] | 'close') => {
  if (batch !== 'close') {
    send(writeAll(batch));
    if (batch.some(({ command }) => ERASING.has(command))) emptyWalSoon();
    return;
  }
  if (emptying) clearTimeout(emptying);
  db.close();
  port.close();
});
send('ready');

function openDatabase(): Database.Database {
  const opened = new Database(path);
  try {
    copyBeforeUpgrade(opened, folder, now, warn);
    prepareForWriting(opened, walLimit, warn);
    return opened;
  } catch (error) {
    // The thread ends with this error, and must end nothing that is open.
    opened.close();
    // The library's errors lose their message on the way to the other thread.
    throw error instanceof Database.SqliteError ? new Error(`${path} can't be used: ${error.message}`) : error;
  }
}

/** Erased words are gone from the disk once the log is empty. */
function emptyWalSoon(): void {
  emptying ??= setTimeout(() => {
    emptying = null;
    if (!isWalEmptied()) emptyWalSoon();
  }, emptyWalAfterMs);
}

/** False while a reader has an old snapshot, and when the disk fails: both pass. */
function isWalEmptied(): boolean {
  try {
    return emptyWal(db);
  } catch {
    return false;
  }
}

/** All in one commit. If one of them fails, each gets its own, so that it fails alone. */
function writeAll(batch: readonly WriteRequest[]): WriteAnswer[] {
  try {
    return inTransaction(() => batch.map((request): WriteAnswer => ({ ok: true, value: carryOut(request) })));
  } catch (error) {
    const [only, ...others] = batch;
    if (only && others.length > 0) return batch.flatMap((request) => writeAll([request]));
    // Nothing of it is on disk, so no answer may say that it is.
    return batch.map(() => ({ ok: false, message: (error as Error).message }));
  }
}

function inTransaction<T>(work: () => T): T {
  transaction.begin.run();
  try {
    const result = work();
    transaction.commit.run();
    return result;
  } catch (error) {
    if (db.inTransaction) transaction.rollback.run();
    throw error;
  }
}

function carryOut({ command, input }: WriteRequest): unknown {
  const outcome = (commands[command] as (...input: readonly unknown[]) => unknown)(...input);
  if (hasErasedWords(command, outcome)) removeCopiesOfThem();
  return outcome;
}

/** Before the commit: a process that dies in between has erased nothing, and erases again. */
function removeCopiesOfThem(): void {
  try {
    removeCopies(folder);
  } catch (error) {
    warn(
      `Words were erased, and a copy of the database that may hold them could not be deleted: delete it by hand (${(error as Error).message})`,
    );
  }
}
