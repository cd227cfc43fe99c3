/** An operator blocks a visitor at the console and takes it back; the visitor cannot write meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { openConsole } from '../../support/chat/open-console.js';
import { accessibilityViolations } from '../../support/page-checks/accessibility-violations.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const REFUSED = 'The team takes no messages from this visitor.';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('a blocked visitor reads that the team takes no messages from them, after a reload too, and writes again when they are unblocked', async () => {
  const visitor = await browser.newVisitor();
  const shop = await visitor.visit(site.shop);
  const chat = chatOn(shop);
  const frame = shop.frameLocator('iframe[src*="/widget/"]');
  await chat.open();
  await chat.send('do you sell bicycles?');
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();

  const { page, exceptions, consoleErrors } = await openConsole(browser, site);
  await page.getByRole('link', { name: /do you sell bicycles\?/ }).click();
  await page.getByRole('button', { name: 'Block…' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('input');
  await page.keyboard.type('Insults');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText(/^Blocked by Ingrid, .*: Insults\.$/).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await frame.getByText(REFUSED).waitFor();
  await shop.reload();
  await frame.getByText(REFUSED).waitFor();

  await page.getByText('Blocked visitors').click();
  await page
    .getByText(/^Blocked by Ingrid, /)
    .nth(1)
    .waitFor();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByRole('button', { name: 'Block…' }).waitFor();
  await shop.reload();
  await chat.reopened();
  await chat.send('I am sorry');
  await chat.arrived('I am sorry');
  expect([exceptions, consoleErrors]).toEqual([[], []]);
});
