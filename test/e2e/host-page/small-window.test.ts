/**
 * A window of 1,280 by 1,024 pixels zoomed to 400 % has 320 by 256 CSS pixels. No part of the chat scrolls horizontally or is
 * cut off at the side, in any mode.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { dailyShare } from '../../support/runs/daily.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const SMALL = { width: 320, height: 256 };
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

async function small(config: object): Promise<{ page: Page; wire: Wire }> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.setViewportSize(SMALL);
  await page.goto(site.barePage);
  await page.evaluate((config) => {
    document.body.innerHTML = '<div id="here" style="height:240px"></div>';
    document.body.style.margin = '0';
    window.ServiceWidget.init({ inboxId: 'demo', containerId: 'here', ...config });
  }, config);
  await page.waitForFunction(() => window.ServiceWidget.isReady());
  return { page, wire };
}
const chatOf = (page: Page) => page.frameLocator('iframe[src*="/widget/"]');

/** Elements of the chat that scroll horizontally or extend beyond the window, except code and tables, which may scroll. */
const sideways = (page: Page): Promise<string[]> =>
  frameOf(page).evaluate(() => {
    const nameOf = (element: Element): string => `${element.localName}.${element.className}`;
    const own = 'pre, table, .code, svg *, .visually-hidden, .visually-hidden *';
    return [...document.querySelectorAll<HTMLElement>('html, body, body *')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      if (element.closest(own) || element.parentElement?.closest('pre, table') || box.width === 0) return [];
      const { overflowX } = getComputedStyle(element);
      const scrolls = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const out = box.right > innerWidth + 1 || box.left < -1;
      return scrolls ? [`${nameOf(element)} scrolls`] : out ? [`${nameOf(element)} extends beyond the window`] : [];
    });
  });
const expectNothingWide = async (page: Page): Promise<void> => {
  // Poll: when the panel opens, it is in the frame before the frame has grown.
  await expect.poll(() => sideways(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(SMALL.width);
};

describe.each(dailyShare(['chat-widget', 'embedded', 'prompt-input'], 3))('a window zoomed to 400 %%, %s', (mode) => {
  it('has no horizontal scrolling at the consent gate, in a conversation, a form, the menu, the search and the dialogs', async () => {
    const { page, wire } = await small({ mode, requireConsent: true });
    const chat = chatOn(page);
    const frame = chatOf(page);
    if (mode === 'prompt-input') await expectNothingWide(page);
    await page.evaluate(() => window.ServiceWidget.open());
    const agree = frame.getByRole('button', { name: 'Agree and continue' });
    await agree.waitFor();
    await expectNothingWide(page);
    await agree.click();
    await chat.composer.waitFor();
    await expectNothingWide(page);

    await chat.send(`do you sell ${LONG_WORD}?`);
    await frame.getByRole('button', { name: 'Talk to a person' }).click();
    await frame.getByText('You asked for a person').waitFor();
    const id = wire.all('ack')[0]?.conversation as string;
    const form = {
      type: 'form',
      title: `Where shall we send ${LONG_WORD}?`,
      fields: [
        { type: 'text', name: 'who', label: LONG_WORD, required: true },
        { type: 'choice', name: 'pair', label: 'Pair', options: [LONG_WORD, 'Right'], required: true },
        { type: 'number', name: 'size', label: 'Size' },
      ],
    };
    await inboxApi(site.service, `/${id}/messages`, {
      clientId: `form-${mode}`,
      name: 'Ingrid',
      text: LONG_WORD,
      parts: [form],
    });
    await frame.getByRole('form').waitFor();
    await frame.getByRole('button', { name: 'Send answers' }).click();
    await expectNothingWide(page);

    const menu = frame.getByRole('button', { name: 'Menu' });
    for (const [label, there] of [
      ['Your conversations', '.conversations button'],
      ['Erase this conversation', '[role="alertdialog"] .choices'],
      ['Search', '[type="search"]'],
    ] as const) {
      await menu.click();
      await frame.getByRole('menu').waitFor();
      await expectNothingWide(page);
      await frame.getByRole('menuitem', { name: label }).click();
      await frame.locator(there).first().waitFor();
      if (label === 'Search') {
        await frame.locator(there).fill(LONG_WORD.slice(0, 12));
        await frame.locator('.search-results button, .search-state').first().waitFor();
      }
      await expectNothingWide(page);
      await page.keyboard.press('Escape');
      await frame.locator(there).first().waitFor({ state: 'detached' });
    }
  });
});
