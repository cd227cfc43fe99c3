/**
 * Withdrawing the consent and signing out hold in every tab of the browser, also in tabs without a network or in the back/forward
 * cache: no tab keeps data of the visitor, and none begins a new session with the earlier consent.
 */
import { CLOSE } from '@service/protocol';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConsentRequired } from '../../../src/core/index.js';
import { loadEveryFeature, loadFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey, sessionKey, WITHDRAWN } from '../../../src/core/session/storage-keys.js';
import type { FeatureName } from '../../../src/core/state/feature-names.js';
import type { Ports } from '../../../src/platform/ports.js';
import { Browser, OTHER_CNV, settled, Tab, tokenOf } from '../../support/browser.js';

const GRANT = { version: '1', textHash: 'a'.repeat(64), locale: 'en' };
const SESSION = sessionKey(rootKey('demo', 'http://shop'));

let browser: Browser;
let tabs: Tab[];
beforeAll(loadEveryFeature);
beforeEach(() => {
  browser = new Browser();
  tabs = [];
});
afterEach(() => {
  for (const tab of tabs) tab.client.destroy();
});

const newTab = (options: ConstructorParameters<typeof Tab>[1] = { requireConsent: true, consent: GRANT }): Tab => {
  const tab = new Tab(browser, options);
  tabs.push(tab);
  return tab;
};

/** Connects `tab` with this session, in a conversation with a message of an operator. */
async function live(tab = newTab(), session = tokenOf('a')): Promise<Tab> {
  tab.client.connect();
  await tab.hello();
  await tab.welcome(session, { messages: ['Your order 4711'] });
  expect(tab.texts()).toEqual(['Your order 4711']);
  return tab;
}

/** The tab shows nothing of the visitor, and sending needs a consent. */
function expectForgotten(tab: Tab): void {
  expect(tab.client.getState()).toMatchObject({
    consentNeeded: true,
    timeline: [],
    conversation: null,
    outbox: 0,
    unread: 0,
    connection: 'closed',
    problem: { code: 'consent_required' },
  });
  expect(() => tab.client.sendMessage('still there?')).toThrow(ConsentRequired);
}

/** No signal of the page and no timer makes it connect or send. */
async function expectNoConnection(tab: Tab): Promise<void> {
  const [opened, sent] = [tab.opened.length, tab.sent.length];
  for (const signal of ['online', 'hidden', 'visible', 'pagehide', 'pageshow', 'online'] as const) tab.signal(signal);
  await browser.pass(10 * 60_000);
  expect(tab.opened.length - opened).toBe(0);
  expect(tab.sent.length - sent).toBe(0);
}

describe('a consent that is withdrawn in another tab', () => {
  it.each([
    ['that is live', async () => undefined],
    ['that has no network', (tab: Tab) => tab.closes(CLOSE.network.code)],
    ['that is hidden', async (tab: Tab) => tab.signal('hidden')],
  ])('is withdrawn in a tab %s', async (_which, prepare) => {
    const [one, other] = [await live(), await live()];
    await prepare(other);
    other.client.sendMessage('not yet sent');
    one.client.withdrawConsent();
    await settled();
    for (const tab of [one, other]) expectForgotten(tab);
    await expectNoConnection(other);
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
  });

  it('is withdrawn in a tab that returns from the back/forward cache, with or without a network', async () => {
    const [one, away] = [await live(), await live()];
    away.signal('pagehide');
    // No storage events reach a page in the back/forward cache.
    const listeners = browser.watching.splice(0);
    one.client.withdrawConsent();
    await settled();
    browser.watching.push(...listeners);
    const opened = away.opened.length;
    away.signal('pageshow');
    await settled();
    expectForgotten(away);
    expect(away.opened).toHaveLength(opened);
    await expectNoConnection(away);
  });

  it('is withdrawn with the unsent messages of another tab, also when the storage shows one of them later', async () => {
    const [one, other] = [await live(), await live()];
    const id = other.client.sendMessage('my card ends in 4711');
    await settled();
    const [key, item] = [...browser.storage].find(([key]) => key.endsWith(String(id))) ?? ['', ''];
    expect(item).toContain('my card ends in 4711');
    one.client.withdrawConsent();
    browser.storage.set(key, item);
    await settled();
    expect(other.client.getState().outbox).toBe(0);
    expect([...browser.storage.values()]).toEqual([WITHDRAWN]);
  });

  it('is given again in each tab, which continues the session that exists by then', async () => {
    const [one, other] = [await live(), await live()];
    one.client.withdrawConsent();
    await settled();
    one.client.consent(GRANT);
    expect(await one.hello()).toMatchObject({ session: null, cursor: null, consent: GRANT });
    await one.welcome(tokenOf('b'), { conversation: OTHER_CNV });
    expectForgotten(other);
    other.client.consent(GRANT);
    expect(await other.hello()).toMatchObject({ session: tokenOf('b'), cursor: null, consent: GRANT });
  });

  it('does not concern a page that is opened afterwards with a consent of its own', async () => {
    (await live()).client.withdrawConsent();
    await settled();
    const later = newTab();
    expect(later.client.hasHistory()).toBe(false);
    later.client.connect();
    expect(await later.hello()).toMatchObject({ session: null, consent: GRANT });
    await later.welcome(tokenOf('b'));
    expect(later.client.getState()).toMatchObject({ consentNeeded: false, connection: 'connected' });
    expect(browser.storage.get(SESSION)).toBe(tokenOf('b'));
  });

  it('is withdrawn in tabs that required none, too', async () => {
    const [one, other] = [await live(newTab({})), await live(newTab({}))];
    await other.closes(CLOSE.network.code);
    one.client.withdrawConsent();
    await settled();
    expectForgotten(other);
    await expectNoConnection(other);
  });

  it('of an identified visitor is withdrawn in their other tabs', async () => {
    const [one, other] = [newTab(), newTab()];
    for (const tab of [one, other]) await tab.identified('kim', ['Your order 4711']);
    await other.closes(CLOSE.network.code);
    one.client.withdrawConsent();
    await settled();
    for (const tab of [one, other]) expectForgotten(tab);
    await expectNoConnection(other);
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
    // The page still identifies them: after a new consent a token is sent, and they are never anonymous in between.
    one.client.consent(GRANT);
    expect(await one.hello()).toMatchObject({ session: null, identity: expect.any(String) });
    await one.welcome(tokenOf('k'), { as: 'kim' });
    expect([...browser.storage]).toEqual([]);
    await one.closes(CLOSE.network.code);
    expect((await one.reconnected()).session).toBe(tokenOf('k'));
  });
});

describe('a session that the server ends because its consent was withdrawn elsewhere', () => {
  it('leaves nothing here, and no new one begins with the earlier consent', async () => {
    const tab = await live();
    tab.client.sendMessage('not yet sent');
    await tab.closes(CLOSE.network.code);
    expect((await tab.reconnected()).session).toBe(tokenOf('a'));
    await tab.closes(CLOSE.consentWithdrawn.code);
    expectForgotten(tab);
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
    await expectNoConnection(tab);
  });

  it('does not end the session that another tab has begun since', async () => {
    const tab = await live();
    browser.storage.set(SESSION, tokenOf('b'));
    await tab.closes(CLOSE.consentWithdrawn.code);
    expectForgotten(tab);
    expect([...browser.storage]).toEqual([[SESSION, tokenOf('b')]]);
  });
});

describe('a consent that is withdrawn without a network', () => {
  it('is reported to the server as soon as it can be reached, once, and begins no session', async () => {
    const tab = await live();
    await tab.closes(CLOSE.network.code);
    const before = tab.sent.length;
    tab.client.withdrawConsent();
    await settled();
    expectForgotten(tab);
    expect(await tab.reconnected()).toMatchObject({ session: tokenOf('a') });
    await tab.welcome(tokenOf('a'));
    tab.receive({ t: 'conversations', id: 'list', conversations: [] });
    await settled();
    const types = tab.sent.slice(before).map(({ t }) => t);
    expect(types.filter((t) => t === 'withdraw')).toEqual(['withdraw']);
    expect(types).not.toContain('append');
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
    await expectNoConnection(tab);
  });
});

describe('a sign-out in another tab', () => {
  it.each([
    ['live', async () => undefined],
    ['without a network', (tab: Tab) => tab.closes(CLOSE.network.code)],
  ])('signs out a tab that is %s, also for an anonymous visitor', async (_which, prepare) => {
    const [one, other] = [await live(newTab({})), await live(newTab({}))];
    await prepare(other);
    other.client.sendMessage('not yet sent');
    const appendsBefore = other.appends().length;
    one.client.logout();
    await settled();
    expect(other.client.getState()).toMatchObject({ timeline: [], conversation: null, outbox: 0, connection: 'idle' });
    expect(other.emittedOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    expect([...browser.storage]).toEqual([]);
    other.client.sendMessage('hello from the next one');
    expect(await other.hello()).toMatchObject({ session: null, cursor: null });
    await other.welcome(tokenOf('b'), { conversation: OTHER_CNV });
    expect(other.appends().slice(appendsBefore)).toEqual(['hello from the next one']);
  });

  it('signs out a tab that gets its welcome before the event, and its session is removed', async () => {
    const [one, other] = [await live(newTab({})), newTab({})];
    other.client.connect();
    await other.hello();
    const listeners = browser.watching.splice(0);
    one.client.logout();
    await settled();
    await other.welcome(tokenOf('b'));
    expect(browser.storage.get(SESSION)).toBe(tokenOf('b'));
    for (const { listener } of listeners) listener('left');
    expect(other.emittedOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    expect([...browser.storage]).toEqual([]);
  });

  it('is not undone by a tab that reconnects at that moment and gets no event', async () => {
    const [one, unnotified] = [await live(newTab({})), await live(newTab({}))];
    await unnotified.closes(CLOSE.network.code);
    expect((await unnotified.reconnected()).session).toBe(tokenOf('a'));
    browser.watching.splice(0);
    one.client.logout();
    await settled();
    await unnotified.welcome(tokenOf('a'), { messages: ['Your order 4711'] });
    expect([...browser.storage]).toEqual([]);
    one.client.identify(browser.getToken);
    one.client.connect();
    expect(await one.hello()).toMatchObject({ session: null, identity: expect.any(String) });
  });

  it('signs out the visitor’s other tabs in a browser without BroadcastChannel', async () => {
    const withoutChannels = (): Tab => {
      const tab = new Tab(browser, {}, { openChannel: () => null });
      tabs.push(tab);
      return tab;
    };
    const [one, other] = [withoutChannels(), withoutChannels()];
    for (const tab of [one, other]) await tab.identified('kim', ['Your order 4711']);
    one.client.logout();
    await settled();
    expect(other.client.getState()).toMatchObject({ identified: false, timeline: [], connection: 'idle' });
    expect(other.emittedOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    expect([...browser.storage]).toEqual([]);
  });
});

describe('a sign-out while its code is being loaded', () => {
  it('leaves nothing for the next page, and reaches the other tabs', async () => {
    const load = ((name) =>
      name === 'identity' ? new Promise(() => undefined) : loadFeature(name as FeatureName)) as NonNullable<
      Ports['load']
    >;
    const other = await live(newTab({}));
    const tab = new Tab(browser, {}, { load });
    tabs.push(tab);
    await live(tab);
    await tab.closes(1006);
    tab.client.sendMessage('my address is');
    tab.client.logout();
    await settled();
    expect([...browser.storage.keys()]).toEqual([]);
    expect(other.client.getState()).toMatchObject({ timeline: [], conversation: null });
    tab.client.destroy();
    const next = newTab({});
    next.client.connect();
    expect((await next.hello()).session).toBeNull();
    await next.welcome(tokenOf('b'), { conversation: OTHER_CNV });
    expect(next.appends()).toEqual([]);
  });

  it('does nothing after the client was destroyed', async () => {
    const tab = await live(newTab({}));
    tab.client.destroy();
    tab.client.logout();
    expect(browser.storage.get(SESSION)).toBe(tokenOf('a'));
  });
});

describe('another session in one tab', () => {
  it('does not concern a tab with an identified visitor, also when it was anonymous before', async () => {
    const known = await live(newTab({}));
    known.client.identify(browser.getToken);
    await known.hello();
    await known.welcome(tokenOf('i'), { as: 'kim', messages: ['Your order 4711'] });
    const hellosBefore = known.hellos().length;
    await live(newTab({}), tokenOf('b'));
    expect(known.hellos()).toHaveLength(hellosBefore);
    expect(known.client.getState()).toMatchObject({ identified: true, connection: 'connected' });
  });

  it('is adopted by a tab whose identified visitor has signed out', async () => {
    const [left, other] = [newTab({}), newTab({})];
    await left.identified();
    left.client.logout();
    await live(other, tokenOf('b'));
    left.client.connect();
    await left.hello();
    await left.welcome(tokenOf('b'), { messages: ['Your order 4711'] });
    await other.closes(CLOSE.sessionExpired.code);
    browser.pass(60_000);
    await other.hello();
    await other.welcome(tokenOf('c'), { conversation: OTHER_CNV });
    expect(left.texts()).toEqual([]);
    expect(await left.hello()).toMatchObject({ session: tokenOf('c'), cursor: null });
  });
});
