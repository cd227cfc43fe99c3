/**
 * Withdrawing the consent holds in every tab of the browser, also in tabs without a network or in the back/forward cache: no tab
 * keeps data of the visitor, and none begins a new session with the earlier consent.
 */
import { CLOSE } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { WITHDRAWN } from '../../../src/core/session/storage-keys.js';
import { OTHER_CNV, settled, type Tab, tokenOf } from '../../support/browser.js';
import { browser, expectForgotten, expectNoConnection, GRANT, live, newTab, SESSION } from './open-tabs.js';

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
