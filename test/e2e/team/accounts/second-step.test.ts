/** Ways into the console that take more than a password: an invitation with two-step sign-in, and an unconfirmed address. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type ReceivedMail, secretIn, startMailSink } from '../../../../packages/workspace/test/support/mail-sink.js';
import { oneTimeCode } from '../../../../packages/workspace/test/support/one-time-code.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { field, goTo, isSignedIn, openSignedIn, press } from '../../../support/chat/console-page.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { Service } from '../../../support/server/start-service.js';
import { consoleOrigin, memberCalled, OWNER, sessionOf } from '../../../support/server/team-session.js';
import { shopInboxes } from '../../../support/sites/shop-inbox.js';

const browser = useBrowser();
let service: Service;

beforeAll(async () => {
  service = await Service.start({ inboxDir: shopInboxes() });
});
afterAll(async () => service?.dispose());

it('a person with two-step sign-in joins a second organization with password and code', async () => {
  const member = memberCalled('Aksel');
  const post = async (path: string, body: object, name?: string) => {
    const headers = { 'content-type': 'application/json', ...(await sessionOf(service, name)) };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${consoleOrigin(service)}/api/${path}`, init)).json()) as Record<string, string>;
  };
  const { totpURI = '' } = await post('auth/two-factor/enable', { password: member.password }, member.name);
  const secret = new URL(totpURI).searchParams.get('secret') as string;
  // Where a minute ends in between, the code is too old.
  const turnOn = () => post('auth/two-factor/verify-totp', { code: oneTimeCode(secret, -1) }, member.name);
  await expect.poll(turnOn).toHaveProperty('user');
  const { orgId } = await post('rpc/organization/create', { name: 'Second shop' });
  const { link = '' } = await post('rpc/members/invite', { orgId, email: member.email });

  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  await page.goto(link);
  await field(page, 'Password').fill(member.password);
  await press(page, 'Sign in and join');
  await field(page, 'Code').fill(oneTimeCode(secret, 0));
  await page.keyboard.press('Enter');
  await isSignedIn(page);
  await goTo(page, 'Team');
  await page.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Second shop' });
});

it('an account whose address is not confirmed can have the mail sent again, and goes on by its link', async () => {
  const mail = await startMailSink();
  const own = await Service.start({ inboxDir: shopInboxes(), env: { SMTP_URL: mail.url } });
  onTestFinished(async () => {
    await own.dispose();
    await mail.dispose();
  });
  await sessionOf(own);
  const database = new DatabaseSync(join(own.dataDir, 'workspace.db'), { timeout: 60_000 });
  database.exec('UPDATE "user" SET "emailVerified" = 0');
  database.close();
  const { page, context } = await openSignedIn(browser, own, OWNER);
  await page.getByText(`A link is on its way to ${OWNER.email}.`, { exact: false }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await press(page, 'Send the mail again');
  await page.getByText('Sent. The link works for a day.').waitFor();
  const secret = secretIn(mail.mails.at(-1) as ReceivedMail, 'verify');
  const second = await context.newPage();
  await second.goto(`${consoleOrigin(own)}/console#verify=${secret}`);
  await second.getByText('Your email address is confirmed.').waitFor();
  await press(second, 'Go on');
  await isSignedIn(second);
  await press(page, 'I have opened the link');
  await isSignedIn(page);
});
