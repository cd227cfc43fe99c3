/** Tabs of one browser whose visitor has given a consent. The end of each test closes them. */
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey, sessionKey } from '../../../src/core/session/storage-keys.js';
import { Browser, Tab, tokenOf } from '../../support/browser.js';

export const GRANT = { version: '1', textHash: 'a'.repeat(64), locale: 'en' };
export const SESSION = sessionKey(rootKey('demo', 'http://shop'));

export let browser: Browser;
export let tabs: Tab[];
beforeAll(loadEveryFeature);
beforeEach(() => {
  browser = new Browser();
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.client.destroy();
});

export const newTab = (
  options: ConstructorParameters<typeof Tab>[1] = { requireConsent: true, consent: GRANT },
): Tab => {
  const tab = new Tab(browser, options);
  tabs.push(tab);
  return tab;
};

/** Connects `tab` with this session, in a conversation with a message of an operator. */
export async function live(tab = newTab(), session = tokenOf('a')): Promise<Tab> {
  tab.client.connect();
  await tab.hello();
  await tab.welcome(session, { messages: ['Your order 4711'] });
  expect(tab.texts()).toEqual(['Your order 4711']);
  return tab;
}

/** The tab shows nothing of the visitor, and sending needs a consent. */
export function expectForgotten(tab: Tab): void {
  expect(tab.client.getState()).toMatchObject({
    consentNeeded: true,
    timeline: [],
    conversation: null,
    outbox: 0,
    unread: 0,
    connection: 'closed',
    problem: { code: 'consent_required' },
  });
  expect(tab.client.sendMessage('still there?')).toBeNull();
}

/** No signal of the page and no timer makes it connect or send. */
export async function expectNoConnection(tab: Tab): Promise<void> {
  const [opened, sent] = [tab.opened.length, tab.sent.length];
  for (const signal of ['online', 'hidden', 'visible', 'pagehide', 'pageshow', 'online'] as const) tab.signal(signal);
  await browser.pass(10 * 60_000);
  expect(tab.opened.length - opened).toBe(0);
  expect(tab.sent.length - sent).toBe(0);
}
