/** Several nodes on one PostgreSQL: what they share, and what happens where one or the database goes away. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { onConnection, openPool } from '../../../dist/store/postgres/pool.js';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import type { Store } from '../../../dist/store/store.js';
import { Postgres } from '../../support/postgres.js';
import { begin, cnv, message } from './postgres-rows.js';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start();
}, 60_000);
// Of a hundred databases, on a disk that others use.
afterAll(() => postgres.dispose(), 180_000);

describe('several nodes on one PostgreSQL', () => {
  const opened: Store[] = [];
  const nodes = async (url: string, count = 3): Promise<Store[]> => {
    const stores = await Promise.all(Array.from({ length: count }, () => openPostgresStore(url)));
    opened.push(...stores);
    return stores;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });

  it('may start together on an empty database', async () => {
    const stores = await nodes(await postgres.newDatabase(), 5);
    await begin(stores[0] as Store, 1);
    for (const store of stores) expect((await store.conversation(cnv(1)))?.head).toBe(0);
  });

  it('number the events of one conversation without gaps or doubles, and each takes a message that all send once', async () => {
    const stores = await nodes(await postgres.newDatabase());
    await begin(stores[0] as Store, 1);
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => stores.map((store) => store.append(message(`client-${i}`)))).flat(),
    );
    expect(results.filter(({ kind }) => kind === 'appended')).toHaveLength(100);
    expect(results.filter(({ kind }) => kind === 'duplicate')).toHaveLength(200);
    const log = await (stores[1] as Store).eventsAfter(cnv(1), 0, 1_000);
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(new Set(log.map(({ clientId }) => clientId)).size).toBe(100);
  });

  it('share the duties: each question is held by one, and of a conversation only the oldest', async () => {
    const url = await postgres.newDatabase();
    const stores = await nodes(url);
    const first = stores[0] as Store;
    for (let n = 1; n <= 20; n++) {
      await begin(first, n);
      for (const question of ['one', 'two']) {
        const id = `${question}0000000000000${String(n).padStart(4, '0')}`;
        const run = { id: `run_${id}`, message: `msg_${id}` };
        await first.append(message(`client-${question}`, { conversation: cnv(n), run }));
      }
    }
    // Slow enough for the claims to meet.
    await postgres.query(
      url,
      'CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END $$;' +
        'CREATE TRIGGER dawdle BEFORE UPDATE ON runs FOR EACH ROW EXECUTE FUNCTION dawdle()',
    );
    const claimed = (
      await Promise.all([0, 1, 2, 0, 1, 2].map((n) => (stores[n] as Store).claimJobs(`node-${n}`, 10, 20, 8)))
    ).flat();
    const rest = await first.claimJobs('node-0', 10, 20, 100);
    const held = [...claimed, ...rest];
    expect(held).toHaveLength(20);
    expect(new Set(held.map(({ conversation }) => conversation)).size).toBe(20);
    expect(held.every(({ question, attempt }) => question === 1 && attempt === 1)).toBe(true);
  });

  it('leave each other’s leases alone when one of them starts', async () => {
    const url = await postgres.newDatabase();
    const [living] = (await nodes(url, 1)) as [Store];
    await begin(living, 1);
    await living.append(
      message('client-1', { run: { id: 'run_00000000000000000001', message: 'msg_00000000000000000001' } }),
    );
    expect(await living.claimJobs('living', 10, 1_000, 1)).toHaveLength(1);
    const [started] = (await nodes(url, 1)) as [Store];
    expect(await started.claimJobs('started', 20, 1_000, 1)).toEqual([]);
    expect(await living.renewJob('run_00000000000000000001', 'living', 2_000, '')).toBe('agent');
  });

  it('say that they can’t while the database is away, work again when it is back, and have all that they confirmed', async () => {
    const url = await postgres.newDatabase();
    const [store] = (await nodes(url, 1)) as [Store];
    await begin(store, 1);
    let next = 0;
    const acknowledged: string[] = [];
    let failed: unknown;
    let begun = (): void => undefined;
    const underWay = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const failure = new Promise<void>((resolve) => {
      const write = async (): Promise<void> => {
        const clientId = `client-${next++}`;
        try {
          await store.append(message(clientId));
          if (acknowledged.push(clientId) === 50) begun();
          void write();
        } catch (error) {
          failed ??= error;
          resolve();
        }
      };
      for (let i = 0; i < 4; i++) void write();
    });
    await underWay;
    await postgres.crash();
    await failure;
    expect(failed).toMatchObject({ name: 'StoreUnavailable' });
    await expect(store.heads([cnv(1)])).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await postgres.start();
    const tried = next;
    const again: string[] = [];
    for (let i = 0; i < tried; i++) again.push((await store.append(message(`client-${i}`))).kind);
    for (const clientId of acknowledged) expect(again[Number(clientId.slice(7))], clientId).toBe('duplicate');
    const log = await store.eventsAfter(cnv(1), 0, 100_000);
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: tried }, (_, i) => i + 1));
  });

  it('outlive a connection that breaks in the midst of a transaction: the call says so, and the next one works', async () => {
    const url = await postgres.newDatabase();
    const [store] = (await nodes(url, 1)) as [Store];
    await begin(store, 1);
    await postgres.query(
      url,
      'CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(9); RETURN NEW; END $$',
    );
    await postgres.query(url, 'CREATE TRIGGER dawdle BEFORE UPDATE ON sessions FOR EACH ROW EXECUTE FUNCTION dawdle()');
    const withdrawn = store.withdrawConsent('ses_00000000000000000001', 3_000).catch((error: unknown) => error);
    const dawdling = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
    while ((await postgres.query(url, dawdling)).length === 0);
    await postgres.killBackend(url);
    expect(await withdrawn).toMatchObject({ name: 'StoreUnavailable' });
    await postgres.query(url, 'DROP TRIGGER dawdle ON sessions');
    expect(await store.withdrawConsent('ses_00000000000000000001', 3_000)).toMatchObject({
      closed: [{ conversation: cnv(1) }],
    });
  });

  it('do again what the database undid because two stood in each other’s way', async () => {
    const url = await postgres.newDatabase();
    const [store] = (await nodes(url, 1)) as [Store];
    await begin(store, 1);
    const held = async (sql: string): Promise<{ locked: boolean }[]> =>
      postgres.query(url, `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE ${sql}) AS locked`);
    const other = new pg.Client(url);
    await other.connect();
    try {
      // The store's transaction is the one that notices, and is undone.
      await other.query("SET deadlock_timeout = '1h'");
      await other.query('BEGIN');
      await other.query('SELECT FROM sessions FOR UPDATE');
      const erased = store.eraseConversation({
        conversation: cnv(1),
        at: 3_000,
        next: { conversation: cnv(2), epoch: 'epoch-0002' },
      });
      await expect.poll(() => held("wait_event_type = 'Lock'")).toEqual([{ locked: true }]);
      // Waits for the conversation, which the store holds, until the store was undone.
      await other.query('SELECT FROM conversations FOR UPDATE');
      await other.query('COMMIT');
      expect(await erased).toBe(true);
    } finally {
      await other.end();
    }
    expect((await store.findSession('hash-1'))?.conversation).toBe(cnv(2));
  });

  it('look at what was committed meanwhile, also in a database that is set to look at one moment', async () => {
    const url = await postgres.newDatabase();
    await postgres.query(
      url,
      "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database()); END $$",
    );
    const stores = await nodes(url);
    await begin(stores[0] as Store, 1);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) => stores.map((store) => store.append(message(`client-${i}`)))).flat(),
    );
    expect(results.filter(({ kind }) => kind === 'appended')).toHaveLength(40);
  });

  it('go on while a newer version adds columns to what they have prepared', async () => {
    const url = await postgres.newDatabase();
    const [store] = (await nodes(url, 1)) as [Store];
    await begin(store, 1);
    await store.append(message('client-1'));
    const before = await store.eventsAfter(cnv(1), 0, 10);
    for (const table of ['events', 'conversations', 'runs'])
      await postgres.query(url, `ALTER TABLE ${table} ADD COLUMN newer text`);
    expect(await store.eventsAfter(cnv(1), 0, 10)).toEqual(before);
    expect(await store.append(message('client-2'))).toMatchObject({ kind: 'appended', event: { seq: 2 } });
  });

  it('confirm nothing before it is on disk, also where the server is set to do so', async () => {
    const url = await postgres.newDatabase();
    await postgres.query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    await postgres.query(
      url,
      'CREATE TABLE seen (setting text); CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS ' +
        "$$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$",
    );
    const [store] = (await nodes(url, 1)) as [Store];
    await postgres.query(url, 'CREATE TRIGGER see AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION see()');
    await begin(store, 1);
    await store.append(message('client-1'));
    expect(await postgres.query(url, 'SELECT setting FROM seen')).toEqual([{ setting: 'on' }]);
  });
});

describe('a node that vanishes in the midst of a transaction', () => {
  it('holds what it has locked no longer than it may lie idle', async () => {
    const url = await postgres.newDatabase();
    const [vanished, living] = [openPool(url, { connections: 1, idleMs: 100 }), openPool(url, { connections: 1 })];
    try {
      await living.query('CREATE TABLE saved (id integer); INSERT INTO saved VALUES (1)');
      const silent = await vanished.connect();
      await silent.query('BEGIN');
      await silent.query('SELECT FROM saved FOR UPDATE');
      // Says nothing more.
      expect((await living.query('UPDATE saved SET id = 2')).rowCount).toBe(1);
      silent.release(true);
    } finally {
      await vanished.end();
      await living.end();
    }
  });

  it('may lie idle for ten seconds, also where it brings the tables up to date', async () => {
    const url = await postgres.newDatabase();
    const asked = "SELECT current_setting('idle_in_transaction_session_timeout') AS silent";
    const pool = openPool(url, { connections: 1 });
    expect((await pool.query(asked)).rows).toEqual([{ silent: '10s' }]);
    expect(await onConnection(url, async (client) => (await client.query(asked)).rows)).toEqual([{ silent: '10s' }]);
    await pool.end();
  });
});
