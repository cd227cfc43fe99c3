/** Visitors in the queue see their position, which changes without a reload, and whether operators are available. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

/** Long enough for several visits of the shop on a busy machine. */
const PATIENT = { timeout: 240_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('a waiting visitor sees their position, that no operator is available, and then that they are next', async () => {
  const queued = async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    const chat = chatOn(page);
    await chat.open();
    await chat.send('do you sell bicycles?');
    await frame.getByRole('button', { name: 'Talk to a person' }).click();
    return { visitor, page, frame, chat };
  };
  const first = await queued();
  await first.frame.locator('.queue-position').getByText('You are next').waitFor();
  await first.frame.locator('.queue-status-text').getByText('No one is available right now.').waitFor();
  const second = await queued();
  await second.frame.locator('.queue-position').getByText('You are number 2 in line').waitFor();

  // A call to the inbox API makes an operator present, who then takes the first conversation.
  const { conversations } = await inboxApi(site.service, '');
  await first.frame
    .locator('.queue-status-text')
    .getByText('No one is available right now.')
    .waitFor({ state: 'detached' });
  await inboxApi(site.service, `/${conversations[0]?.id}/take`, { clientId: 'desk-0001', name: 'Ingrid' });
  await first.frame.getByText('You are talking to Ingrid').waitFor();
  await first.frame.locator('.queue-status').waitFor({ state: 'detached' });
  await second.frame.locator('.queue-position').getByText('You are next').waitFor();
  await second.frame.locator('.queue-status [aria-live]').getByText('You are next').waitFor({ state: 'attached' });

  // A reload shows the same position.
  await second.page.reload();
  await second.chat.reopened();
  await second.frame.locator('.queue-position').getByText('You are next').waitFor();
  await second.frame.getByRole('button', { name: 'Back to the assistant' }).click();
  await second.frame.locator('.queue-status').waitFor({ state: 'detached' });
  for (const { visitor } of [first, second]) expect([visitor.consoleErrors, visitor.exceptions]).toEqual([[], []]);
});

it('outside opening hours the offer shows when operators are back, and a visitor can wait anyway', async () => {
  const file = join(site.inboxDir, 'demo/inbox.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  // Closed now and open in an hour, at any time of day.
  const clock = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  const hours = [`${clock(60)}-${clock(-60)}`.replace('-00:00', '-24:00')];
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const weekly = Object.fromEntries(days.map((day) => [day, hours]));
  writeFileSync(file, JSON.stringify({ ...settings, people: { opening: { timeZone: 'UTC', weekly } } }));

  const visitor = await browser.newVisitor();
  const page = await visitor.visit(site.shop);
  const chat = chatOn(page);
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  await chat.open();
  await expect
    .poll(async () => {
      await page.reload();
      await chat.reopened();
      await chat.send('do you sell bicycles?');
      await frame.getByRole('button', { name: 'Talk to a person' }).last().waitFor();
      return frame.getByText(/^Closed now\. Back .*, your time$/).count();
    }, PATIENT)
    .toBeGreaterThan(0);
  await frame.getByRole('button', { name: 'Talk to a person' }).last().click();
  await frame
    .locator('.queue-status-text')
    .getByText(/^Closed now\. Back .*, your time$/)
    .waitFor();
  await frame
    .locator('.queue-status-text')
    .getByText('Your messages are saved, and the reply will appear here.')
    .waitFor();
  await frame.locator('.queue-position').waitFor();
  expect([visitor.consoleErrors, visitor.exceptions]).toEqual([[], []]);
});
