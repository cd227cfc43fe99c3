/** The team makes an AI agent at the console: asks it, tests it, publishes it, and is stopped where an answer would be lost. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WireClient } from '../../../../packages/realtime-server/test/support/wire-client.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { confirm, goTo } from '../../../support/chat/console-page.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { layoutFaults } from '../../../support/page-checks/layout-faults.js';
import { consoleOrigin, sessionOf } from '../../../support/server/team-session.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

const QUESTION = 'How long is the warranty of tents?';
const ORIGIN = 'https://havn.example';

async function ask<T>(procedure: string, body: object): Promise<T> {
  const origin = consoleOrigin(site.service);
  const headers = { ...(await sessionOf(site.service)), origin, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/api/rpc/${procedure}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

async function read<T>(procedure: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
  const headers = await sessionOf(site.service);
  const search = new URLSearchParams(query);
  return (await (
    await fetch(`${consoleOrigin(site.service)}/api/rpc/${procedure}?${search}`, { headers })
  ).json()) as T;
}

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

it('an AI agent is made, asked, tested and published, and what would be lost stops the next version', async () => {
  const { page, consoleErrors, exceptions } = await openConsole(browser, site);
  const { organizations } = await read<{ organizations: { orgId: string }[] }>('accounts/me');
  const orgId = organizations[0]?.orgId as string;
  await goTo(page, 'AI agents');
  await page.getByRole('textbox', { name: 'Name of the new AI agent, as visitors see it' }).fill('Hei');
  await press(page, 'Create an AI agent');
  await page.getByRole('heading', { name: 'Hei', exact: true }).waitFor();
  await page.getByText('Draft, not published').waitFor();

  const { items } = await read<{ items: { aiAgentId: string }[] }>('aiAgents/list', { orgId });
  const aiAgentId = items[0]?.aiAgentId as string;
  const article = { type: 'article', title: 'Warranty', text: 'Tents have a warranty of three years.' };
  const { sourceId } = await ask<{ sourceId: string }>('knowledge/create', { orgId, ...article });
  const stateOf = async (): Promise<string> =>
    (await read<{ source: { state: string } }>('knowledge/get', { orgId, sourceId })).source.state;
  await expect.poll(stateOf, { timeout: 60_000 }).toBe('ready');
  await page.getByRole('group', { name: 'What it knows' }).getByRole('checkbox', { name: 'Warranty' }).check();
  await press(page, 'Save the draft');
  await page.getByText('Saved as version 2, a draft.').waitFor();

  await region(page, 'Ask it').getByText('Version 2', { exact: false }).waitFor();
  await region(page, 'Ask it').getByRole('textbox', { name: 'Question' }).fill(QUESTION);
  await press(page, 'Ask');
  await region(page, 'Ask it').getByText('three years', { exact: false }).first().waitFor();

  await page.getByRole('spinbutton', { name: 'Pass on after so many answers' }).fill('1');
  await press(page, 'Add a test');
  await page.getByRole('textbox', { name: 'Question 1' }).fill(QUESTION);
  await press(page, 'Save the draft');
  await page.getByText('Saved as version 3, a draft.').waitFor();
  await press(page, 'Publish version 3');
  await page.getByRole('alert').getByText('This version was not tested.', { exact: false }).waitFor();
  await press(page, 'Run the test');
  await region(page, 'Test it').getByText('1 of 1 passed').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await press(page, 'Publish version 3');
  await page.getByText('Version 3 is published').first().waitFor();

  const inbox = { orgId, name: 'Tents', allowedOrigins: [ORIGIN], people: {}, aiAgentId, live: true };
  const { inboxId } = await ask<{ inboxId: string }>('inboxes/create', inbox);
  const visitor = await WireClient.join(site.service.port, { inbox: inboxId, origin: ORIGIN });
  visitor.say(QUESTION);
  await visitor.until(() => visitor.events.some(({ body }) => body.kind === 'handoff.requested'), 'the handoff');
  const answer = visitor.events.find(({ body }) => body.kind === 'answer.completed');
  expect(answer?.body).toMatchObject({ outcome: 'answered', agent: { id: aiAgentId, version: 3 } });
  expect(answer?.by.name).toBe('Hei');

  // The article is taken out of the draft: the test loses its answer.
  const { version } = await read<{ version: number }>('aiAgents/get', { orgId, aiAgentId });
  await ask('aiAgents/update', { orgId, aiAgentId, version, knowledgeIds: [] });
  await page.getByText('version 4 is a draft', { exact: false }).waitFor();
  await press(page, 'Run the test');
  await region(page, 'Test it').getByText('1 worse', { exact: false }).waitFor();
  await press(page, 'Publish version 4');
  const refusal = page.getByRole('alert').filter({ hasText: 'questions lose their answers' });
  await refusal.getByText(QUESTION).waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(layoutFaults)).toEqual([]);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await press(page, 'Publish version 4 all the same');
  await page.getByText('Version 4 is published').first().waitFor();
  await press(page, 'Go back to version 3');
  await page.getByText('Version 3 is published', { exact: false }).first().waitFor();

  await press(page, 'Delete this AI agent');
  await confirm(page, 'Delete Hei for good?', 'Delete this AI agent');
  await page.getByRole('alert').getByText('It answers in Tents.', { exact: false }).waitFor();

  // The team sees which version has answered.
  await goTo(page, 'Conversations');
  const queue = page.getByRole('navigation', { name: 'Conversations' });
  await queue.getByText('Tents', { exact: true }).waitFor();
  await queue.getByText(QUESTION).first().click();
  const thread = page.getByRole('log', { name: 'Conversation' });
  await thread.getByText('version 3', { exact: false }).waitFor();
  await thread.getByText('Passed on by the AI agent').waitFor();
  await visitor.close();
  // Of the refusals above.
  expect([consoleErrors.filter((line) => !line.includes('409')), exceptions]).toEqual([[], []]);
});
