/** The console's addresses: a reload, Back and a link show what was shown, and the bar stays as it is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../../support/browser/use-browser.js';
import { waitingVisitor } from '../../../support/chat/ask-for-person.js';
import { goTo } from '../../../support/chat/console-page.js';
import { openConsole } from '../../../support/chat/open-console.js';
import { accessibilityViolations } from '../../../support/page-checks/accessibility-violations.js';
import { layoutFaults } from '../../../support/page-checks/layout-faults.js';
import { type Site, startSite } from '../../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

it('a page and a conversation are there again after a reload, by Back and Forward, and by their links', async () => {
  const { conversation } = await waitingVisitor(browser, site, 'do you sell bicycles?');
  const { page, log, context, consoleErrors, exceptions } = await openConsole(browser, site);
  const bar = page.getByRole('navigation', { name: 'Console' });
  const places = () =>
    bar.getByRole('link').evaluateAll((links) => links.map((link) => link.getBoundingClientRect().x));
  const before = await places();
  await page.getByRole('link', { name: /do you sell bicycles\?/ }).click();
  await log.getByText('do you sell bicycles?', { exact: true }).waitFor();
  await goTo(page, 'Team');
  await page.getByRole('heading', { name: 'Members' }).waitFor();
  expect(await places()).toEqual(before);
  expect(await bar.locator('[aria-current="page"]').allTextContents()).toEqual(['Team']);
  await page.reload();
  await page.getByRole('heading', { name: 'Members' }).waitFor();
  await page.goBack();
  await log.getByText('do you sell bicycles?', { exact: true }).waitFor();
  await page.reload();
  await log.getByText('do you sell bicycles?', { exact: true }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: 'Members' }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  const other = await context.newPage();
  await other.goto(`${new URL(page.url()).origin}/console#/conversations/${conversation}`);
  await other.getByRole('log', { name: 'Conversation' }).getByText('do you sell bicycles?', { exact: true }).waitFor();
  const ownBar = other.getByRole('banner').first();
  const profile = other.getByRole('button', { name: 'Ingrid', exact: true });
  for (const [direction, width] of [
    ['ltr', 1_280],
    ['rtl', 1_280],
    ['ltr', 390],
  ] as const) {
    await other.setViewportSize({ width, height: 844 });
    await other.goto(`${new URL(page.url()).origin}/console#/team`);
    await other.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction);
    await profile.click();
    const [button, menu] = [await profile.boundingBox(), await other.locator('#profile-menu').boundingBox()];
    if (!button || !menu) throw new Error('The menu is not open.');
    const below = menu.y - (button.y + button.height);
    const aside = direction === 'rtl' ? button.x - menu.x : button.x + button.width - (menu.x + menu.width);
    expect([below, aside].every((distance) => Math.abs(distance) < 16)).toBe(true);
    await other.keyboard.press('Escape');
    // One row, on a phone too.
    expect((await ownBar.boundingBox())?.height).toBeLessThan(64);
  }
  await other.getByRole('button', { name: 'Pages: Team' }).click();
  await goTo(other, 'AI agents');
  await other.getByRole('textbox', { name: 'Name of the new AI agent, as visitors see it' }).waitFor();
  await other.goto(`${new URL(page.url()).origin}/console#/conversations/${conversation}`);
  await other.getByRole('button', { name: 'All conversations' }).click();
  await other.getByRole('link', { name: /do you sell bicycles\?/ }).waitFor();
  expect(await other.evaluate(layoutFaults)).toEqual([]);
  expect([consoleErrors, exceptions]).toEqual([[], []]);
});
