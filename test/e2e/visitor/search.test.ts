/** A visitor searches for an old message, opens it by keyboard, and finds no messages of other visitors. */
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { waitingVisitor } from '../../support/chat/ask-for-person.js';
import { chatOn, frameOf, SEARCH_RESULTS } from '../../support/chat/chat.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

it('an old message is found by the beginning of a word, and is shown with the focus on it', async () => {
  const question = 'do you sell zeppelins?';
  const { visitor, page, chat, frame, conversation } = await waitingVisitor(browser, site, question);
  // More messages than are loaded at first, so that those in between have to be fetched.
  for (let n = 0; n < 130; n++)
    await inboxApi(site.service, `/${conversation}/messages`, {
      clientId: `desk-${n}-00000`,
      name: 'Ingrid',
      text: `Line ${n}`,
    });
  await page.reload();
  await chat.reopened();
  await chat.transcript.getByText('Line 129', { exact: true }).waitFor();
  expect(await chat.count('do you sell zeppelins?')).toBe(0);

  await frame.getByRole('button', { name: 'Menu' }).click();
  await frame.getByRole('menuitem', { name: 'Search' }).click();
  const field = frame.getByRole('searchbox', { name: 'Search your messages' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await chat.search('ZEPP', SEARCH_RESULTS, (text) => page.keyboard.type(text));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const entry = frame.getByRole('article').filter({ hasText: 'do you sell zeppelins?' });
  await entry.waitFor();
  await frameOf(page).waitForFunction(() => document.activeElement?.textContent?.includes('zeppelins') === true);
  await expect
    .poll(() =>
      entry.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    )
    .toBe(true);
  await expect.poll(() => field.count()).toBe(0);

  const other = await browser.newVisitor();
  const shop = await other.visit(site.shop);
  await chatOn(shop).open();
  const theirs = shop.frameLocator('iframe[src*="/widget/"]');
  await chatOn(shop).send('hello');
  await theirs.getByRole('button', { name: 'Menu' }).click();
  await theirs.getByRole('menuitem', { name: 'Search' }).click();
  await chatOn(shop).search('zeppelins', /^No messages contain these words\.$/);
  expect([visitor.consoleErrors, visitor.exceptions, other.exceptions]).toEqual([[], [], []]);
});
