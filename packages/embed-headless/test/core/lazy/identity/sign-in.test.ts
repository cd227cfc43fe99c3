/** Visitors who are identified by a token of the site: sign-in, and no mix-up of visitors. */
import { CLOSE, sha256 } from '@service/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../../src/core/runtime/load-feature.js';
import { Browser, CNV, claimsIn, HOUR_MS, OTHER_CNV, settled, Tab, tokenOf } from '../../../support/browser.js';

beforeAll(loadEveryFeature);

let browser: Browser;
let tab: Tab;
beforeEach(() => {
  browser = new Browser();
  tab = new Tab(browser);
});

describe('a visitor identified by the site', () => {
  it('never starts as an anonymous one', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const hello = await tab.hello();
    expect(tab.hellos()).toHaveLength(1);
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'kim' });
    expect(hello.session).toBeNull();
  });

  it('sends a token that is bound to this browser by a nonce', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const { identity, proof } = await tab.hello();
    const nonce = Buffer.from(sha256(proof ?? ''), 'hex').toString('base64url');
    expect(claimsIn(identity).nonce).toBe(nonce);
    expect(proof).toMatch(/^[\w-]{43}$/);
  });

  it('P2: causes no token request before a connection is needed, nor before the consent', async () => {
    const gated = new Tab(browser, { requireConsent: true });
    gated.client.identify(browser.getToken);
    await settled();
    gated.client.connect();
    await settled();
    expect(browser.questions).toHaveLength(0);
    expect(browser.storageReads).toBe(0);
    gated.client.consent({ version: '1', textHash: 'a'.repeat(64), locale: 'en' });
    gated.client.connect();
    expect((await gated.hello()).identity).toBeDefined();
    expect(browser.questions).toHaveLength(1);
  });

  it('keeps their anonymous conversation, and sends waiting messages again under their ids', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { messages: ['Hello'] });
    const id = tab.client.sendMessage('Where is my parcel?');
    await settled();
    expect(tab.appends()).toEqual(['Where is my parcel?']);
    tab.client.identify(browser.getToken);
    const hello = await tab.hello();
    expect(hello.session).toBe(tokenOf('a'));
    expect(hello.cursor).toMatchObject({ conversation: CNV, seq: 1 });
    expect(tab.client.getState().identified).toBe(false);
    await tab.welcome(tokenOf('i'), { as: 'kim', messages: ['Hello'] });
    expect(tab.client.getState()).toMatchObject({ identified: true, storage: 'persistent', outbox: 1 });
    expect(tab.appends()).toEqual(['Where is my parcel?', 'Where is my parcel?']);
    const again = tab.sent.filter((frame) => frame.t === 'append');
    expect(new Set(again.map((frame) => frame.clientId))).toEqual(new Set([id]));
  });

  it('who has written nothing yet returns to their earlier conversation, and new messages go there', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'));
    tab.client.identify(browser.getToken);
    expect((await tab.hello()).cursor).toBeNull();
    tab.client.sendMessage('I am Kim');
    await tab.welcome(tokenOf('i'), { as: 'kim', messages: ['Hello'], conversation: OTHER_CNV });
    const appends = tab.sent.filter((frame) => frame.t === 'append');
    expect(appends.map(({ conversation }) => conversation)).toEqual([OTHER_CNV]);
    expect(tab.texts()).toEqual(['Hello', 'I am Kim']);
  });

  it('who has a message waiting stays in the conversation in which they wrote it', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'));
    tab.client.sendMessage('I am Kim');
    tab.client.identify(browser.getToken);
    expect((await tab.hello()).cursor).toMatchObject({ conversation: CNV, seq: 0 });
  });

  it('sends what an earlier page of this browser could not send', async () => {
    tab.client.sendMessage('Written on a train');
    await settled();
    tab.client.destroy();
    const next = new Tab(browser);
    next.client.identify(browser.getToken);
    next.client.connect();
    await settled();
    await next.hello();
    await next.welcome(tokenOf('i'), { as: 'kim' });
    expect(next.appends()).toEqual(['Written on a train']);
    expect(browser.storage.size).toBe(0);
  });

  it('is not shown an anonymous message of this tab whose conversation belongs to another visitor by now', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'));
    const lost = tab.client.sendMessage('Sent, and never answered');
    await settled();
    await tab.closes(CLOSE.network.code);
    tab.client.sendMessage('Never sent');
    tab.client.identify(browser.getToken);
    tab.client.connect();
    await tab.hello();
    // Another tab of this browser has signed in as another person meanwhile, and the conversation is theirs now.
    await tab.welcome(tokenOf('i'), { as: 'kim', conversation: OTHER_CNV });
    expect(tab.appends()).toEqual(['Sent, and never answered', 'Sent, and never answered']);
    tab.receive({ t: 'error', code: 'not_found', message: 'Not yours.', retry: false, re: lost as string });
    await browser.pass(100);
    expect(tab.texts()).not.toContain('Sent, and never answered');
    expect(tab.emittedOf('error')).toEqual([{ code: 'message_failed', message: 'Not yours.' }]);
    // A message that was never stored is still shown, and can be retried.
    expect(tab.appends().slice(2)).toEqual(['Never sent']);
    const never = tab.sent.findLast((frame) => frame.t === 'append');
    tab.receive({ t: 'error', code: 'not_found', message: 'Not yours.', retry: false, re: never?.clientId ?? '' });
    await settled();
    expect(tab.texts()).toEqual(['Never sent']);
  });

  it('leaves nothing in storage: no session, no waiting message, nothing from before', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'));
    tab.client.sendMessage('Anonymous words');
    expect(browser.storage.size).toBeGreaterThan(0);
    tab.client.identify(browser.getToken);
    await tab.hello();
    await tab.welcome(tokenOf('i'), { as: 'kim' });
    tab.client.sendMessage('Words of Kim');
    await settled();
    expect([...browser.storage]).toEqual([]);
  });

  it('reconnects with the session alone, without another token', async () => {
    await tab.identified();
    await tab.closes(CLOSE.network.code);
    const hello = await tab.reconnected();
    expect(hello).toMatchObject({ session: tokenOf('i') });
    expect(hello.identity).toBeUndefined();
    expect(hello.proof).toBeUndefined();
    expect(browser.questions).toHaveLength(1);
  });

  it('sends a new token when the session has expired, and stays in the conversation', async () => {
    await tab.identified('kim', ['Your parcel is on its way']);
    tab.client.sendMessage('Thanks');
    await tab.closes(CLOSE.sessionExpired.code);
    expect(tab.texts()).toEqual(['Your parcel is on its way', 'Thanks']);
    const hello = await tab.reconnected();
    expect(hello).toMatchObject({ session: tokenOf('i'), cursor: { conversation: CNV, seq: 1 } });
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'kim' });
    expect(browser.questions).toHaveLength(2);
    await tab.welcome(tokenOf('j'), { as: 'kim', messages: ['Your parcel is on its way'] });
    expect(tab.appends()).toEqual(['Thanks', 'Thanks']);
    expect(tab.emittedOf('signedOut')).toEqual([]);
  });

  it('causes a token request a minute before the session ends', async () => {
    await tab.identified();
    // The server pings all the time, so that the connection stays alive.
    const begun = browser.now;
    while (browser.now < begun + 12 * HOUR_MS - 80_000) {
      tab.receive({ t: 'ping', n: 1, heads: {} });
      await browser.pass(20_000);
    }
    expect(browser.questions).toHaveLength(1);
    expect(tab.opened).toHaveLength(1);
    const hello = await tab.reconnected(30_000);
    expect(browser.now).toBeLessThan(begun + 12 * HOUR_MS - 50_000);
    expect(hello.session).toBe(tokenOf('i'));
    expect(hello.identity).toBeDefined();
  });

  it('who is identified again by the page stays connected', async () => {
    await tab.identified();
    tab.client.identify(async (question) => browser.getToken(question));
    await settled();
    expect(tab.opened).toHaveLength(1);
    expect(browser.questions).toHaveLength(2);
    expect(tab.client.getState().identified).toBe(true);
  });

  it('gets one alert in all tabs together, although nothing is stored', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified();
    for (const each of [tab, other])
      each.receive({
        t: 'events',
        conversation: CNV,
        epoch: 'epoch-0001',
        events: [
          {
            seq: 1,
            at: 0,
            by: { kind: 'human', id: 'd' },
            clientId: 'desk-news',
            body: { kind: 'message', text: 'Hi' },
          },
        ],
      });
    await settled();
    expect([...tab.emittedOf('alert'), ...other.emittedOf('alert')]).toHaveLength(1);
    expect(browser.storage.size).toBe(0);
  });
});
