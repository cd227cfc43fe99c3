// @vitest-environment happy-dom
/** What a person is shown before they publish a version of an AI agent. */
import { afterEach, expect, it, vi } from 'vitest';
import { AgentView } from '../../src/team/setup/ai-agents/agent-view.js';
import { button, type Drawn, drawn, press, serve, write } from '../support.js';

const at = '2026-11-28T10:00:00.000Z';
const agent = {
  ...{ aiAgentId: 'agt_1', name: 'Hei', version: 2, published: 1, lastRun: null, createdAt: at, updatedAt: at },
  ...{ title: null, instructions: null, model: null, linkHosts: [], tests: [], inboxes: [] },
  handoff: { onUnknown: 'offer', afterTurns: null },
  knowledgeIds: ['src_1'],
  versions: [
    { version: 2, state: 'draft', createdAt: at, publishedAt: null },
    { version: 1, state: 'published', createdAt: at, publishedAt: at },
  ],
};
let shown: Drawn;

async function open(fields: Partial<typeof agent>): Promise<void> {
  serve({
    '/api/rpc/aiAgents/get': { ...agent, ...fields },
    '/api/rpc/aiAgents/list': { items: [], models: [] },
    '/api/rpc/knowledge/list': { items: [] },
  });
  shown = await drawn(<AgentView orgId="org_1" aiAgentId="agt_1" mayManage onClose={() => undefined} />);
  await expect.poll(() => publish()).toBeDefined();
}
const publish = () => button(shown.root, 'Publish version 2');
const section = () => shown.root.querySelector('[aria-labelledby="versions"]')?.textContent;

afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

it('a draft is published when what is written is saved, not before', async () => {
  await open({});
  expect(publish()?.disabled).toBe(false);
  await write(shown.root.querySelector('form input'), 'Hei du');
  expect(publish()?.disabled).toBe(true);
  const described = document.getElementById(publish()?.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toContain('Save the draft first');
  await press(button(shown.root, 'Discard changes'));
  expect(publish()?.disabled).toBe(false);
  expect(section()).not.toContain('Save the draft first');
});

it('a draft without sources is published with a warning', async () => {
  await open({ knowledgeIds: [] });
  expect(section()).toContain('Version 2 has no sources');
  await shown.close();
  await open({});
  expect(section()).not.toContain('no sources');
});
