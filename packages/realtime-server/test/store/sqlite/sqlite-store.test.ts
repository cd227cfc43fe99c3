/** The embedded store: the contract of all stores, and its writer. */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOn, readsOn } from '../../../dist/store/sqlite/connections.js';
import { prepareForWriting } from '../../../dist/store/sqlite/prepare-database.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { StoreUnavailable } from '../../../dist/store/store.js';
import { describeKnowledgeStore } from '../contract/knowledge.contract.js';
import { describeStore } from '../contract/store.contract.js';
import { append, SESSION } from '../fixtures.js';
import { folder } from './sqlite-folder.js';

/** With all tables and no rows; a copy of it is made in a fifth of the time. */
const prepared = folder();
beforeAll(async () => (await openSqliteStore(prepared)).close());
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

async function open() {
  const path = folder();
  cpSync(prepared, path, { recursive: true });
  let store = await openSqliteStore(path);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteStore(path);
      return store;
    },
    async dispose() {
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

describeStore('SQLite', open);
describeKnowledgeStore('SQLite', open);

describe('a store whose writer has ended', () => {
  it('says so once, and refuses what is given to it, now and later', async () => {
    const path = folder();
    const threads: Worker[] = [];
    const keep = (thread: Worker): unknown => threads.push(thread);
    process.on('worker', keep);
    const broken: string[] = [];
    const store = await openSqliteStore(path, { onBroken: ({ message }) => broken.push(message) });
    process.off('worker', keep);
    await store.createSession(SESSION);
    const [writer] = threads;
    // While the thread has nothing to write: ended in the middle of SQLite, it may end the whole process.
    const ended = writer?.terminate();
    const underway = store.append(append('client-1', 'hello'));
    await Promise.all([ended, expect(underway).rejects.toThrow(StoreUnavailable)]);
    await expect(store.append(append('client-1', 'hello'))).rejects.toThrow('The writer thread has ended.');
    expect(broken).toEqual(['The writer thread has ended.']);
    await store.close();
    expect(broken).toHaveLength(1);
    rmSync(path, { recursive: true });
  });
});

describe('a check of whether the writer still works', () => {
  it('hears of it after all that was to be written before, and not while the disk holds the writer up', async () => {
    const path = folder();
    const store = await openSqliteStore(path);
    await store.createSession(SESSION);
    const other = new Database(join(path, 'service.db'));
    // As a disk that does not answer: reads go on, and the writer waits.
    other.exec('BEGIN IMMEDIATE');
    const heard: string[] = [];
    const sent = store.append(append('client-1')).then(() => heard.push('append'));
    const asked = store.ping().then(() => heard.push('pulse'));
    await store.heads([SESSION.conversation]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(heard).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
    await Promise.all([sent, asked]);
    expect(heard).toEqual(['append', 'pulse']);
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('has nothing written', async () => {
    const path = folder();
    const store = await openSqliteStore(path);
    await store.createSession(SESSION);
    const bytes = (): Buffer => readFileSync(join(path, 'service.db-wal'));
    const before = bytes();
    for (let at = 0; at < 20; at++) await store.ping();
    expect(bytes().equals(before)).toBe(true);
    await store.close();
    rmSync(path, { recursive: true });
  });
});

describe('messages that share a commit', () => {
  it('are counted without a gap also when one among them can’t be stored', async () => {
    const path = folder();
    const store = await openSqliteStore(path);
    await store.createSession(SESSION);
    const sent = await Promise.allSettled([
      store.append(append('client-1')),
      store.append(append('client-2', 'hello', { at: {} as number })),
      store.append(append('client-3')),
    ]);
    expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const log = await store.eventsAfter(SESSION.conversation, 0, 10);
    expect(log.map(({ seq, clientId }) => [seq, clientId])).toEqual([
      [1, 'client-1'],
      [2, 'client-3'],
    ]);
    await store.close();
    rmSync(path, { recursive: true });
  });
});

/** A database whose every statement is followed by something that the writer does, in its own thread, at any moment. */
function interrupted(db: Database.Database, between: () => void): Database.Database {
  const prepare = (text: string) => {
    const statement = db.prepare(text);
    const followed = (ask: 'get' | 'all') => (value: unknown) => {
      const found = statement[ask](value);
      between();
      return found;
    };
    return { get: followed('get'), all: followed('all') };
  };
  return { prepare } as unknown as Database.Database;
}

describe('a session that is looked for while the writer exchanges its token', () => {
  it.each([
    ['next', 'token-2'],
    ['current', 'token-1'],
  ])('is found by the one that was the %s one', (_, token) => {
    const path = folder();
    const file = join(path, 'service.db');
    const writing = new Database(file);
    prepareForWriting(writing);
    const { createSession, offerToken, rotateToken } = commandsOn(writing);
    createSession({ ...SESSION, tokenHash: 'token-1' });
    offerToken(SESSION.session, 'token-1', 'token-2');
    const reading = new Database(file);
    const rotate = (): void => rotateToken(SESSION.session, 'token-2', 'salt-2', 2, 60_002);
    expect(readsOn(interrupted(reading, rotate)).findSession(token)).toMatchObject({ id: SESSION.session });
    reading.close();
    writing.close();
    rmSync(path, { recursive: true });
  });
});
