/**
 * The writer thread: the only place that writes. It takes everything that waits, runs it in one transaction, and answers
 * after the commit is on disk. Under load a hundred messages share one disk flush; alone, a message waits for nobody.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import { type Commands, commandsOn } from './commands.js';
import { prepareForWriting } from './schema.js';

export interface WriteRequest {
  readonly id: number;
  readonly command: keyof Commands;
  readonly input: unknown;
}

export type WriteAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };

/** The most that one commit carries: more would make the first of them wait too long. */
const BATCH = 256;

const port = parentPort;
if (!port) throw new Error('The writer runs as a worker thread of the store.');
const db = new Database((workerData as { path: string }).path);
prepareForWriting(db);
const commands = commandsOn(db);
const transaction = {
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  rollback: db.prepare('ROLLBACK'),
};
const savepoint = {
  set: db.prepare('SAVEPOINT one'),
  keep: db.prepare('RELEASE one'),
  undo: db.prepare('ROLLBACK TO one'),
};

port.on('message', (first: WriteRequest | 'close') => {
  const batch: WriteRequest[] = [];
  let closing = first === 'close';
  if (first !== 'close') batch.push(first);
  while (!closing && batch.length < BATCH) {
    const next = receiveMessageOnPort(port) as { message: WriteRequest | 'close' } | undefined;
    if (!next) break;
    if (next.message === 'close') closing = true;
    else batch.push(next.message);
  }
  if (batch.length > 0) port.postMessage(writeAll(batch));
  if (closing) {
    db.close();
    port.close();
  }
});
port.postMessage('ready');

function writeAll(batch: readonly WriteRequest[]): WriteAnswer[] {
  try {
    transaction.begin.run();
    const answers = batch.map(writeOne);
    transaction.commit.run();
    return answers;
  } catch (error) {
    if (db.inTransaction) transaction.rollback.run();
    // Nothing of the batch is on disk, so nobody may be told that it is.
    return batch.map(({ id }) => ({ id, ok: false, message: (error as Error).message }));
  }
}

function writeOne({ id, command, input }: WriteRequest): WriteAnswer {
  savepoint.set.run();
  try {
    const value = (commands[command] as (input: unknown) => unknown)(input);
    savepoint.keep.run();
    return { id, ok: true, value };
  } catch (error) {
    savepoint.undo.run();
    savepoint.keep.run();
    return { id, ok: false, message: (error as Error).message };
  }
}
