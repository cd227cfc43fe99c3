/** The embedded store: the contract of all stores, and one process per folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { clientId } from '@service/protocol';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../dist/store/migrations/sqlite.js';
import { CONVERSATION_CHILD_TABLES } from '../../dist/store/sql/conversation-tables.js';
import { commandsOn, readsOn } from '../../dist/store/sqlite/connections.js';
import { pageBytes, prepareForWriting } from '../../dist/store/sqlite/prepare-database.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import { PAGE_BYTES } from '../../dist/store/sqlite/writer-protocol.js';
import { StoreUnavailable } from '../../dist/store/store.js';
import { describeKnowledgeStore } from './contract/knowledge.contract.js';
import { describeStore } from './contract/store.contract.js';
import { ASKED, append, SESSION, session } from './fixtures.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'service-store-'));

async function open() {
  const path = folder();
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

/** Tries the folder from another process; those that come together all try before the first one leaves. */
async function enter(path: string): Promise<string> {
  const lock = new URL('../../dist/store/sqlite/lock-file.js', import.meta.url).href;
  const script = `
    const { lockFolder } = await import(${JSON.stringify(lock)});
    try { lockFolder(${JSON.stringify(path)}); console.log('in'); } catch (error) { console.log(error.message); }
    process.stdin.resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answer = await new Promise<string>((resolve) =>
    child.stdout.once('data', (sent) => resolve(String(sent).trim())),
  );
  entered.push(child);
  return answer;
}

const entered: ChildProcess[] = [];
afterEach(async () => {
  for (const child of entered.splice(0)) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
});

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
    const underway = store.append(append('client-1', 'hello'));
    const refused = expect(underway).rejects.toThrow(StoreUnavailable);
    const [writer] = threads;
    await writer?.terminate();
    await refused;
    await expect(store.append(append('client-1', 'hello'))).rejects.toThrow('The writer thread has ended.');
    expect(broken).toEqual(['The writer thread has ended.']);
    await store.close();
    expect(broken).toHaveLength(1);
    rmSync(path, { recursive: true });
  });
});

describe('the data folder', () => {
  it('belongs to one living process, and the error names it', async () => {
    const path = folder();
    const store = await openSqliteStore(path);
    await expect(openSqliteStore(path)).rejects.toThrow(`process ${process.pid}`);
    expect(await enter(path)).toContain(`process ${process.pid}`);
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('lets one in when several start at once after a crash', async () => {
    for (let round = 0; round < 5; round++) {
      const path = folder();
      writeFileSync(join(path, 'service.lock'), '999999999');
      const answers = await Promise.all([enter(path), enter(path), enter(path)]);
      expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
      rmSync(path, { recursive: true });
    }
  });

  it('is not blocked by another process who has the dead one’s number now', async () => {
    const path = folder();
    writeFileSync(join(path, 'service.lock'), String(process.ppid));
    const store = await openSqliteStore(path);
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('is taken over from a process that died', async () => {
    const path = folder();
    writeFileSync(join(path, 'service.lock'), '999999999');
    const store = await openSqliteStore(path);
    await store.close();
    rmSync(path, { recursive: true });
  });

  it('takes the questions of a process that died from it at once, because its lock says that it is dead', async () => {
    const path = folder();
    const dead = await openSqliteStore(path);
    await dead.createSession(SESSION);
    await dead.append(ASKED);
    expect(await dead.claimJobs('dead', 10, 1_000_000, 1)).toMatchObject([{ attempt: 1 }]);
    await dead.close();
    const next = await openSqliteStore(path);
    expect(await next.claimJobs('next', 10, 1_000_000, 1)).toMatchObject([{ attempt: 2 }]);
    await next.close();
    rmSync(path, { recursive: true });
  });

  it('refuses writes after it was closed, instead of losing them', async () => {
    const path = folder();
    const store = await openSqliteStore(path);
    await store.close();
    await expect(store.markRead('cnv_00000000000000000001', 1)).rejects.toThrow('closed');
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

describe('a data folder of a version that stored each log apart', () => {
  it('is taken over whole: every log in its order, and what is sent again is known', async () => {
    const path = folder();
    const before = new Database(join(path, 'service.db'));
    const older = SQLITE_MIGRATIONS.findIndex(({ name }) => name === '012-log-in-order-of-arrival');
    const tables = SQLITE_MIGRATIONS.slice(0, older).map(({ sql }) => sql);
    before.exec(`${tables.join('')} PRAGMA user_version = ${older};`);
    const asked = append('client-1', 'hello');
    const answered = append('client-2', 'red', { fills: 1 });
    const elsewhere = append('client-1', 'elsewhere', { conversation: session(2).conversation });
    for (const { contact, conversation } of [session(1), session(2)]) {
      before.exec(`INSERT INTO contacts (id, inbox, created_at) VALUES ('${contact}', 'demo', 1);
        INSERT INTO conversations (id, inbox, contact, epoch, head, created_at) VALUES ('${conversation}', 'demo', '${contact}', 'e', 2, 1)`);
    }
    const event = before.prepare(
      'INSERT INTO events (conversation, seq, at, author_kind, author_id, client_id, body, fills) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    // In another order than they came in: what counts is the place of each in its log.
    for (const [seq, sent] of [
      [2, answered],
      [1, elsewhere],
      [1, asked],
    ] as const) {
      const { conversation, by, clientId, body, fills = null } = sent;
      event.run(conversation, seq, 9 - seq, by.kind, by.id, clientId, JSON.stringify(body), fills);
    }
    before.close();

    const store = await openSqliteStore(path);
    const { conversation } = asked;
    expect((await store.eventsAfter(conversation, 0, 9)).map(({ seq, body }) => [seq, body])).toEqual([
      [1, asked.body],
      [2, answered.body],
    ]);
    expect(await store.heads([conversation, elsewhere.conversation])).toMatchObject(
      new Map([
        [conversation, { head: 2 }],
        [elsewhere.conversation, { head: 1 }],
      ]),
    );
    expect(await store.append(asked)).toMatchObject({ kind: 'duplicate', event: { seq: 1 } });
    expect(await store.append(append('client-1', 'something else'))).toEqual({ kind: 'conflict' });
    expect(await store.append(append('client-3', 'blue', { fills: 1 }))).toEqual({ kind: 'form-answered' });
    expect(await store.append(append('client-4', 'next'))).toMatchObject({ kind: 'appended', event: { seq: 3 } });
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

describe('what hangs on a conversation', () => {
  it('is all on the list of what is forgotten with it', () => {
    const db = new Database(':memory:');
    prepareForWriting(db);
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const hanging = tables.flatMap(({ name }) => {
      const keys = db.pragma(`foreign_key_list(${name})`) as { table: string }[];
      return keys.some((key) => key.table === 'conversations') ? [name] : [];
    });
    // A session goes with its contact.
    expect(hanging.filter((name) => name !== 'sessions' && name !== 'attachments').sort()).toEqual(
      [...CONVERSATION_CHILD_TABLES].sort(),
    );
    db.close();
  });
});

describe('what refers to something that can be deleted', () => {
  it('is found by an index, or each deletion would read the whole table', () => {
    const db = new Database(':memory:');
    prepareForWriting(db);
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as { name: string }[];
    const references = tables.flatMap(({ name }) => {
      const keys = db.pragma(`foreign_key_list(${name})`) as { id: number; from: string }[];
      return [...new Set(keys.map(({ id }) => id))].map((id) => {
        const columns = keys.filter((key) => key.id === id);
        return { name, where: columns.map(({ from }) => `${from} = ?`).join(' AND ') };
      });
    });
    const plans = references.map(({ name, where }) => {
      const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT 1 FROM ${name} WHERE ${where}`).all() as { detail: string }[];
      return `${name}, ${where}: ${plan.map(({ detail }) => detail).join(', ')}`;
    });
    expect(plans).toContainEqual(expect.stringContaining('retired_tokens'));
    expect(plans.filter((plan) => !plan.includes(': SEARCH'))).toEqual([]);
    db.close();
  });
});
