/** Visitors who sign out or change: no data of the earlier one is left. */
import { CLOSE, IDENTITY_CLOSE } from '@service/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../../src/core/runtime/load-feature.js';
import { Browser, CNV, claimsIn, OTHER_CNV, settled, Tab, tokenFor, tokenOf } from '../../../support/browser.js';

beforeAll(loadEveryFeature);

let browser: Browser;
let tab: Tab;
beforeEach(() => {
  browser = new Browser();
  tab = new Tab(browser);
});

describe('when a visitor signs out or changes', () => {
  const expectNothingLeft = (of: Tab): void => {
    expect(of.client.getState()).toMatchObject({
      identified: false,
      timeline: [],
      conversation: null,
      outbox: 0,
      unread: 0,
    });
    expect([...browser.storage]).toEqual([]);
  };

  it('a logout leaves nothing of the visitor, and is sent to the server', async () => {
    await tab.identified('kim', ['Your order 4711']);
    tab.client.updateContext({ name: 'Kim', email: 'kim@shop.example' });
    tab.client.sendMessage('Not yet sent');
    tab.client.logout();
    await settled();
    expect(tab.sent.at(-1)).toEqual({ t: 'logout' });
    expectNothingLeft(tab);
    expect(tab.client.getState().connection).toBe('idle');
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'logout' }]);
    tab.client.connect();
    const hello = await tab.hello();
    expect(hello).toMatchObject({ session: null, cursor: null });
    expect(hello.identity).toBeUndefined();
    expect(JSON.stringify(hello)).not.toMatch(/kim/i);
  });

  it('a logout stops the files of the visitor, and hides them from the next one', async () => {
    await tab.identified('kim');
    const upload = tab.client.upload(new File(['x'], 'kims passport.png', { type: 'image/png' }));
    tab.client.upload(new File(['x'], 'kims face.png', { type: 'image/png' }));
    await settled();
    tab.client.sendMessage('This is me', [upload]);
    expect([...tab.uploading]).toEqual(['kims passport.png', 'kims face.png']);
    tab.client.logout();
    await settled();
    expect([...tab.uploading]).toEqual([]);
    expect(tab.client.getState().uploads).toEqual([]);
    expectNothingLeft(tab);
  });

  it('a logout without a network leaves nothing either', async () => {
    await tab.identified('kim', ['Your order 4711']);
    await tab.closes(CLOSE.network.code);
    tab.client.logout();
    await browser.pass(60_000);
    expectNothingLeft(tab);
    expect(tab.opened).toHaveLength(1);
  });

  it('a frame for the earlier visitor that arrives after a logout changes nothing', async () => {
    await tab.identified('kim', ['Your order 4711']);
    const late = tab.socket;
    tab.client.logout();
    await settled();
    late?.message(
      JSON.stringify({
        t: 'events',
        conversation: CNV,
        epoch: 'epoch-0001',
        events: [
          {
            seq: 2,
            at: 0,
            by: { kind: 'human', id: 'd' },
            clientId: 'desk-late',
            body: { kind: 'message', text: 'Late' },
          },
        ],
      }),
    );
    late?.closed(IDENTITY_CLOSE.accessChanged, '');
    await browser.pass(60_000);
    expectNothingLeft(tab);
    expect(tab.client.getState().connection).toBe('idle');
    expect(tab.opened).toHaveLength(1);
  });

  it('a token that arrives after a logout opens no connection', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    tab.client.logout();
    await browser.pass(60_000);
    expect(tab.opened).toHaveLength(0);
    expectNothingLeft(tab);
  });

  it('a logout of an anonymous visitor leaves nothing', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { messages: ['Hello'] });
    tab.client.logout();
    await settled();
    expect(tab.sent.at(-1)).toEqual({ t: 'logout' });
    expectNothingLeft(tab);
  });

  it('a logout in one tab empties every tab, until its page identifies a visitor', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    tab.client.logout();
    await browser.pass(60_000);
    expectNothingLeft(other);
    expect(other.emittedOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    // Its own session ends as well.
    expect(other.sent.at(-1)).toEqual({ t: 'logout' });
    expect(browser.questions).toHaveLength(2);
    browser.user = 'lee';
    await other.identified('lee');
    expect(other.client.getState().identified).toBe(true);
  });

  it('a sign-in of another visitor in one tab hides the earlier one in the others', async () => {
    const other = new Tab(browser);
    await tab.identified('kim', ['Your order 4711']);
    browser.user = 'lee';
    await other.identified('lee');
    await settled();
    expectNothingLeft(tab);
    expect(other.client.getState().identified).toBe(true);
  });

  it('a token of another visitor shows, sends and takes over nothing of the earlier one', async () => {
    await tab.identified('kim', ['Your order 4711']);
    await tab.closes(CLOSE.network.code);
    tab.client.sendMessage('Words of Kim');
    browser.user = 'lee';
    tab.client.identify(browser.getToken);
    const hello = await tab.reconnected();
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'changed' }]);
    expect(tab.texts()).toEqual([]);
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'lee' });
    expect(hello.cursor).toBeNull();
    expect(hello.session).toBeNull();
    await tab.welcome(tokenOf('l'), { as: 'lee', conversation: OTHER_CNV });
    expect(tab.appends()).toEqual([]);
    expect(tab.client.getState()).toMatchObject({ identified: true, conversation: OTHER_CNV });
  });

  it('a token of another visitor that arrives during a reconnect keeps the earlier session out of the hello', async () => {
    await tab.identified('kim', ['Your order 4711']);
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    tab.client.identify(async (question) => {
      await asked;
      return tokenFor('lee', question, Math.floor(browser.now / 1_000));
    });
    await settled();
    await tab.closes(CLOSE.network.code);
    const before = tab.opened.length;
    for (let ms = 0; ms < 20_000 && tab.opened.length === before; ms += 100) await browser.pass(100);
    const opening = tab.socket;
    answer();
    await settled();
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'changed' }]);
    const sentBefore = tab.sent.length;
    opening?.opened();
    await settled();
    expect(tab.sent.slice(sentBefore)).toEqual([]);
    const hello = await tab.reconnected();
    expect(hello.session).toBeNull();
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'lee' });
  });

  it.each([
    ['a call of identify', () => tab.client.identify(browser.getToken)],
    ['the end of its session', () => tab.closes(CLOSE.sessionExpired.code)],
  ])('another visitor in one tab, after %s, hides the earlier one in the others', async (_, change) => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    browser.user = 'lee';
    await change();
    await tab.reconnected();
    expectNothingLeft(other);
    expect(other.emittedOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    await tab.welcome(tokenOf('l'), { as: 'lee', conversation: OTHER_CNV });
    expect(tab.client.getState().identified).toBe(true);
  });

  it('a tab that is anonymous again hides the earlier visitor in the others', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    browser.user = null;
    tab.client.identify(browser.getToken);
    await browser.pass(1_000);
    expectNothingLeft(other);
  });

  it('two tabs that get the same new visitor at once both continue with them', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    browser.user = 'lee';
    for (const each of [tab, other]) each.client.identify(browser.getToken);
    for (const each of [tab, other]) {
      expect(claimsIn((await each.reconnected()).identity)).toMatchObject({ sub: 'lee' });
      await each.welcome(tokenOf('l'), { as: 'lee', conversation: OTHER_CNV });
    }
    await browser.pass(1_000);
    for (const each of [tab, other]) expect(each.client.getState()).toMatchObject({ identified: true });
  });

  it('a session that ends after the visitor has left the site leaves nothing of them', async () => {
    await tab.identified('kim', ['Your order 4711']);
    browser.user = null;
    await tab.closes(CLOSE.sessionExpired.code);
    await browser.pass(20_000);
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'not-signed-in' }]);
    expectNothingLeft(tab);
    expect((await tab.hello()).session).toBeNull();
  });

  it('a visitor who leaves the site before their welcome leaves nothing of their anonymous conversation', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { messages: ['Your order 4711'] });
    tab.client.identify(browser.getToken);
    expect(await tab.hello()).toMatchObject({ session: tokenOf('a'), identity: expect.any(String) });
    await tab.closes(CLOSE.network.code);
    browser.user = null;
    tab.client.identify(browser.getToken);
    expect(await tab.reconnected()).toMatchObject({ session: null, cursor: null });
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'not-signed-in' }]);
    expect(tab.texts()).toEqual([]);
  });

  it('a revocation leaves nothing of the visitor, and reports the problem', async () => {
    await tab.identified('kim', ['Your order 4711']);
    await tab.closes(IDENTITY_CLOSE.unauthorized);
    await browser.pass(60_000);
    expectNothingLeft(tab);
    expect(tab.client.getState().problem?.code).toBe('identity_invalid');
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'revoked' }]);
    expect(tab.opened).toHaveLength(1);
  });

  it('a page that returns from the back/forward cache shows nothing until its visitor has a new token', async () => {
    await tab.identified('kim', ['Your order 4711']);
    tab.signal('pagehide');
    await settled();
    expect(tab.texts()).toEqual([]);
    browser.user = null;
    tab.signal('pageshow');
    await browser.pass(1_000);
    expect(tab.emittedOf('signedOut')).toEqual([{ why: 'not-signed-in' }]);
    expectNothingLeft(tab);
  });

  it('a destroyed client listens to no other tab and requests no token', async () => {
    await tab.identified();
    tab.client.destroy();
    expect([...browser.channels.values()].flatMap((all) => [...all])).toEqual([]);
    expect(browser.timers).toEqual([]);
  });
});
