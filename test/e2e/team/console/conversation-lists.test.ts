/** All conversations at the console: views, an inbox, a search, and more than a page of them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WireClient } from '../../../../packages/realtime-server/test/support/wire-client.js';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { layoutFaults } from '../../../support/page-checks/layout-faults.js';
import { inboxApi } from '../../../support/server/inbox-api.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

/** A visitor who writes and leaves; resolves with the conversation. */
async function visitorWrites(text: string, name?: string): Promise<string> {
  const client = await WireClient.join(Number(new URL(site.service.origin).port), { origin: site.shop });
  if (name !== undefined) client.send({ t: 'context', user: { name, email: `${name.toLowerCase()}@havn.example` } });
  client.say(text);
  await client.next('ack');
  await client.close();
  return client.conversation;
}
const act = (conversation: string, action: string, text?: string) =>
  inboxApi(site.service, `/${conversation}/${action}`, { clientId: `${action}-0001`, ...(text && { text }) });

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('a closed conversation is found by a word and opened, Back leads to what was found, and more is read behind the first page', async () => {
  const closed = await visitorWrites('Wo ist meine größte Jacke geblieben?', 'Zoe');
  await act(closed, 'take');
  await act(closed, 'messages', 'It is on its way.');
  await act(closed, 'close');
  for (let n = 1; n <= 55; n++) await visitorWrites(`question number ${n}`);
  const { page, log, consoleErrors, exceptions } = await openConsole(browser, site);
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const rows = list.getByRole('listitem').getByRole('link');
  const search = list.getByRole('searchbox');
  await list.getByText('No one has asked for a person.').waitFor();

  await list.getByRole('link', { name: 'Closed', exact: true }).click();
  await expect.poll(() => rows.count()).toBe(1);
  await list.getByText('This is the only one.').waitFor();
  await page.keyboard.press('/');
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('GROSST jack');
  await list.getByText('1 found in “Closed”.').waitFor();
  expect(await rows.locator('mark').allTextContents()).toEqual(['größte', 'Jacke']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await log.getByText('Wo ist meine größte Jacke geblieben?', { exact: true }).waitFor();
  await page.getByText('This conversation is closed.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);

  // The address has the view and the words: a reload and Back show the same.
  await page.reload();
  await log.getByText('Wo ist meine größte Jacke geblieben?', { exact: true }).waitFor();
  await list.getByText('1 found in “Closed”.').waitFor();
  expect(await search.inputValue()).toBe('GROSST jack');
  await page.goBack();
  await page.getByText('Choose a conversation.').waitFor();
  expect(await rows.count()).toBe(1);

  await search.fill('zoe@havn.example');
  await expect.poll(() => rows.allTextContents()).toHaveLength(1);
  await search.fill('nothing like it');
  await list.getByText('Nothing found for “nothing like it”.').waitFor();
  await search.press('Escape');
  await list.getByRole('link', { name: 'All', exact: true }).click();
  await list.getByText('The first 50 are shown, the latest first.').waitFor();
  await list.getByRole('button', { name: 'Show more' }).click();
  await list.getByText('All 56 are shown, the latest first.').waitFor();
  expect(new Set(await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).size).toBe(56);
  // Someone writes: their conversation is first, and what was read further down stays.
  await visitorWrites('and one more question');
  await expect.poll(() => rows.first().textContent()).toContain('and one more question');
  await list.getByText('All 57 are shown, the latest first.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  for (const [direction, width] of [
    ['ltr', 1_280],
    ['rtl', 1_280],
    ['ltr', 360],
    ['rtl', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 780 });
    await page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    expect(await page.evaluate(layoutFaults), `${direction} ${width}`).toEqual([]);
  }
  // On a phone the conversation is in the place of the list, and one button leads back to it.
  await rows.first().click();
  await log.getByText('and one more question', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'All conversations' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(49);
  expect(await list.getByRole('link', { name: 'All', exact: true }).getAttribute('aria-current')).toBe('true');
  expect([consoleErrors, exceptions]).toEqual([[], []]);
});
