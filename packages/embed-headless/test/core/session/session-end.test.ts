/**
 * Who takes their consent back, or leaves, does so in every tab of that browser, in those without a network and in those that
 * the browser has put away: nothing of them stays in any, and none begins anew with the consent that it had.
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

/** Live with this session, and with something that a person has said. */
async function live(tab = newTab(), session = tokenOf('a')): Promise<Tab> {
  tab.client.connect();
  await tab.hello();
  await tab.welcome(session, { said: ['Your order 4711'] });
  expect(tab.texts()).toEqual(['Your order 4711']);
  return tab;
}

/** Nothing is known of anybody, and nothing can be done before there is a consent. */
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

/** Whatever wakes a page, and whatever time passes: no connection is opened. */
async function expectSilence(tab: Tab): Promise<void> {
  const [opened, sent] = [tab.opened.length, tab.sent.length];
  for (const signal of ['online', 'hidden', 'visible', 'pagehide', 'pageshow', 'online'] as const) tab.say(signal);
  await browser.pass(10 * 60_000);
  expect(tab.opened.length - opened).toBe(0);
  expect(tab.sent.length - sent).toBe(0);
}

describe('a consent that is taken back in another tab', () => {
  it.each([
    ['that is live', async () => undefined],
    ['that has no network', (tab: Tab) => tab.closes(CLOSE.network.code)],
    ['that has not been looked at for long', async (tab: Tab) => tab.say('hidden')],
  ])('is taken back in one %s', async (_which, prepare) => {
    const [one, other] = [await live(), await live()];
    await prepare(other);
    other.client.sendMessage('not yet sent');
    one.client.withdrawConsent();
    await settled();
    for (const tab of [one, other]) expectForgotten(tab);
    await expectSilence(other);
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
  });

  it('is taken back in one that the browser had put away, when it comes back, with or without a network', async () => {
    const [one, away] = [await live(), await live()];
    away.say('pagehide');
    const deaf = browser.watching.splice(0);
    one.client.withdrawConsent();
    await settled();
    browser.watching.push(...deaf);
    const opened = away.opened.length;
    away.say('pageshow');
    await settled();
    expectForgotten(away);
    expect(away.opened).toHaveLength(opened);
    await expectSilence(away);
  });

  it('is taken back with what another had not sent, also where the storage shows that too late', async () => {
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

  it('is given again in each, which goes on in the session that there is by then', async () => {
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

  it('is no question of a page that is opened afterwards, and brings one with it', async () => {
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

  it('is taken back where nobody had been asked for one, too', async () => {
    const [one, other] = [await live(newTab({})), await live(newTab({}))];
    await other.closes(CLOSE.network.code);
    one.client.withdrawConsent();
    await settled();
    expectForgotten(other);
    await expectSilence(other);
  });

  it('of a visitor whom the site vouches for is taken back in the others of theirs', async () => {
    const [one, other] = [newTab(), newTab()];
    for (const tab of [one, other]) await tab.identified('kim', ['Your order 4711']);
    await other.closes(CLOSE.network.code);
    one.client.withdrawConsent();
    await settled();
    for (const tab of [one, other]) expectForgotten(tab);
    await expectSilence(other);
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
    // The page still vouches for them: who gives it again is asked about, and is nobody anonymous meanwhile.
    one.client.consent(GRANT);
    expect(await one.hello()).toMatchObject({ session: null, identity: expect.any(String) });
    await one.welcome(tokenOf('k'), { as: 'kim' });
    expect([...browser.storage]).toEqual([]);
    await one.closes(CLOSE.network.code);
    expect((await one.comesBack()).session).toBe(tokenOf('k'));
  });
});

describe('a session whose consent was taken back somewhere else, as the server says', () => {
  it('leaves nothing here, and is not begun anew with the consent of before', async () => {
    const tab = await live();
    tab.client.sendMessage('not yet sent');
    await tab.closes(CLOSE.network.code);
    expect((await tab.comesBack()).session).toBe(tokenOf('a'));
    await tab.closes(CLOSE.consentWithdrawn.code);
    expectForgotten(tab);
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
    await expectSilence(tab);
  });

  it('takes nothing away from the session that another tab has begun since', async () => {
    const tab = await live();
    browser.storage.set(SESSION, tokenOf('b'));
    await tab.closes(CLOSE.consentWithdrawn.code);
    expectForgotten(tab);
    expect([...browser.storage]).toEqual([[SESSION, tokenOf('b')]]);
  });
});

describe('a consent that is taken back without a network', () => {
  it('is told to the server as soon as it can be reached, once, and begins nothing', async () => {
    const tab = await live();
    await tab.closes(CLOSE.network.code);
    const before = tab.sent.length;
    tab.client.withdrawConsent();
    await settled();
    expectForgotten(tab);
    expect(await tab.comesBack()).toMatchObject({ session: tokenOf('a') });
    await tab.welcome(tokenOf('a'));
    tab.hear({ t: 'conversations', id: 'list', conversations: [] });
    await settled();
    const said = tab.sent.slice(before).map(({ t }) => t);
    expect(said.filter((t) => t === 'withdraw')).toEqual(['withdraw']);
    expect(said).not.toContain('append');
    expect([...browser.storage]).toEqual([[SESSION, WITHDRAWN]]);
    await expectSilence(tab);
  });
});

describe('who leaves in another tab', () => {
  it.each([
    ['live', async () => undefined],
    ['without a network', (tab: Tab) => tab.closes(CLOSE.network.code)],
  ])('leaves in one that is %s, also when nobody vouches for them', async (_which, prepare) => {
    const [one, other] = [await live(newTab({})), await live(newTab({}))];
    await prepare(other);
    other.client.sendMessage('not yet sent');
    const said = other.appends().length;
    one.client.logout();
    await settled();
    expect(other.client.getState()).toMatchObject({ timeline: [], conversation: null, outbox: 0, connection: 'idle' });
    expect(other.toldOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    expect([...browser.storage]).toEqual([]);
    other.client.sendMessage('hello from the next one');
    expect(await other.hello()).toMatchObject({ session: null, cursor: null });
    await other.welcome(tokenOf('b'), { conversation: OTHER_CNV });
    expect(other.appends().slice(said)).toEqual(['hello from the next one']);
  });

  it('leaves in one that is welcomed before it hears of it, and nothing is kept of that', async () => {
    const [one, other] = [await live(newTab({})), newTab({})];
    other.client.connect();
    await other.hello();
    const unheard = browser.watching.splice(0);
    one.client.logout();
    await settled();
    await other.welcome(tokenOf('b'));
    expect(browser.storage.get(SESSION)).toBe(tokenOf('b'));
    for (const tell of unheard.map(({ tell }) => tell)) tell('left');
    expect(other.toldOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    expect([...browser.storage]).toEqual([]);
  });

  it('finds nothing of it kept again by one that came back at that moment, and had no code yet to hear of it', async () => {
    const [one, deaf] = [await live(newTab({})), await live(newTab({}))];
    await deaf.closes(CLOSE.network.code);
    expect((await deaf.comesBack()).session).toBe(tokenOf('a'));
    browser.watching.splice(0);
    one.client.logout();
    await settled();
    await deaf.welcome(tokenOf('a'), { said: ['Your order 4711'] });
    expect([...browser.storage]).toEqual([]);
    one.client.identify(browser.getToken);
    one.client.connect();
    expect(await one.hello()).toMatchObject({ session: null, identity: expect.any(String) });
  });

  it('leaves in the others of theirs where browsers know no channels', async () => {
    const deaf = (): Tab => {
      const tab = new Tab(browser, {}, { openChannel: () => null });
      tabs.push(tab);
      return tab;
    };
    const [one, other] = [deaf(), deaf()];
    for (const tab of [one, other]) await tab.identified('kim', ['Your order 4711']);
    one.client.logout();
    await settled();
    expect(other.client.getState()).toMatchObject({ identified: false, timeline: [], connection: 'idle' });
    expect(other.toldOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    expect([...browser.storage]).toEqual([]);
  });
});

describe('who leaves while the code for it is on its way', () => {
  it('leaves nothing to the page that comes after this one, and the other tabs hear of it', async () => {
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

  it('takes nothing away from anybody once its client is gone', async () => {
    const tab = await live(newTab({}));
    tab.client.destroy();
    tab.client.logout();
    expect(browser.storage.get(SESSION)).toBe(tokenOf('a'));
  });
});

describe('another session in one tab', () => {
  it('is nothing to whoever is vouched for in another, also when they had one there before', async () => {
    const known = await live(newTab({}));
    known.client.identify(browser.getToken);
    await known.hello();
    await known.welcome(tokenOf('i'), { as: 'kim', said: ['Your order 4711'] });
    const greetings = known.hellos().length;
    await live(newTab({}), tokenOf('b'));
    expect(known.hellos()).toHaveLength(greetings);
    expect(known.client.getState()).toMatchObject({ identified: true, connection: 'connected' });
  });

  it('takes along whoever was vouched for, has left, and is nobody in particular by now', async () => {
    const [left, other] = [newTab({}), newTab({})];
    await left.identified();
    left.client.logout();
    await live(other, tokenOf('b'));
    left.client.connect();
    await left.hello();
    await left.welcome(tokenOf('b'), { said: ['Your order 4711'] });
    await other.closes(CLOSE.sessionExpired.code);
    browser.pass(60_000);
    await other.hello();
    await other.welcome(tokenOf('c'), { conversation: OTHER_CNV });
    expect(left.texts()).toEqual([]);
    expect(await left.hello()).toMatchObject({ session: tokenOf('c'), cursor: null });
  });
});
