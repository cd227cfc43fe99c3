/** Lists are whole and in one order, also in a database that sorts texts as people of a language do. */
import type { InboxSettings } from '@service/realtime-server/ports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

/** Databases have orders of ICU since this version. */
const ICU = 150_000;
/** In English before and behind those of the console, by their bytes all before them. */
const FOLDERS = ['Apple', 'Shop', 'Zoo'];

let postgres: Postgres;
let w: TestWorkspace | null = null;
let owner: Person;
beforeAll(async () => {
  postgres = await Postgres.start();
  const [version] = await postgres.query<{ server_version_num: string }>('postgres', 'SHOW server_version_num');
  if (Number(version?.server_version_num) < ICU) return;
  await postgres.query(
    'postgres',
    `CREATE DATABASE english TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'`,
  );
  const url = new URL(await postgres.newDatabase());
  url.pathname = 'english';
  w = await openTestWorkspace(url.href, {
    inboxes: {
      list: () => FOLDERS.map((inboxId) => ({ inboxId, organization: null })),
      settings: (id) =>
        ({
          ...{ id, name: id, managedBy: 'file', state: 'live', identity: null, knowledgeBase: id, aiAgent: null },
          allowedOrigins: ['https://shop.example'],
        }) as unknown as InboxSettings,
    },
  });
  owner = await w.owner();
}, 60_000);
afterAll(async () => {
  await w?.dispose();
  await postgres.dispose();
}, 60_000);

it('PostgreSQL has another order than JavaScript here', async (test) => {
  if (!w) return test.skip();
  const [row] = await postgres.query<{ before: boolean }>('english', `SELECT 'inb_0' < 'Shop' AS before`);
  expect([row?.before, 'inb_0' < 'Shop']).toEqual([true, false]);
});

it.for([
  ['inboxes', 'inboxId', (n: number) => ({ name: `Inbox ${n}`, allowedOrigins: ['https://shop.example'] })],
  ['knowledge', 'sourceId', (n: number) => ({ type: 'article', title: `Article ${n}`, text: 'Text.' })],
  ['aiAgents', 'aiAgentId', (n: number) => ({ name: `Agent ${n}` })],
] as const)('%s.list shows each once, page by page, in the order of bytes', async ([area, idField, fields], test) => {
  if (!w) return test.skip();
  const { get, post } = w;
  const made: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { status, body } = await post(`/api/rpc/${area}/create`, { orgId: owner.orgId, ...fields(n) }, owner);
    expect(status, JSON.stringify(body)).toBe(200);
    made.push((body.source ?? body)[idField]);
  }
  const folders = { inboxes: FOLDERS, knowledge: FOLDERS.map((id) => `folder:${id}`), aiAgents: [] };
  const all = [...folders[area], ...made];
  const seen: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined && seen.length <= all.length; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await get(`/api/rpc/${area}/list?orgId=${owner.orgId}&limit=1${after}`, owner);
    seen.push(...body.items.map((item: Record<string, string>) => item[idField]));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(all.toSorted());
});
