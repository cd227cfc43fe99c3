// @vitest-environment happy-dom
/** Who answers from a source, and what a new AI agent answers from. */
import { act } from 'preact/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import type { Me } from '../../src/session/use-session.js';
import { AgentsPage } from '../../src/team/setup/ai-agents/agents-page.js';
import { KnowledgePage } from '../../src/team/setup/knowledge/knowledge-page.js';
import { type Drawn, drawn, serve, write } from '../support.js';

const me = { organizations: [{ orgId: 'org_1', name: 'Havn', role: 'owner', approved: true }] } as unknown as Me;
const source = (sourceId: string, fields: object = {}) => ({
  ...{ sourceId, type: 'article', managedBy: 'console', title: `About ${sourceId}`, state: 'ready', problem: null },
  ...{ url: null, passages: 1, hasMore: false, version: 1, aiAgentIds: [], inboxIds: [] },
  pages: { waiting: 0, read: 1, skipped: 0, failed: 0 },
  ...fields,
});
const page = { me, orgId: null, onOrganization: () => undefined };

let shown: Drawn;
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('a source that no AI agent and no inbox has says so, and the way to visitors is named with links', async () => {
  const items = [source('src_1'), source('src_2', { aiAgentIds: ['agt_1'] }), source('f_1', { inboxIds: ['demo'] })];
  serve({ '/api/rpc/knowledge/list': { items }, '/api/rpc/aiAgents/list': { items: [], models: [] } });
  shown = await drawn(<KnowledgePage {...page} />);
  const rows = () => [...shown.root.querySelectorAll('[aria-labelledby="sources"] .rows > li')];
  await expect.poll(() => rows().length).toBe(3);
  expect(rows().map((row) => row.textContent?.includes('Used by no one yet'))).toEqual([true, false, false]);
  const links = [...shown.root.querySelectorAll('[aria-labelledby="sources"] > .hint a')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#/agents/org_1', '#/inboxes/org_1']);
});

it('a new AI agent has all sources of the organization, from each page of their list', async () => {
  const created: unknown[] = [];
  const listed: Readonly<Record<string, object>> = {
    '': { items: [source('f_1', { type: 'folder' }), source('src_1')], nextCursor: 'src_1' },
    src_1: { items: [source('src_2')] },
  };
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/knowledge/list')) return Response.json(listed[searchParams.get('cursor') ?? '']);
    if (!pathname.endsWith('/aiAgents/create')) return Response.json({ items: [], models: [] });
    created.push(await request.json());
    return Response.json({ aiAgentId: 'agt_1' });
  });
  const onOpen = vi.fn();
  shown = await drawn(<AgentsPage {...page} open={null} onOpen={onOpen} />);
  await write(shown.root.querySelector('[name="name"]'), 'Hei');
  await act(async () => shown.root.querySelector('form')?.requestSubmit());
  await expect.poll(() => onOpen.mock.calls).toEqual([['org_1', 'agt_1']]);
  expect(created).toMatchObject([{ orgId: 'org_1', name: 'Hei', knowledgeIds: ['src_1', 'src_2'] }]);
});
