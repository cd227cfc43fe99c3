/**
 * The writer thread: the only place that writes. It is given everything that waits, runs it in one transaction, and answers
 * after the commit is on disk. Under load a hundred messages share one disk flush; alone, a message waits for nobody.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { commandsOn } from './commands.js';
import { prepareForWriting } from './schema.js';
import type { WriteAnswer, WriteRequest, WriterData } from './writing.js';

const port = parentPort;
if (!port) throw new Error('The writer runs as a worker thread of the store.');
const { path, walLimit } = workerData as WriterData;
const db = new Database(path);
prepareForWriting(db, walLimit);
const commands = commandsOn(db);
const transaction = {
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),
};
port.on('message', (batch: readonly WriteRequest[] | 'close') => {
  if (batch !== 'close') return port.postMessage(writeAll(batch));
  db.close();
  port.close();
});
port.postMessage('ready');

/** All or nothing; when one of them can't be done, each is done alone, so that it fails alone. */
function writeAll(batch: readonly WriteRequest[]): WriteAnswer[] {
  try {
    return inOne(() => batch.map((request): WriteAnswer => ({ ok: true, value: carryOut(request) })));
  } catch (error) {
    const [only, ...others] = batch;
    if (only && others.length > 0) return batch.flatMap((request) => writeAll([request]));
    // Nothing of it is on disk, so nobody may be told that it is.
    return batch.map(() => ({ ok: false, message: (error as Error).message }));
  }
}

function inOne<T>(work: () => T): T {
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
  return (commands[command] as (input: unknown) => unknown)(input);
}
