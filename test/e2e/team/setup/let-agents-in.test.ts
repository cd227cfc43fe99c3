/** A person lets programs of AI agents in, by a credential or by linking them, and takes it back: in the console. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linkProgram } from '../../../support/agents/linked-program.js';
import { mcpAddress } from '../../../support/agents/ways-in.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { confirm, goTo } from '../../../support/chat/console-page.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { layoutFaults } from '../../../support/page-checks/layout-faults.js';
import { Service } from '../../../support/server/start-service.js';
import { consoleOrigin } from '../../../support/server/team-session.js';
import { ownerOf } from '../../../support/server/workspace-calls.js';

const browser = useBrowser();
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };
const SHOWN = 'The new credential. It is not shown again.';

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-inboxes-'));
  service = await Service.start({ inboxDir: folder });
  await (await ownerOf(service)).ask('organization.create', { name: 'Second' });
});
afterAll(async () => {
  await service?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const credentials = (page: Page) => page.getByRole('region', { name: 'Agent credentials' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function execute(key: string, operationId: string, input: object = {}): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `${consoleOrigin(service)}/api/agents/execute`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ operationId, input }) })).status;
}

/** Fills the form in, with what it is set to at first. */
async function fill(page: Page, name: string): Promise<void> {
  await press(page, 'Issue a credential');
  const form = page.getByRole('form', { name: 'Issue a credential' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('radio', { name: 'Read only' }).waitFor();
}

async function issue(page: Page, name: string): Promise<string> {
  await fill(page, name);
  await press(page, 'Allow and issue');
  return credentials(page).getByLabel(SHOWN).inputValue();
}

async function openTeam(page: Page): Promise<void> {
  await goTo(page, 'Team');
  await page.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Havn & Hei' });
  await credentials(page).waitFor();
}

it('a credential is issued for what was chosen, shown once, copied, and revoked', async () => {
  const { page, context, consoleErrors, exceptions } = await openConsole(browser, { service });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTeam(page);
  await fill(page, 'Editor');
  await page.getByRole('radio', { name: 'What I choose' }).check();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Allow and issue' }).isDisabled()).toBe(true);
  await page.getByRole('searchbox', { name: 'Find further changes' }).fill('no such thing');
  await page.getByText('Nothing is called so.').waitFor();
  await page.getByRole('searchbox', { name: 'Find further changes' }).fill('team');
  await page
    .getByRole('group', { name: 'Organization', exact: true })
    .getByRole('checkbox', { name: 'Create a team' })
    .check();
  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size);
    expect(await page.evaluate(layoutFaults)).toEqual([]);
  }
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'For' }).selectOption({ label: '1 day' });
  await press(page, 'Allow and issue');

  const key = await credentials(page).getByLabel(SHOWN).inputValue();
  await page.getByText('It is not revoked by that', { exact: false }).waitFor();
  await press(page, 'Copy');
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await execute(key, 'teams.create', { name: 'Night shift' })).toBe(200);
  expect(await execute(key, 'members.list')).toBe(403);
  await press(page, 'Done');
  expect(await credentials(page).getByLabel(SHOWN).count()).toBe(0);
  expect(await execute(key, 'onboarding.getState')).toBe(200);

  const row = credentials(page).getByRole('listitem').filter({ hasText: 'Editor' });
  await row.getByText('what you chose', { exact: false }).waitFor();
  await row.getByRole('button', { name: 'Revoke' }).click();
  await confirm(row, 'Revoke it now?', 'Revoke');
  await row.waitFor({ state: 'detached' });
  expect(await execute(key, 'onboarding.getState')).toBe(401);
  expect([consoleErrors, exceptions]).toEqual([[], []]);
});

it('a credential that is shown is gone with the page and with the organization, and stays valid', async () => {
  const { page } = await openConsole(browser, { service });
  await openTeam(page);
  const first = await issue(page, 'First');
  await goTo(page, 'Knowledge');
  await openTeam(page);
  await credentials(page).getByText('First').waitFor();
  expect(await credentials(page).getByLabel(SHOWN).count()).toBe(0);

  const second = await issue(page, 'Second one');
  const organization = page.getByRole('combobox', { name: 'Organization' });
  await organization.selectOption({ label: 'Second' });
  expect(await credentials(page).getByLabel(SHOWN).count()).toBe(0);
  await organization.selectOption({ label: 'Havn & Hei' });
  await credentials(page).getByText('Second one').waitFor();
  expect(await credentials(page).getByLabel(SHOWN).count()).toBe(0);
  for (const key of [first, second]) expect(await execute(key, 'organization.get')).toBe(200);
});

it('where the answer was lost, the list shows what was issued before a person tries again', async () => {
  const { page } = await openConsole(browser, { service });
  await openTeam(page);
  await fill(page, 'Lost');
  let lost = '';
  await page.route('**/api/agents/credentials', async (route) => {
    lost = (await (await route.fetch()).json()).key;
    await route.abort();
  });
  await press(page, 'Allow and issue');
  await page.getByRole('alert').getByText('If the list above has a new credential of this name, revoke it').waitFor();
  const row = credentials(page).getByRole('listitem').filter({ hasText: 'Lost' });
  await row.waitFor();
  expect(await execute(lost, 'organization.get')).toBe(200);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await confirm(row, 'Revoke it now?', 'Revoke');
  await row.waitFor({ state: 'detached' });
  expect(await execute(lost, 'organization.get')).toBe(401);
});

const INFO = { name: 'W'.repeat(80), version: '1.0.0' };

it('a program is linked on a page that its name can’t break, is listed, and revoked', async () => {
  const { page, exceptions } = await openConsole(browser, { service });
  const client = await linkProgram(mcpAddress(service), INFO, async (address) => {
    const answer = await page.goto(address);
    expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
    await page.getByRole('heading', { name: 'asks for access' }).waitFor();
    await page.getByRole('radio', { name: 'Read only', checked: true }).waitFor();
    await page.getByText('Not verified:').waitFor();
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      expect(await page.evaluate(layoutFaults)).toEqual([]);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Workspace' }).selectOption({ label: 'Havn & Hei' });
    await press(page, 'Allow');
    await page.getByText('Linked.').waitFor();
  });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('organization__get');

  await page.goto(`${consoleOrigin(service)}/console`);
  await openTeam(page);
  const row = page.getByRole('region', { name: 'Linked programs' }).getByRole('listitem');
  await row.getByText('read only', { exact: false }).waitFor();
  await row.getByText('127.0.0.1:', { exact: false }).waitFor();
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(layoutFaults)).toEqual([]);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await confirm(row, 'Revoke it now?', 'Revoke');
  await row.waitFor({ state: 'detached' });
  await expect(client.callTool({ name: 'organization__get', arguments: {} })).rejects.toThrow(UnauthorizedError);
  await client.close();
  expect(exceptions).toEqual([]);
});

it('a person says no, and the program hears it', async () => {
  const { page } = await openConsole(browser, { service });
  const linking = linkProgram(mcpAddress(service), { ...INFO, name: 'Notebook' }, async (address) => {
    await page.goto(address);
    await press(page, 'Refuse');
    await page.getByText('Linked.').waitFor();
  });
  await expect(linking).rejects.toThrow('User denied access');
});

it('a request that was changed on its way is refused in words, with the way back', async () => {
  const { page } = await openConsole(browser, { service });
  await page.goto(
    `${consoleOrigin(service)}/console?changed#connect?client_id=x&redirect_uri=https://a.example&ba_pl=1`,
  );
  await page.getByRole('alert').getByText('This request was changed on its way').waitFor();
  await press(page, 'To the console');
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
});
