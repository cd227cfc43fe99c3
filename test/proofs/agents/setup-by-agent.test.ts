/** An AI agent takes an empty workspace to a live inbox, with no more than the permission for it; its owner sees it, and publishes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WireClient } from '../../../packages/realtime-server/test/support/wire-client.js';
import { byAdapter, byCredential, byLinkedAccount, SETUP_WRITES, type WayIn } from '../../support/agents/ways-in.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { goTo } from '../../support/chat/console-page.js';
import { openConsole } from '../../support/chat/open-console.js';
import { Service } from '../../support/server/start-service.js';
import { type OwnerCalls, ownerOf } from '../../support/server/workspace-calls.js';
import { QUESTION, setUp } from './set-up.js';

const READS = [
  ...['onboarding.agentGuide', 'onboarding.getState', 'onboarding.getStatus', 'knowledge.list', 'knowledge.get'],
  ...['aiAgents.list', 'aiAgents.get', 'inboxes.list', 'inboxes.get'],
];
const SHOP = 'https://havn.example';

/** The short run has the one that crosses the most: discovery, registration, the person's page, and MCP. */
const WAYS: readonly (readonly [string, WayIn])[] = [
  ['an account that a person has linked in the browser', byLinkedAccount],
  ['a credential', byCredential],
  ['a credential, through the local adapter', byAdapter],
];
const TRIED = process.env.LONG === '1' ? WAYS : WAYS.slice(0, 1);

const browser = useBrowser();
let folder: string;
let service: Service;
let owner: OwnerCalls;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  service = await Service.start({ inboxDir: folder });
  owner = await ownerOf(service);
});
afterEach(async () => {
  await service.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** The owner chooses what sets a workspace up, and nothing else. */
async function allowSetup(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Notebook asks for access' }).waitFor();
  await page.getByText('Not verified:').waitFor();
  await page.getByRole('radio', { name: 'What I choose' }).check();
  const setup = page.getByRole('group', { name: 'Set up the workspace' }).getByRole('checkbox');
  expect(await setup.count()).toBe(SETUP_WRITES.length);
  for (const each of await setup.all()) {
    expect(await each.isChecked()).toBe(false);
    await each.check();
  }
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Linked.').waitFor();
}

it.each(TRIED)('an agent sets a workspace up by %s', async (_way, wayIn) => {
  const { page } = await openConsole(browser, { service });
  const agent = await wayIn(service, owner.orgId, async (address) => {
    await page.goto(address);
    await allowSetup(page);
  });
  expect([...(await agent.operations())].sort()).toEqual([...SETUP_WRITES, ...READS].sort());
  const before = await owner.read('onboarding.getStatus');
  expect(before).toMatchObject({ facts: { inboxes: 0, articles: 0, aiAgents: 0 }, percent: 0 });

  // Its owner looks on: nothing is loaded again from here to the end.
  await page.goto(`${new URL(page.url()).protocol}//localhost:${service.port}/console`);
  await goTo(page, 'Team');
  const cards = page.getByRole('region', { name: /^Set up/ }).getByRole('listitem');
  const cardsThatAre = async (state: 'Done' | 'Open') =>
    cards
      .filter({ has: page.getByRole('img', { name: state }) })
      .getByRole('heading')
      .allTextContents();
  await expect.poll(() => cardsThatAre('Open')).toHaveLength(7);

  const { inboxId, aiAgentId } = await setUp(agent, SHOP);
  await expect(agent.call('aiAgents.publish', { aiAgentId, version: 1 })).rejects.toThrow('not_granted');
  await expect(agent.call('members.list')).rejects.toThrow('not_granted');
  await agent.close();

  expect(await owner.read('onboarding.getStatus')).toMatchObject({
    facts: { articles: 1, inboxes: 1, aiAgents: 1, publishedAgents: 0, lastTestRun: { passed: 2, failed: 0 } },
    reached: { business: true, knowledge: true, tests: true, look: true, agent: false, install: false },
  });
  await expect.poll(() => cardsThatAre('Done')).toEqual(['The business', 'Knowledge', 'Tests', 'The look']);
  await cards.filter({ hasText: 'Knowledge' }).getByText('1 article to answer from.').waitFor();
  await goTo(page, 'Inboxes');
  const inboxes = page.getByRole('region', { name: 'Inboxes' }).getByRole('listitem');
  await inboxes.filter({ hasText: SHOP }).getByText('Live').waitFor();
  await goTo(page, 'AI agents');
  await page.getByText('Draft, not published').first().waitFor();

  await owner.ask('aiAgents.publish', { aiAgentId, version: 1 });
  const visitor = await WireClient.join(service.port, { inbox: inboxId, origin: SHOP });
  visitor.say(QUESTION);
  const answer = () => visitor.events.find(({ body }) => body.kind === 'answer.completed');
  await visitor.until(() => answer() !== undefined, 'the answer');
  expect(answer()?.body).toMatchObject({ outcome: 'answered', agent: { id: aiAgentId, version: 1 } });
  await visitor.close();
  await expect
    .poll(async () => (await owner.read('onboarding.getStatus')).reached)
    .toMatchObject({ agent: true, install: true });
  await goTo(page, 'Team');
  await expect.poll(() => cardsThatAre('Open')).toEqual(['The team']);
});
