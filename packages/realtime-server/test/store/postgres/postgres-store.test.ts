/** The shared store: the contract of all stores, opening it, and texts that PostgreSQL can’t hold. */
import type { Author, LogBody } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import { Postgres } from '../../support/postgres.js';
import { describeKnowledgeStore } from '../contract/knowledge.contract.js';
import { describeStore } from '../contract/store.contract.js';
import { begin, cnv, message } from './postgres-rows.js';

let postgres: Postgres;
/** The tests of the contracts use it one after the other. */
let url: string;
beforeAll(async () => {
  postgres = await Postgres.start();
  url = await postgres.newDatabase();
  await (await openPostgresStore(url)).close();
}, 60_000);
afterAll(() => postgres.dispose(), 60_000);

async function open() {
  await postgres.empty(url, 'INSERT INTO desk (attended_at) VALUES (0)');
  let store = await openPostgresStore(url);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openPostgresStore(url);
      return store;
    },
    dispose: () => store.close(),
  };
}

describeStore('PostgreSQL', open);
describeKnowledgeStore('PostgreSQL', open);

describe('what PostgreSQL can’t hold in a text', () => {
  const ODD = 'NUL \u0000, half a pair \ud83d, the other half \udc5f, "\\u0000", 👟';

  it('comes back as it was written: in messages, names, attributes and half-written answers', async () => {
    const store = await openPostgresStore(await postgres.newDatabase());
    await begin(store, 1);
    const by: Author = { kind: 'human', id: 'desk', name: ODD };
    const body: LogBody = { kind: 'message', text: ODD };
    expect(await store.append(message('client-1', { by, body }))).toMatchObject({ event: { by, body } });
    expect(await store.append(message('client-1', { by, body }))).toMatchObject({ kind: 'duplicate', event: { by } });
    expect(await store.append(message('client-1', { by, body: { kind: 'message', text: `${ODD}!` } }))).toEqual({
      kind: 'conflict',
    });
    expect(await store.eventsAfter(cnv(1), 0, 10)).toEqual([{ seq: 1, at: 2_000, by, clientId: 'client-1', body }]);
    const user = { name: ODD, customAttributes: { [ODD]: ODD } };
    await store.setVisitorContext('ctc_00000000000000000001', { conversation: cnv(1), user, page: { title: ODD } });
    expect(await store.visitorFacts('ctc_00000000000000000001')).toMatchObject({ claimed: user, page: { title: ODD } });
    const run = { id: 'run_00000000000000000001', message: 'msg_00000000000000000001' };
    await store.append(message('client-2', { run }));
    await store.claimJobs('first', 10, 20, 1);
    await store.renewJob(run.id, 'first', 20, ODD);
    expect(await store.claimJobs('second', 30, 40, 1)).toMatchObject([{ written: ODD }]);
    await store.close();
  });
});

describe('opening PostgreSQL', () => {
  it('refuses data of a newer version', async () => {
    const url = await postgres.newDatabase();
    await (await openPostgresStore(url)).close();
    await postgres.query(url, 'INSERT INTO schema_migrations (version) VALUES (1000)');
    await expect(openPostgresStore(url)).rejects.toThrow('written by a newer version (schema 1000)');
  });

  it('names the database that it can’t use, and keeps the password to itself', async () => {
    const opening = openPostgresStore('postgres://kim:hunter2@127.0.0.1:1/chat');
    await expect(opening).rejects.toThrow(/The database at 127\.0\.0\.1:1\/chat can't be used: .*ECONNREFUSED/);
    await expect(opening).rejects.not.toThrow('hunter2');
  });

  it('refuses calls after it was closed, instead of losing them', async () => {
    const store = await openPostgresStore(await postgres.newDatabase());
    await store.close();
    await expect(store.append(message('client-1'))).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});

describe('what refers to something that can be deleted', () => {
  it('is found by an index, or each deletion would read the whole table', async () => {
    const url = await postgres.newDatabase();
    await (await openPostgresStore(url)).close();
    const references = `
      SELECT conrelid::regclass::text AS name, EXISTS (
        SELECT FROM pg_index WHERE indrelid = conrelid AND indpred IS NULL
          AND (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey) AS indexed
      FROM pg_constraint WHERE contype = 'f'`;
    const found = await postgres.query<{ name: string; indexed: boolean }>(url, references);
    expect(found.map(({ name }) => name)).toContain('retired_tokens');
    expect(found.filter(({ indexed }) => !indexed)).toEqual([]);
  });
});
