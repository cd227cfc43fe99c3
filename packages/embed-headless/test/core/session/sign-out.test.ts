/** Signing out, and a change of the session, hold in every tab of the browser. */
import { CLOSE } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { loadFeature } from '../../../src/core/runtime/load-feature.js';
import type { FeatureName } from '../../../src/core/state/feature-names.js';
import type { Ports } from '../../../src/platform/ports.js';
import { OTHER_CNV, settled, Tab, tokenOf } from '../../support/browser.js';
import { browser, live, newTab, SESSION, tabs } from './open-tabs.js';

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
