/**
 * Pages that a browser keeps while their visitor is elsewhere, and shows again as they were: the chat is there with what was in it,
 * and goes on. One case here; `npm run test:long` has all.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const leave = async (page: Page): Promise<void> => void (await page.goto(site.emptyPage));
const back = async (page: Page): Promise<void> => void (await page.goBack());

/** What is done between a draft and its being sent. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'away and back': async (page) => {
    await leave(page);
    await back(page);
  },
  'away and back, twice': async (page) => {
    for (let visit = 0; visit < 2; visit++) {
      await leave(page);
      await back(page);
    }
  },
  'away and back by the page’s own script': async (page) => {
    await page.evaluate((to) => location.assign(to), site.emptyPage);
    await page.waitForURL(site.emptyPage);
    await page.evaluate(() => history.back());
    await page.waitForURL(site.barePage);
  },
  'away while the connection is cut': async (page) => {
    const cut = site.proxy.trackNewSockets();
    await leave(page);
    cut.closeAll();
    await back(page);
  },
};

describe('a visitor goes', () => {
  it.each(dailyNames(Object.keys(WAYS), ['away and back']))('%s: conversation and draft are there', async (name) => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.goto(site.barePage);
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo' }));
    const chat = chatOn(page);
    await chat.open();
    await chat.send('how long does shipping take?');
    await chat.transcript.getByText(/days/).first().waitFor();
    await chat.composer.fill('can I return');
    await WAYS[name]?.(page);
    // A browser that had no room to keep the page loads it anew, and the page has to start the chat.
    await page.waitForFunction(() => 'ServiceWidget' in window);
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo' }));
    await chat.reopened();
    await expect.poll(() => chat.composer.inputValue()).toBe('can I return');
    await chat.transcript.getByText(/days/).first().waitFor();
    await chat.composer.pressSequentially(' shoes I wore once?');
    await chat.composer.press('Enter');
    await chat.arrived('can I return shoes I wore once?');
    expect(await chat.count('how long does shipping take?')).toBe(1);
    expect(visitor.exceptions).toEqual([]);
  });
});
