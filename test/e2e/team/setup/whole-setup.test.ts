/**
 * From an empty organization to an answered visitor, by calls of the API alone: nothing is clicked at the console, and no file is
 * written for the server. The site is read over the whole way out, and the page has the policy that the API gives and no more.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXPECTED, fixtureSite, SITE } from '../../../../packages/workspace/test/setup/knowledge/fixture-site.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { chatOn } from '../../../support/chat/chat.js';
import { recordViolations } from '../../../support/page-checks/policy-violations.js';
import { freePort } from '../../../support/server/free-port.js';
import { type ServerInternet, startServerInternet } from '../../../support/server/server-internet.js';
import { Service } from '../../../support/server/start-service.js';
import { consoleOrigin, sessionOf } from '../../../support/server/team-session.js';
import { type OwnerCalls, ownerOf } from '../../../support/server/workspace-calls.js';
import { servePage } from '../../../support/sites/serve-page.js';

const QUESTION = 'On which shelf is item number 17?';
const browser = useBrowser();
const folder = mkdtempSync(join(tmpdir(), 'service-empty-'));
let internet: ServerInternet;
let service: Service;
let owner: OwnerCalls;
beforeAll(async () => {
  internet = await startServerInternet(fixtureSite().listener);
  const port = await freePort();
  const hosts = { PUBLIC_URL: `http://localhost:${port}`, WIDGET_URL: `http://127.0.0.1:${port}` };
  service = await Service.start({ port, inboxDir: folder, env: { ...internet.env, ...hosts } });
  owner = await ownerOf(service);
});
afterAll(async () => {
  await service?.dispose();
  await internet?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Every page of a source, with the column that it is in. */
async function ledgerOf(sourceId: string): Promise<readonly (readonly [string, string])[]> {
  const pages: [string, string][] = [];
  for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
    const { pages: page } = await owner.read('knowledge.get', { sourceId, cursor, limit: '40' });
    for (const { address, state } of page.items) pages.push([address.slice(SITE.length), state]);
    cursor = page.nextCursor;
  }
  return pages;
}

async function websiteSource(): Promise<string> {
  const { sourceId } = await owner.ask('knowledge.create', { type: 'website', website: { startUrl: SITE } });
  const stateOf = async () => (await owner.read('knowledge.get', { sourceId })).source.state;
  await expect.poll(stateOf, { timeout: 120_000 }).toBe('partly');
  return sourceId;
}

/** An AI agent with the source, whose test is passed. */
async function publishedAgent(sourceId: string): Promise<string> {
  const tests = [{ question: QUESTION, expect: 'answered' }];
  const { aiAgentId, version } = await owner.ask('aiAgents.create', { name: 'Hei', knowledgeIds: [sourceId], tests });
  await expect(owner.ask('aiAgents.publish', { aiAgentId, version })).rejects.toThrow('not tested');
  const passed = async () => {
    const { testRunId } = await owner.ask('aiAgents.runTests', { aiAgentId, version });
    const run = () => owner.read('aiAgents.getTestRun', { testRunId });
    await expect.poll(async () => (await run()).state, { timeout: 60_000 }).toBe('done');
    return (await run()).passed;
  };
  // What was read is there for answers a moment later.
  await expect.poll(passed, { timeout: 60_000 }).toBe(1);
  expect(await owner.ask('aiAgents.publish', { aiAgentId, version })).toMatchObject({ published: version });
  return aiAgentId;
}

/** A page with nothing but the code, and with a policy that allows nothing but what the API names. */
async function pageWith(inboxId: string, port: number) {
  const { text: code } = await owner.read('inboxes.embedCode', { inboxId });
  const { text: sources } = await owner.read('inboxes.embedCode', { inboxId, form: 'csp' });
  const html = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><p>Shop.</p>${code}</body></html>`;
  return servePage(html, port, `default-src 'none'; base-uri 'none'; form-action 'none'; ${sources}`);
}

/** What a member who is signed in does with a conversation. */
async function asMember(path: string, body?: object) {
  const response = await fetch(`${consoleOrigin(service)}/api/desk/conversations${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...(await sessionOf(service, 'Mia')), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

it('a website is inspected and read, an agent is tested and published, and a visitor is answered and taken over', async () => {
  const factsNow = async () => (await owner.read('onboarding.getStatus')).facts;
  expect(await factsNow()).toMatchObject({ inboxes: 0, articles: 0, publishedAgents: 0, hasMessages: false });
  const found = await owner.read('website.inspect', { url: SITE });
  expect(found).toMatchObject({ title: { value: 'Fixture shop' }, language: { value: 'en' } });

  const port = await freePort();
  const inbox = { name: found.title.value, allowedOrigins: [`http://localhost:${port}`], people: {} };
  const theme = { primaryColor: found.colour.value };
  const { inboxId, version } = await owner.ask('inboxes.create', { ...inbox, theme });
  const sourceId = await websiteSource();
  const ledger = await ledgerOf(sourceId);
  expect(ledger).toHaveLength(50);
  expect(Object.fromEntries(ledger)).toEqual(EXPECTED);
  const aiAgentId = await publishedAgent(sourceId);
  await owner.ask('inboxes.update', { inboxId, version, aiAgentId, state: 'live' });

  const page = await pageWith(inboxId, port);
  const visitor = await browser.newVisitor();
  const violations = await recordViolations(visitor.context);
  const shop = await visitor.visit(page.url);
  const chat = chatOn(shop);
  await chat.open();
  await chat.send(QUESTION);
  await chat.transcript.getByText('shelf 17', { exact: false }).first().waitFor();
  await chat.transcript
    .getByRole('group', { name: 'Sources' })
    .getByRole('button', { name: /Help 17/ })
    .click();
  const source = chat.transcript.getByRole('link', { name: 'Read the article' });
  expect(await source.getAttribute('href')).toBe(`${SITE}/help/17`);

  const frame = shop.frameLocator('iframe[src*="/widget/"]');
  await chat.send('Do you rent out kayaks?');
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();
  const { conversations } = await asMember('');
  expect(conversations).toMatchObject([{ inbox: inboxId, inboxName: 'Fixture shop', handler: 'queued' }]);
  const { items: gaps } = await owner.read('knowledge.gaps');
  expect(gaps).toMatchObject([{ text: 'Do you rent out kayaks?', inboxName: 'Fixture shop', aiAgentId }]);
  const { items: sources } = await owner.read('knowledge.list');
  expect(sources).toMatchObject([{ sourceId, type: 'website' }]);
  await asMember(`/${conversations[0].id}/take`, { clientId: 'take-0001' });
  await asMember(`/${conversations[0].id}/messages`, { clientId: 'reply-0001', text: 'I have it in my hand.' });
  await frame.getByText('You are talking to Mia').waitFor();
  await chat.transcript.getByText('I have it in my hand.').waitFor();
  expect(await factsNow()).toMatchObject({
    ...{ inboxes: 1, articles: 39, publishedAgents: 1, answeredBy: ['articles'], members: 2 },
    ...{ hasVisitors: true, hasMessages: true, lastTestRun: { passed: 1 } },
  });
  expect([violations.list, visitor.exceptions, visitor.consoleErrors]).toEqual([[], [], []]);
  await page.close();
}, 600_000);
