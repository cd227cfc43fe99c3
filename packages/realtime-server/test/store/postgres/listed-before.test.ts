/** Conversations of a version that had no list of them, and of its nodes while they still run beside ours. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../dist/store/migrations/postgres.js';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import { Postgres } from '../../support/postgres.js';
import { ALL_BEFORE, LISTED_BEFORE, ROWS_BEFORE } from '../contract/lists/listed-before.js';
import { begin, cnv, message } from './postgres-rows.js';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start();
}, 60_000);
afterAll(() => postgres.dispose(), 60_000);

it('PostgreSQL: conversations that were there before are in the list, by their last event', async () => {
  const url = await postgres.newDatabase();
  const older = POSTGRES_MIGRATIONS.findIndex(({ name }) => name === '024-listed-events');
  const tables = POSTGRES_MIGRATIONS.slice(0, older).map(({ sql }) => sql);
  await postgres.query(
    url,
    `${tables.join(';\n')};
     CREATE TABLE schema_migrations (version integer PRIMARY KEY);
     INSERT INTO schema_migrations SELECT generate_series(1, ${older});
     ${ROWS_BEFORE}
     UPDATE conversations SET head = (SELECT count(*) FROM events WHERE conversation = conversations.id)`,
  );
  const store = await openPostgresStore(url);
  expect((await store.byActivity(ALL_BEFORE, null, 10)).places).toEqual(LISTED_BEFORE);
  await store.close();
});

it('PostgreSQL: what a node of the version before begins is in the list, and later events move it again from ours on', async () => {
  const url = await postgres.newDatabase();
  const store = await openPostgresStore(url);
  for (const n of [1, 2]) await begin(store, n);
  await store.append(message('client-1', { conversation: cnv(2), at: 4_000_000 }));
  // As such a node writes it.
  const older = (seq: number, at: number): Promise<object[]> =>
    postgres.query(
      url,
      `WITH added AS (INSERT INTO events (conversation, seq, at, author_kind, author_id, client_id, body)
         VALUES ('${cnv(1)}', ${seq}, ${at}, 'visitor', 'ctc_1', 'older-${seq}', '{"kind":"message","text":"Hello"}'))
       UPDATE conversations SET head = ${seq} WHERE id = '${cnv(1)}'`,
    );
  const listed = async () => (await store.byActivity(ALL_BEFORE, null, 10)).places.map(({ id }) => id);
  await older(1, 1_000_000);
  expect(await listed()).toEqual([cnv(2), cnv(1)]);
  await older(2, 8_000_000);
  expect(await listed()).toEqual([cnv(2), cnv(1)]);
  await store.append(message('client-2', { conversation: cnv(1), at: 8_000_001 + 300_000 }));
  expect(await listed()).toEqual([cnv(1), cnv(2)]);
  await store.close();
});
