/** The list of inboxes: some are folders of the operator, the others are in the database, which may compare ids as a language does. */
import type { InboxSettings } from '@service/realtime-server/ports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Postgres } from '../../../../realtime-server/test/support/postgres.js';
import { openTestWorkspace } from '../../support/open-test-workspace.js';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start();
}, 60_000);
afterAll(() => postgres.dispose(), 60_000);

const FOLDERS = ['Shop', 'zoo'];
const settings = (id: string) =>
  ({
    ...{ id, name: id, state: 'live', managedBy: 'file', allowedOrigins: ['https://a.example'] },
    ...{ identity: null, knowledgeBase: id, aiAgent: null },
  }) as unknown as InboxSettings;

/** Here `Shop` comes after `inb_…`; in the order of the characters it is the first. */
async function inOrderOfEnglish(): Promise<string> {
  const url = new URL(await postgres.newDatabase());
  await postgres.query(
    'postgres',
    `CREATE DATABASE english TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
  );
  url.pathname = '/english';
  return url.href;
}

const DATABASES: readonly (readonly [string, () => Promise<string | null>])[] = [
  ['the embedded database', async () => null],
  ['PostgreSQL in the order of a language', inOrderOfEnglish],
];

it.each(DATABASES)('every inbox is on one page, on %s', async (_what, newDatabase) => {
  const list = () => FOLDERS.map((inboxId) => ({ inboxId, organization: null }));
  const w = await openTestWorkspace(await newDatabase(), { inboxes: { list, settings } });
  const owner = await w.owner();
  const { orgId } = owner;
  for (const name of ['One', 'Two', 'Three'])
    await w.post('/api/rpc/inboxes/create', { orgId, name, allowedOrigins: ['https://a.example'] }, owner);
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = new URLSearchParams({ orgId, limit: '1', ...(cursor !== undefined && { cursor }) });
    const { body } = await w.get(`/api/rpc/inboxes/list?${query}`, owner);
    names.push(...body.items.map(({ name }: { readonly name: string }) => name));
    cursor = body.nextCursor;
    if (cursor === undefined) break;
  }
  expect(names).toEqual(['Shop', 'zoo', 'One', 'Two', 'Three']);
  await w.dispose();
});
