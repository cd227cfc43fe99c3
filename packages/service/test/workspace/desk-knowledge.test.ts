/** Who may write into the knowledge of an inbox through the team's API. */
import { createKnowledgeApi } from '@service/realtime-server';
import { OWN_MACHINE } from '@service/realtime-server/runtime';
import type { Workspace } from '@service/workspace';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { InboxApiEnv } from '../../../realtime-server/dist/http/inbox-api/deps.js';
import type { KnowledgeStore } from '../../../realtime-server/dist/store/port/knowledge.js';
import { inboxesOf } from '../../../realtime-server/test/support/serve.js';
import {
  openTestWorkspace,
  type Person,
  type TestWorkspace,
} from '../../../workspace/test/support/open-test-workspace.js';
import { later } from '../../dist/start/later.js';
import { admitTeam } from '../../dist/workspace/workspace.js';

const ORIGIN = 'http://localhost:4600';
const PATH = '/demo/unanswered/k';

let w: TestWorkspace;
let owner: Person;
let settled: string[];
let desk: Hono<InboxApiEnv>;

beforeEach(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  settled = [];
  const opening = later<Workspace>();
  opening.open(Promise.resolve(w.workspace), () => expect.unreachable());
  const admit = admitTeam(opening);
  const store = {
    unanswered: async () => [{ key: 'k', text: 'Do you sell tents?', count: 2, lastAsked: 3 }],
    removeUnanswered: async () => true,
  } as unknown as KnowledgeStore;
  const editor = {
    progress: () => null,
    settle(_inbox: string, question: string) {
      settled.push(question);
      return { ok: true, file: 'tents.md.draft' } as const;
    },
  };
  desk = new Hono<InboxApiEnv>();
  desk.use(async (c, next) => {
    const admission = await admit(c.req.raw, OWN_MACHINE);
    if (!admission.ok) return c.json(admission, admission.status);
    c.set('asking', { caller: admission.caller, operator: null });
    return next();
  });
  desk.route('/', createKnowledgeApi(store, inboxesOf({ id: 'demo' }), editor));
});
afterEach(() => w.dispose());

const ask = (method: string, path: string, headers: Record<string, string>): Response | Promise<Response> =>
  desk.request(`${ORIGIN}${path}`, {
    method,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: '{}' }),
  });

it('a member reads the questions and dismisses one, and only an admin or a key begins an article', async () => {
  const mia = { cookie: (await w.invited(owner, 'member', 'Mia')).cookie };
  const bob = { cookie: (await w.invited(owner, 'admin', 'Bob')).cookie };
  expect((await ask('GET', '/demo/unanswered', mia)).status).toBe(200);
  const refused = await ask('POST', PATH, mia);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: 'FORBIDDEN', message: expect.stringContaining('admin') },
  ]);
  expect((await ask('POST', PATH, { cookie: '' })).status).toBe(401);
  expect(settled).toEqual([]);
  expect((await ask('DELETE', PATH, mia)).status).toBe(204);
  const issued = { orgId: owner.orgId, name: 'Editor', scopes: ['read', 'write'] };
  const { key } = (await w.post('/api/rpc/apiKeys/create', issued, owner)).body;
  for (const headers of [bob, { cookie: owner.cookie }, { 'x-api-key': key }])
    expect((await ask('POST', PATH, headers)).status).toBe(200);
  expect(settled).toHaveLength(3);
});
