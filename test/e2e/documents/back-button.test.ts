/**
 * The chat adds nothing to the browser's history: whatever was done in it, Back leaves the page with one press. Several cases
 * share a page. `npm test` runs one of them, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type Chat, chatOn, ready } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type DocumentSite, startDocumentSite } from '../../support/sites/document-site.js';

const browser = useBrowser();
let site: DocumentSite;
beforeAll(async () => {
  site = await startDocumentSite();
});
afterAll(async () => site?.dispose());

interface Opened {
  readonly page: Page;
  readonly chat: Chat;
}
const frame = (page: Page) => page.frameLocator('iframe[src*="/widget/"]');
const openMenu = (page: Page) => frame(page).getByRole('button', { name: 'Menu' }).click();
const init = async (page: Page, config: object): Promise<void> => {
  await page.evaluate((given) => {
    window.ServiceWidget.destroy();
    window.ServiceWidget.init({ inboxId: 'demo', containerId: 'help', ...given });
  }, config);
  await ready(page);
};

/** What a visitor does, or a page: one after the other on one page. */
const DEEDS: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  'opens and asks': async ({ chat }) => {
    await chat.open();
    await chat.send('How long does shipping take?');
    await chat.arrived('How long does shipping take?');
  },
  'searches in the chat': async ({ page, chat }) => {
    await chat.searchFromMenu('shipping');
    await page.keyboard.press('Escape');
    await chat.composer.waitFor();
  },
  'begins another conversation': async ({ page, chat }) => {
    await openMenu(page);
    await frame(page).getByRole('menuitem', { name: 'New conversation' }).click();
    await chat.send('do you sell kites?');
    await chat.arrived('do you sell kites?');
  },
  'closes the chat': async ({ chat }) => {
    await chat.closeButton.click();
    await chat.panel.waitFor({ state: 'hidden' });
  },
  'leaves and comes to the chat by the page’s own button': async ({ page, chat }) => {
    await page.getByRole('link', { name: 'Ask us' }).click();
    await chat.panel.waitFor();
  },
  'has the chat made anew': async ({ page }) => init(page, {}),
  'has the chat in the page’s text': async ({ page, chat }) => {
    await init(page, { mode: 'embedded' });
    await chat.send('and boats?');
    await chat.arrived('and boats?');
  },
  'has a field in the page’s text': async ({ page, chat }) => {
    await init(page, { mode: 'prompt-input' });
    await chat.send('and tents?');
    await chat.arrived('and tents?');
  },
  'has a frame that the page took away': async ({ page }) => {
    await page.evaluate(() => document.querySelector('iframe')?.remove());
    await init(page, {});
  },
};

describe('Back leaves the page with one press, and the history is as it was, after a visitor', () => {
  it('did each of these', async () => {
    const visitor = await browser.newVisitor();
    const first = site.publish('/first', { body: '<!doctype html><title>First</title><a href="/shop">Shop</a>' });
    const src = `${site.service.origin}/embed/v1.js`;
    site.publish('/shop', {
      body: `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><a href="/first" data-service-open>Ask us</a>
        <div id="help" style="height:500px"></div><script src="${src}" data-inbox-id="demo"></script>`,
    });
    const page = await visitor.visit(first);
    await page.getByRole('link', { name: 'Shop' }).click();
    await ready(page);
    const before = await page.evaluate(() => history.length);
    for (const name of dailyNames(Object.keys(DEEDS), ['opens and asks'])) {
      await DEEDS[name]?.({ page, chat: chatOn(page) });
      expect([name, await page.evaluate(() => history.length)]).toEqual([name, before]);
    }
    await page.goBack();
    expect(await page.title()).toBe('First');
    expect(visitor.exceptions).toEqual([]);
  });
});
