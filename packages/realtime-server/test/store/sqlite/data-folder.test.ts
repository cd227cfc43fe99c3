/** The folder of the embedded store: one process each, and data of earlier versions. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, describe, expect, it } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../../dist/store/migrations/sqlite.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { ASKED, append, SESSION, session } from '../fixtures.js';
import { folder } from './sqlite-folder.js';

/** Tries the folder from another process; those that come together all try before the first one leaves. */
async function enter(path: string): Promise<string> {
  const lock = new URL('../../../dist/store/sqlite/data-folder/lock-file.js', import.meta.url).href;
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
