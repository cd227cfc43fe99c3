/** Appends that share a transaction, on a real PostgreSQL: what one of them meets is not the matter of the others. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import type { Append, Store } from '../../../dist/store/store.js';
import { Postgres } from '../../support/postgres.js';
import { begin, cnv, message } from './postgres-rows.js';

let postgres: Postgres;
let url: string;
let store: Store & { close(): Promise<void> };
beforeAll(async () => {
  postgres = await Postgres.start();
}, 60_000);
afterAll(() => postgres.dispose(), 60_000);
beforeEach(async () => {
  url = await postgres.newDatabase();
  store = await openPostgresStore(url);
  for (let n = 1; n <= 5; n++) await begin(store, n);
  return () => store.close();
});

const to = (n: number, clientId: string, over: Partial<Append> = {}): Append =>
  message(clientId, { conversation: cnv(n), ...over });

describe('appends that share a transaction', () => {
  it('cost one commit together', async () => {
    await postgres.query(
      url,
      `CREATE TABLE transactions (id xid8);
       CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO transactions VALUES (pg_current_xact_id()); RETURN NEW; END $$;
       CREATE TRIGGER note BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION note()`,
    );
    await Promise.all([1, 2, 3, 4, 5].map((n) => store.append(to(n, 'client-1'))));
    const found = await postgres.query<{ all: string; different: string }>(
      url,
      'SELECT count(*) AS all, count(DISTINCT id::text) AS different FROM transactions',
    );
    expect(found).toEqual([{ all: '5', different: '1' }]);
  });

  it('don’t wait for a conversation that another program holds: only its own message waits', async () => {
    const other = new pg.Client(url);
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM conversations WHERE id = $1 FOR UPDATE', [cnv(2)]);
      const results = [1, 2, 3].map((n) => store.append(to(n, 'client-1')));
      expect(await results[0]).toMatchObject({ kind: 'appended' });
      expect(await results[2]).toMatchObject({ kind: 'appended' });
      // Also those that come later.
      expect(await store.append(to(4, 'client-1'))).toMatchObject({ kind: 'appended' });
      const waiting =
        "SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await expect.poll(() => postgres.query(url, waiting), { timeout: 60_000 }).toEqual([{ n: '1' }]);
      await other.query('COMMIT');
      expect(await results[1]).toMatchObject({ kind: 'appended', event: { seq: 1 } });
    } finally {
      await other.end();
    }
  });

  it('don’t fail with one that the database refuses', async () => {
    await postgres.query(url, "ALTER TABLE events ADD CONSTRAINT refused CHECK (client_id <> 'bad')");
    const results = await Promise.allSettled([1, 2, 3].map((n) => store.append(to(n, n === 2 ? 'bad' : 'good'))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ name: 'StoreUnavailable' });
    expect(await store.append(to(2, 'good'))).toMatchObject({ kind: 'appended', event: { seq: 1 } });
  });

  it('are each decided by themselves: new, sent before, under a used id, to a closed or an unknown conversation', async () => {
    await store.append(to(1, 'client-1'));
    await store.append(to(4, 'end', { body: { kind: 'conversation.closed' } }));
    const results = await Promise.all([
      store.append(to(1, 'client-1')),
      store.append(to(2, 'client-2')),
      store.append(to(3, 'client-3')),
      store.append(to(4, 'client-4')),
      store.append(to(9, 'client-9')),
    ]);
    expect(results.map(({ kind }) => kind)).toEqual(['duplicate', 'appended', 'appended', 'closed', 'not-found']);
    const conflict = to(1, 'client-1', { body: { kind: 'message', text: 'other words' } });
    const both = await Promise.all([store.append(conflict), store.append(to(2, 'next'))]);
    expect(both).toMatchObject([{ kind: 'conflict' }, { kind: 'appended', event: { seq: 2 } }]);
  });

  it('begin and end the jobs of their conversations as each does alone', async () => {
    const job = (n: number) => ({ id: `run_0000000000000000000${n}`, message: `msg_0000000000000000000${n}` });
    await Promise.all([1, 2, 3].map((n) => store.append(to(n, 'question', { run: job(n) }))));
    expect(await store.claimJobs('node', 10, 20, 10)).toHaveLength(3);
    const answer = (n: number, attempt: number): Append =>
      to(n, 'answer', {
        by: { kind: 'ai', id: 'agent' },
        writes: { run: job(n).id, attempt, ends: 'done' },
      });
    // The second attempt at 2 was never made, and the visitor of 3 asks for a person meanwhile.
    const results = await Promise.all([
      store.append(answer(1, 1)),
      store.append(answer(2, 2)),
      store.append(to(3, 'person', { body: { kind: 'handoff.requested' } })),
    ]);
    expect(results).toMatchObject([
      { kind: 'appended', handler: 'agent' },
      { kind: 'run-over' },
      { kind: 'appended', handler: 'queued' },
    ]);
    const states = await postgres.query(url, 'SELECT id, state FROM runs ORDER BY id');
    expect(states).toEqual([
      { id: job(1).id, state: 'done' },
      { id: job(2).id, state: 'running' },
      { id: job(3).id, state: 'running' },
    ]);
    const asked = await Promise.all([
      store.append(to(3, 'while a person answers', { run: { ...job(4) } })),
      store.append(to(4, 'question', { run: job(5) })),
    ]);
    expect(asked).toMatchObject([{ handler: 'queued' }, { handler: 'agent' }]);
    expect(await postgres.query(url, 'SELECT id FROM runs WHERE id > $$run_00000000000000000003$$')).toEqual([
      { id: job(5).id },
    ]);
    await store.append(to(4, 'person', { body: { kind: 'handoff.requested' } }));
    expect(await postgres.query(url, `SELECT state FROM runs WHERE id = '${job(5).id}'`)).toEqual([
      { state: 'stopped' },
    ]);
  });
});
