/** What the embedded store writes to disk, when, and how much. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { clientId } from '@service/protocol';
import Database from 'libsql';
import { describe, expect, it } from 'vitest';
import { commandsOn } from '../../../dist/store/sqlite/connections.js';
import { pageBytes, prepareForWriting } from '../../../dist/store/sqlite/prepare-database.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { PAGE_BYTES } from '../../../dist/store/sqlite/writer-protocol.js';
import { append, SESSION, session } from '../fixtures.js';
import { folder } from './sqlite-folder.js';

/** Runs a script that knows the database's library, as another thread of this process; resolves when it has ended. */
const inAnotherThread = (script: string): Promise<unknown> =>
  once(new Worker(`const Database = require('libsql'); ${script}`, { eval: true }), 'exit');

describe('the write-ahead log', () => {
  /** Another number each time the log begins anew. */
  const turn = (path: string): number => readFileSync(join(path, 'service.db-wal')).readUInt32BE(12);
  const longText = 'x'.repeat(7_000);
  const LONG = 2 ** 21;

  it('is on disk before anyone is notified: of every commit, and not only of those before a checkpoint', () => {
    const path = folder();
    const db = new Database(join(path, 'service.db'));
    prepareForWriting(db);
    expect(db.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(db.pragma('synchronous')).toEqual([{ synchronous: 2 }]);
    db.close();
    rmSync(path, { recursive: true });
  });

  it('begins anew while messages keep coming', { timeout: 60_000 }, async () => {
    const path = folder();
    const store = await openSqliteStore(path, { walLimit: LONG });
    await store.createSession(SESSION);
    let sent = 0;
    const before = turn(path);
    const sayOn = async (): Promise<void> => {
      while (turn(path) === before) await store.append(append(`client-${++sent}`, longText));
    };
    await Promise.all(Array.from({ length: 16 }, sayOn));
    expect(await store.heads([SESSION.conversation])).toMatchObject(new Map([[SESSION.conversation, { head: sent }]]));
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('tells when it can’t, because another program reads and does not end', { timeout: 60_000 }, async () => {
    const path = folder();
    const warned: string[] = [];
    const store = await openSqliteStore(path, { walLimit: LONG, warn: (what) => warned.push(what) });
    await store.createSession(SESSION);
    const reader = new Database(join(path, 'service.db'));
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM events').get();
    for (let sent = 0; warned.length === 0; sent++) await store.append(append(`client-${sent}`, longText));
    expect(warned[0]).toContain('another program reads');
    reader.close();
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('is moved on after another connection was at it for seconds', { timeout: 60_000 }, async () => {
    const path = folder();
    const file = join(path, 'service.db');
    const warned: string[] = [];
    const store = await openSqliteStore(path, { walLimit: LONG, warn: (what) => warned.push(what) });
    await store.createSession(SESSION);
    // All tables lie in the log until it has been moved for the first time.
    for (let sent = 0; statSync(file).size <= 20 * PAGE_BYTES; sent++)
      await store.append(append(`first-${sent}`, longText));
    const reader = new Database(file);
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM events').get();
    await store.append(append('client-0', longText));
    // It waits for the reader, and meanwhile no one else may move anything.
    await inAnotherThread(
      `new Database(${JSON.stringify(file)})
        .exec('PRAGMA busy_timeout = 3000; PRAGMA wal_checkpoint(RESTART)')`,
    );
    expect(warned).toEqual([]);
    for (let sent = 1; warned.length === 0; sent++) await store.append(append(`client-${sent}`, longText));
    expect(warned[0]).toContain('another program reads');
    reader.close();
    await store.close();
    rmSync(path, { recursive: true });
  });
});

describe('what a message writes', () => {
  it('is less than 4 KiB: a small page of its conversation, and its part of those that all of a commit share', () => {
    const path = folder();
    const db = new Database(join(path, 'service.db'));
    prepareForWriting(db);
    const { createSession, append: keep } = commandsOn(db);
    const visitors = Array.from({ length: 64 }, (_, n) => session(n));
    let at = 2_000;
    /** Each visitor says something, all in one commit. */
    const everyoneSpeaks = db.transaction(() => {
      for (const { contact, conversation } of visitors) {
        at += 1;
        const by = { kind: 'visitor', id: contact } as const;
        keep(
          append(
            clientId(at, (bytes) => randomBytes(bytes)),
            'Where is my order?',
            { conversation, by, at },
          ),
        );
      }
    });
    /** The bytes of the commits since it was asked last: after a whole move the next commit begins the log anew. */
    const written = (): number => (db.prepare('PRAGMA wal_checkpoint').get() as { log: number }).log * pageBytes(db);
    for (const visitor of visitors) createSession(visitor);
    // So long that the logs of two conversations have no page in common any more.
    for (let sent = 0; sent < 150; sent++) everyoneSpeaks();
    written();
    everyoneSpeaks();
    expect(written() / visitors.length).toBeLessThan(4_096);
    db.close();
    rmSync(path, { recursive: true });
  });
});
