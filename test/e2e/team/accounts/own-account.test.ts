/** A person's own account in the console: two-step sign-in, other browsers, the password, and mail. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oneTimeCode } from '../../../../packages/workspace/test/support/one-time-code.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { enterPassword, field, isSignedIn, openSignedIn, press } from '../../../support/chat/console-page.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { layoutFaults } from '../../../support/page-checks/layout-faults.js';
import { Service } from '../../../support/server/start-service.js';
import { type Member, memberCalled, sessionOf } from '../../../support/server/team-session.js';
import { shopInboxes } from '../../../support/sites/shop-inbox.js';

const browser = useBrowser();
let service: Service;

beforeAll(async () => {
  service = await Service.start({ inboxDir: shopInboxes() });
});
afterAll(async () => service?.dispose());

const openPage = (member: Member) => openSignedIn(browser, service, member);
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? null);

/** Each test has a member of its own: how often an account signs in is limited. */
async function memberOf(name: string): Promise<Member> {
  await sessionOf(service, name);
  return memberCalled(name);
}

async function openAccount(page: Page, { name }: Member): Promise<void> {
  await press(page, name);
  await press(page, 'Your account');
  await page.getByText('This browser').waitFor();
}

it('two-step sign-in is set up with an app, asked for at the next sign-in, and turned off with the password', async () => {
  const member = await memberOf('Tove');
  const { page, context, exceptions } = await openPage(member);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAccount(page, member);
  expect(await focused(page)).toBe('Your account');

  // All of it by keyboard: the focus is where the next input is.
  await section(page, 'Two-step sign-in').getByRole('button', { name: 'Set up' }).press('Enter');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This is not your password. Try again.').waitFor();
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  const secret = await field(page, 'Or type this secret into the app').inputValue();
  await press(page, 'Copy the secret');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret.replaceAll(' ', ''));
  await field(page, 'Code').fill('000000');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This code is wrong.', { exact: false }).waitFor();
  const first = oneTimeCode(secret, -1);
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await page.getByText('Two-step sign-in is on.').waitFor();
  expect(await focused(page)).toBe('Your backup codes');
  const downloading = page.waitForEvent('download');
  await press(page, 'Download');
  const codes = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\n');
  expect(codes).toEqual(await page.locator('.backup-codes li').allTextContents());
  expect(codes).toHaveLength(10);
  await press(page, 'I have stored them');
  expect(await page.getByText(codes[0] as string).count()).toBe(0);

  await press(page, member.name);
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await enterPassword(page, member);
  await field(page, 'Code').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  // It was used when this was set up.
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await page.keyboard.type(oneTimeCode(secret, 0));
  await page.keyboard.press('Enter');
  await isSignedIn(page);

  const { page: phone } = await openPage(member);
  await press(phone, 'Use a backup code');
  await phone.keyboard.type('none of them');
  await phone.keyboard.press('Enter');
  await phone.getByRole('alert').getByText('This backup code is wrong, or was used.', { exact: false }).waitFor();
  await phone.keyboard.type(codes[0] as string);
  await phone.keyboard.press('Enter');
  await isSignedIn(phone);
  await openAccount(phone, member);
  await press(phone, 'Turn off');
  await phone.keyboard.type(member.password);
  await phone.keyboard.press('Enter');
  await phone.getByText('Two-step sign-in is off.').waitFor();
  await phone.getByRole('button', { name: 'Set up' }).waitFor();
  expect(exceptions).toEqual([]);
});

it('a browser that asks for a code too often begins again with the password', async () => {
  const member = await memberOf('Bo');
  const { page } = await openPage(member);
  await openAccount(page, member);
  await section(page, 'Two-step sign-in').getByRole('button', { name: 'Set up' }).click();
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  const secret = await field(page, 'Or type this secret into the app').inputValue();
  await field(page, 'Code').fill(oneTimeCode(secret, 0));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your backup codes' }).waitFor();
  // The session has a new cookie: what was on its way with the old one is refused, and the codes are still shown.
  const late = { status: 401, json: { code: 'UNAUTHORIZED', message: 'Sign in.' } };
  await page.route('**/api/desk/conversations', (route) => route.fulfill(late), { times: 1 });
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/desk/conversations') && answer.status() === 401),
    page.waitForResponse((answer) => answer.url().endsWith('/api/desk/conversations') && answer.ok()),
  ]);
  await press(page, 'I have stored them');

  const { page: other } = await openPage(member);
  for (let n = 0; n < 6; n++) {
    await field(other, 'Code').fill(`00000${n}`);
    await Promise.all([other.waitForResponse(/verify-totp/), other.keyboard.press('Enter')]);
  }
  await other.getByRole('alert').getByText('Too many wrong codes. Sign in with your password again.').waitFor();
  await field(other, 'Password').waitFor();

  await press(page, 'Turn off');
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await page.getByText('Two-step sign-in is off.').waitFor();
});

it('another browser is signed out from the list, and its page shows it', async () => {
  const member = await memberOf('Liv');
  const { page } = await openPage(member);
  await isSignedIn(page);
  const { page: other } = await openPage(member);
  await openAccount(other, member);
  await openAccount(page, member);
  const list = section(page, 'Where you are signed in');
  const rows = list.getByRole('listitem');
  await press(page, 'Sign out everywhere else');
  await list.getByText('You are signed out everywhere else.').waitFor();
  await other.getByText('Your session has ended. Sign in again.').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await focused(page)).toBe('Where you are signed in');

  await enterPassword(other, member);
  await isSignedIn(other);
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).textContent()).toMatch(/Chrome on \w+This browser/);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out Chrome on/ })
    .click();
  await list.getByText(/Chrome on \w+ is signed out\./).waitFor();
  await other.getByText('Your session has ended. Sign in again.').waitFor();
  await press(page, 'Sign out this browser');
  await field(page, 'Email').waitFor();
});

it('what mail one wants is stored at once, and taken back where it could not be', async () => {
  const member = await memberOf('Pia');
  const { page } = await openPage(member);
  await openAccount(page, member);
  const digest = page.getByRole('checkbox', { name: /^Digest/ });
  const often = page.getByRole('combobox', { name: 'How often' });
  await digest.check();
  await often.selectOption('Once a week');
  await section(page, 'Email preferences').getByText('Saved.').waitFor();
  await page.reload();
  await openAccount(page, member);
  expect([await digest.isChecked(), await often.inputValue()]).toEqual([true, 'weekly']);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.route('**/api/rpc/emails/preferences', (route) => route.abort());
  await digest.click();
  await page.getByRole('alert').getByText('The server can’t be reached.', { exact: false }).waitFor();
  await expect.poll(() => digest.isChecked()).toBe(true);
});

it('nothing on the page is cut off on a small phone, from right to left, with a long address', async () => {
  const member = await memberOf('Lena');
  const { page } = await openPage(member);
  await isSignedIn(page);
  await page.route('**/api/rpc/accounts/me', async (route) => {
    const answer = await route.fetch();
    const me = await answer.json();
    await route.fulfill({
      response: answer,
      json: { ...me, name: 'N'.repeat(80), email: `${'a'.repeat(230)}@x.example` },
    });
  });
  await page.reload();
  await openAccount(page, member);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((value) => {
      document.documentElement.dir = value;
    }, dir);
    expect(await page.evaluate(layoutFaults), dir).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await accessibilityViolations(page)).toEqual([]);
});

it('a new password ends the other browsers and is the one that signs in', async () => {
  const member = await memberOf('Nils');
  const next = 'quite another password';
  const { page } = await openPage(member);
  await openAccount(page, member);
  const { page: other } = await openPage(member);
  await isSignedIn(other);
  const form = page.getByRole('form', { name: 'Change your password' });
  const change = async (from: string, to: string): Promise<void> => {
    await field(page, 'Current password').fill(from);
    await page.getByLabel('New password').fill(to);
    await form.getByRole('button').click();
  };
  await change('not the password', next);
  await form.getByRole('alert').getByText('This is not your password.', { exact: false }).waitFor();
  await change(member.password, next);
  await page.getByText('Your password is changed.', { exact: false }).waitFor();
  await other.getByText('Your session has ended. Sign in again.').waitFor();
  await enterPassword(other, member);
  await other.getByRole('alert').getByText('The email address or the password is wrong.', { exact: false }).waitFor();
  await enterPassword(other, { ...member, password: next });
  await isSignedIn(other);
  await change(next, member.password);
  await other.getByText('Your session has ended. Sign in again.').waitFor();
});
