/** Mail of the server in a browser: an invitation whose link is counted, the page that ends a topic, and what comes back by command. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMasterKey } from '../../../packages/workspace/dist/database/secrets/master-key.js';
import { openMailKey } from '../../../packages/workspace/dist/mail/links/mail-key.js';
import { mailLinks } from '../../../packages/workspace/dist/mail/links/mail-links.js';
import { deliveryReport } from '../../../packages/workspace/test/support/bounces.js';
import { type MailSink, startMailSink } from '../../../packages/workspace/test/support/mail-sink.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { accessibilityViolations } from '../../support/page-checks/accessibility-violations.js';
import { ROOT } from '../../support/runs/repository.js';
import { Service } from '../../support/server/start-service.js';
import { consoleOrigin, sessionOf } from '../../support/server/team-session.js';
import { shopInboxes } from '../../support/sites/shop-inbox.js';

const browser = useBrowser();
let service: Service;
let sink: MailSink;

beforeAll(async () => {
  sink = await startMailSink();
  service = await Service.start({
    inboxDir: shopInboxes(),
    env: { SMTP_URL: sink.url, MAIL_TRACKING: 'on', MAIL_BOUNCES: 'bounces@shop.example' },
  });
});
afterAll(async () => {
  await service?.dispose();
  await sink?.dispose();
});

type Call = (path: string, body?: object) => Promise<Record<string, never>>;

async function owner(): Promise<Call> {
  const headers = await sessionOf(service);
  return async (path, body) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const sent = { 'content-type': 'application/json', ...headers };
    const answer = await fetch(`${service.origin}/api/rpc/${path}`, { headers: sent, ...init });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return answer.json();
  };
}

async function invite(call: Call): Promise<{ readonly html: string; readonly from: string }> {
  const { organizations } = (await call('accounts/me')) as { readonly organizations?: { readonly orgId: string }[] };
  const before = sink.mails.length;
  await call('members/invite', { orgId: organizations?.[0]?.orgId, email: 'bob@shop.example', role: 'member' });
  await expect.poll(() => sink.mails.length, { timeout: 60_000 }).toBe(before + 1);
  const mail = sink.mails.at(-1);
  return { html: (await PostalMime.parse(mail?.raw ?? '')).html ?? '', from: mail?.from ?? '' };
}

it('an invitation is accepted through its counted link, whose secret the server never saw', async () => {
  const call = await owner();
  const { html } = await invite(call);
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setContent(html);
    expect(await accessibilityViolations(page)).toEqual([]);
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('link', { name: 'Accept the invitation' }).click();
  await expect.poll(() => page.getByLabel('Email').inputValue(), { timeout: 60_000 }).toBe('bob@shop.example');
  expect(asked[0]).toContain('/api/mail/click/');
  const { metrics } = (await call('admin/emails/metrics')) as { readonly metrics?: object };
  expect(metrics).toMatchObject({ totalSent: 1, uniqueClicks: 1, uniqueOpens: 1 });
});

it('a topic ends by the button of a page that works without a script, in the light and in the dark', async () => {
  const call = await owner();
  const { userId = '' } = (await call('accounts/me')) as { readonly userId?: string };
  await call('emails/preferences', { userId, topics: true });
  const key = openMailKey(readMasterKey(null, service.dataDir).derive('mail-links'));
  const link = mailLinks(key, consoleOrigin(service)).unsubscribe(userId, 'digest');
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(link);
    expect(await accessibilityViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const { topics } = (await call('emails/preferences')) as { readonly topics?: object };
  expect(topics).toEqual({ announcements: true, digest: false });
});

it('what the mail server sent back is recorded by a command beside the server', async () => {
  const call = await owner();
  const { from } = await invite(call);
  const read = (input: string): Promise<string> => {
    const env = { PATH: process.env.PATH, DATA_DIR: service.dataDir, PORT: String(service.port) };
    const command = spawn(process.execPath, ['-e', COMMAND], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    command.stdin.end(input);
    return text(command.stdout);
  };
  const report = deliveryReport({ to: from });
  expect(await read(report)).toBe('Messages: 1\n  mail that could not be delivered: 1\n');
  expect(await read(report)).toBe('Messages: 1\n  recorded before: 1\n');
  const { metrics } = (await call('admin/emails/metrics')) as { readonly metrics?: object };
  expect(metrics).toMatchObject({ totalBounced: 1 });
});

const COMMAND = `import(${JSON.stringify(join(ROOT, 'packages/service/dist/commands/bounces-command.js'))})
  .then(async ({ runBouncesCommand }) => { process.exitCode = await runBouncesCommand([]); });`;
