/** A person who looks at another window is called when a visitor waits. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { chatOn } from '../../../support/chat/chat.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('is switched on in the profile, shows an example, and after a reload calls for who waits, with the way to them', async () => {
  const { page, context, consoleErrors, exceptions } = await openConsole(browser, site);
  await context.grantPermissions(['notifications']);
  // The system’s own window is no part of the page.
  await page.addInitScript(() => {
    const shown: Notification[] = [];
    Object.assign(window, {
      shown,
      Notification: class {
        static permission = 'granted';
        static requestPermission(): Promise<string> {
          return Promise.resolve('granted');
        }
        constructor(readonly title: string) {
          shown.push(this as unknown as Notification);
        }
        close() {}
      },
    });
  });
  await page.reload();
  const titles = () =>
    page.evaluate(() => (window as unknown as { shown: Notification[] }).shown.map(({ title }) => title));
  await page.getByTitle('Your profile').click();
  const choice = page.getByRole('checkbox', { name: /Sound and notification/ });
  await choice.check();
  await expect.poll(titles).toEqual(['This is how you are called']);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.reload();
  await page.getByText('No one waiting').waitFor();
  await page.evaluate(() => Object.assign(document, { hasFocus: () => false }));

  const visitor = await browser.newVisitor();
  const shop = await visitor.visit(site.shop);
  const chat = chatOn(shop);
  await chat.open();
  await chat.send('do you sell kites?');
  await shop.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Talk to a person' }).click();
  await expect.poll(titles).toEqual(['A visitor waits for a person']);
  await page.evaluate(() => (window as unknown as { shown: Notification[] }).shown[0]?.onclick?.(new Event('click')));
  await page.getByRole('log', { name: 'Conversation' }).getByText('do you sell kites?').waitFor();
  expect([consoleErrors, exceptions]).toEqual([[], []]);
});
