/** The first account by the link of the server's start, a member by invitation, and a key: in the console, with two browsers. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { confirm, goTo } from '../../support/chat/console-page.js';
import { accessibilityViolations } from '../../support/page-checks/accessibility-violations.js';
import { Service } from '../../support/server/start-service.js';
import { consoleOrigin } from '../../support/server/team-session.js';
import { shopInboxes } from '../../support/sites/shop-inbox.js';

const browser = useBrowser();
let service: Service;

beforeAll(async () => {
  service = await Service.start({ inboxDir: shopInboxes({ people: { hours: 'Always' } }) });
});
afterAll(async () => service?.dispose());

const linkFile = (): string => join(service.dataDir, 'owner.link');
const asked = (key: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.origin}/api/desk/conversations`, { headers: { 'x-api-key': key }, ...init });

async function openPage(address = `${consoleOrigin(service)}/console`) {
  const person = await browser.newVisitor();
  const page = await person.context.newPage();
  await page.goto(address);
  return { ...person, page };
}

describe('a server without an account', () => {
  it('says where its owner link is, and asks for an account at every door', async () => {
    const { page } = await openPage();
    await page.getByText('This server has no account yet.').waitFor();
    expect((await fetch(`${service.origin}/ready`)).status).toBe(200);
    for (const path of ['/api/desk/conversations', '/api/rpc/accounts/me'])
      expect((await fetch(`${service.origin}${path}`)).status, path).toBe(401);
    expect(service.output).not.toContain('#owner=');
  });

  it('is taken by the one with the link, who invites a member and issues a key', async () => {
    const link = readFileSync(linkFile(), 'utf8').trim();
    const { page, exceptions } = await openPage(link);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The secret must not remain in the address, where the history or a shared screen would show it.
    expect(page.url()).toBe(`${consoleOrigin(service)}/console`);
    await page.getByLabel('Your organization').fill('Havn & Hei');
    await page.getByLabel('Your name, as visitors see it').fill('Ada');
    await page.getByLabel('Email').fill('ada@shop.example');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor();
    expect(existsSync(linkFile())).toBe(false);

    await goTo(page, 'Team');
    await page.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Havn & Hei' });
    await page.getByRole('textbox', { name: 'Email' }).fill('kim@shop.example');
    await page.getByRole('button', { name: 'Invite' }).click();
    const invitation = await page.getByLabel('Send this link to them').inputValue();
    await page.getByRole('button', { name: 'Done' }).click();
    // Without a mail server, the admin of the server sees what would have been sent.
    await page.getByText('No mail server is set up', { exact: false }).waitFor();
    await page.getByText('Ada invites you to Havn & Hei', { exact: true }).click();
    await page.getByText('Open this link within seven days', { exact: false }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    const { page: other } = await openPage(invitation);
    expect(await other.getByLabel('Email').inputValue()).toBe('kim@shop.example');
    await other.getByLabel('Your name, as visitors see it').fill('Kim');
    await other.getByLabel('Password').fill('another horse battery');
    await other.getByRole('button', { name: 'Join' }).click();
    await goTo(other, 'Team');
    await other.getByText('Kim (you)').waitFor();
    // A member sees no keys, and can invite no one.
    expect(await other.getByRole('heading', { name: 'Keys' }).count()).toBe(0);
    expect(await other.getByRole('heading', { name: 'Mail of this server' }).count()).toBe(0);
    expect(await other.getByRole('button', { name: 'Invite' }).count()).toBe(0);

    await page.getByRole('textbox', { name: 'Name of the new team' }).fill('Support');
    await page.getByRole('button', { name: 'Create a team' }).click();
    await page.getByRole('checkbox', { name: 'Kim' }).check();
    await page.getByLabel('Emoji').fill('🛟');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Edit Support');
    // The member sees the team, and can't change it.
    const seen = other.getByRole('region', { name: 'Teams' });
    await seen.getByText('🛟 Support').waitFor();
    await seen.getByText('Kim', { exact: true }).waitFor();
    expect(await seen.getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: 'Delete Support' }).click();
    await confirm(page, 'Delete Support for good?', 'Delete');
    await seen.getByText('There are no teams yet.').waitFor();

    // The server knows of the setup what is so: the inbox and its article, and that no page has shown the chat yet.
    const status = await page.evaluate(async () => {
      const { organizations } = await (await fetch('/api/rpc/accounts/me')).json();
      const { orgId } = organizations.find(({ slug }: { slug: string }) => slug === 'havn-hei');
      return (await fetch(`/api/rpc/onboarding/getStatus?orgId=${orgId}`)).json();
    });
    expect(status).toMatchObject({
      facts: { inboxes: 1, articles: 1, answeredBy: ['articles'], members: 2, hasVisitors: false, hasMessages: false },
      reached: { knowledge: true, agent: true, install: false, team: true },
    });

    const { page: late } = await openPage(invitation);
    await late.getByText('This invitation was used').waitFor();

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Help desk');
    await page.getByRole('button', { name: 'Issue a key' }).click();
    const key = await page.getByLabel('The new key.').inputValue();
    expect((await asked(key)).status).toBe(200);
    expect((await asked(key, { headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await confirm(page, 'Revoke it now?', 'Revoke');
    await expect.poll(async () => (await asked(key)).status).toBe(401);

    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('suspended').waitFor();
    await other.getByText('Your session has ended. Sign in again.').waitFor();
    await other.getByLabel('Email').fill('kim@shop.example');
    await other.getByLabel('Password').fill('another horse battery');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Your membership is suspended.', { exact: false }).waitFor();
    expect(exceptions).toEqual([]);
  });

  it('lets who signs out come back with the password, after a restart too', async () => {
    await service.restart();
    expect(existsSync(linkFile())).toBe(false);
    const { page } = await openPage();
    await page.getByLabel('Email').fill('ada@shop.example');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Ada', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await page.reload();
    await page.getByLabel('Email').waitFor();
  });
});
