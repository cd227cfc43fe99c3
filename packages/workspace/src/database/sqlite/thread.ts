/** The thread that has `workspace.db` open. A slow query waits here, and no socket waits with it. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { type Answer, CLOSE, OPENED, type Question, type ThreadData } from './thread-messages.js';

const port = parentPort;
if (!port) throw new Error('This file runs as a thread.');

const { file } = workerData as ThreadData;
const database = open();

function open(): Database.Database {
  try {
    const opened = new Database(file);
    opened.exec('PRAGMA journal_mode = WAL');
    opened.exec('PRAGMA synchronous = FULL');
    opened.exec('PRAGMA foreign_keys = ON');
    opened.exec('PRAGMA busy_timeout = 5000');
    // What was deleted is overwritten: secrets and addresses must not stay readable in the file.
    opened.exec('PRAGMA secure_delete = ON');
    return opened;
  } catch (error) {
    // The library's errors lose their message on the way to the other thread.
    throw new Error(`${file} can't be used: ${(error as Error).message}`);
  }
}

function run({ sql, parameters }: Question): Answer {
  try {
    const statement = database.prepare(sql);
    if (statement.reader) return { ok: true, rows: statement.all(...parameters), changes: 0, lastRowId: 0 };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { ok: true, rows: [], changes, lastRowId: Number(lastInsertRowid) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { ok: false, message, code: code ?? null };
  }
}

port.on('message', (message: Question | typeof CLOSE) => {
  if (message !== CLOSE) return port.postMessage(run(message));
  database.close();
  port.close();
});
port.postMessage(OPENED);
