/** A writer thread that was started before the store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { startWriterThread } from '../../../dist/store/sqlite/writer-thread.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'writer-thread-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes for the store that it is given to', async () => {
  const thread = startWriterThread();
  const store = await openSqliteStore(folder, { thread });
  await store.ping();
  let hasEnded = false;
  thread.worker.once('exit', () => {
    hasEnded = true;
  });
  await store.close();
  expect(hasEnded).toBe(true);
});

it('says why it failed before there was a store, and leaves the folder free', async () => {
  const worker = new Worker('throw new Error("no code")', { eval: true });
  const failed = new Promise<never>((_, reject) => void worker.once('error', reject));
  await expect(failed).rejects.toThrow('no code');
  await expect(openSqliteStore(folder, { thread: { worker, failed } })).rejects.toThrow('no code');
  const store = await openSqliteStore(folder);
  await store.close();
});

it('names a file that is no database, and says so', async () => {
  writeFileSync(join(folder, 'service.db'), Buffer.alloc(5_000, 'not a database'));
  await expect(openSqliteStore(folder)).rejects.toThrow(
    `${join(folder, 'service.db')} can't be used: file is not a database`,
  );
});
