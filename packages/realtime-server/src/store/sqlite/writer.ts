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

/** All or nothing; when one of them can't be done, each is done alone, so that it fails alone. */
function writeAll(batch: readonly WriteRequest[]): WriteAnswer[] {
  try {
    return inOne(() => batch.map((request): WriteAnswer => ({ id: request.id, ok: true, value: carryOut(request) })));
  } catch (error) {
    const [only, ...others] = batch;
    if (only && others.length > 0) return batch.flatMap((request) => writeAll([request]));
    // Nothing of it is on disk, so nobody may be told that it is.
    return batch.map(({ id }) => ({ id, ok: false, message: (error as Error).message }));
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
