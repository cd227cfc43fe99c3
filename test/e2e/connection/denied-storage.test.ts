/**
 * Browsers that keep a page and its frames from storing anything, each in its way: a visitor asks and is answered, also after a
 * reload, and nothing is thrown. One case here; `npm run test:long` has all.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const refuse = (name: string, of = 'window'): string =>
  `Object.defineProperty(${of}, '${name}', { configurable: true, get() { throw new DOMException('denied', 'SecurityError') } });`;
const REFUSED = `() => Promise.reject(new DOMException('denied', 'SecurityError'))`;

/** What runs in every document before its scripts. */
const DENIALS: Readonly<Record<string, string>> = {
  'all cookies are blocked': [
    ...['localStorage', 'sessionStorage', 'caches'].map((name) => refuse(name)),
    refuse('cookie', 'Document.prototype'),
    `indexedDB.open = () => { throw new DOMException('denied', 'SecurityError') };`,
    `navigator.locks && (navigator.locks.request = ${REFUSED});`,
  ].join('\n'),
  'there is no storage, as in some apps’ web views': ['localStorage', 'sessionStorage', 'indexedDB', 'caches']
    .map((name) => `Object.defineProperty(window, '${name}', { value: null });`)
    .join('\n'),
  'there is no room': `
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };
    indexedDB.open = () => { throw new DOMException('full', 'QuotaExceededError') };`,
  'what is stored is forgotten': `
    Storage.prototype.setItem = () => undefined; Storage.prototype.getItem = () => null;`,
  'reading fails now and then': `
    const { getItem } = Storage.prototype; let reads = 0;
    Storage.prototype.getItem = function (key) {
      if (++reads % 2) throw new DOMException('broken', 'UnknownError');
      return getItem.call(this, key);
    };`,
  'locks and channels between tabs are refused': `
    navigator.locks && (navigator.locks.request = ${REFUSED});
    window.BroadcastChannel = class { constructor() { throw new DOMException('denied', 'SecurityError') } };`,
};

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

async function start(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.ServiceWidget.init({ inboxId: 'demo' });
    window.ServiceWidget.open();
  });
}

async function asks(page: Page, question: string): Promise<void> {
  const chat = chatOn(page);
  await chat.composer.waitFor();
  await chat.send(question);
  await chat.transcript
    .locator('.agent-bubble')
    .getByText(/days|return|size/)
    .last()
    .waitFor();
}

describe('a chat where', () => {
  it.each(dailyNames(Object.keys(DENIALS), ['all cookies are blocked']))('%s', async (name) => {
    const visitor = await browser.newVisitor();
    await visitor.context.addInitScript(DENIALS[name] as string);
    const page = await visitor.visit(site.barePage);
    await start(page);
    await asks(page, 'how long does shipping take?');
    await page.reload();
    // Where nothing is stored, it is closed again and has forgotten.
    await start(page);
    await asks(page, 'can I return shoes I wore once?');
    expect(await frameOf(page).locator('.own-bubble.failed').count()).toBe(0);
    expect(visitor.exceptions).toEqual([]);
  });
});
