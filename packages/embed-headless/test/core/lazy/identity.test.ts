/** Visitors who are identified by a token of the site: sign-in, no mix-up of visitors, and no data left after sign-out. */
import { CLOSE, closeReason, IDENTITY_CLOSE, IDENTITY_ERRORS, sha256 } from '@service/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { Browser, CNV, HOUR_MS, OTHER_CNV, settled, Tab, tokenFor, tokenOf } from '../../support/browser.js';

beforeAll(loadEveryFeature);

let browser: Browser;
let tab: Tab;
beforeEach(() => {
  browser = new Browser();
  tab = new Tab(browser);
});

const claimsIn = (token: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

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
    expect(() => gated.client.connect()).toThrow();
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

describe('the site’s server', () => {
  it('gets a token request of one tab at a time', async () => {
    const tabs = [tab, new Tab(browser), new Tab(browser)];
    for (const each of tabs) {
      each.client.identify(browser.getToken);
      each.client.connect();
    }
    for (const each of tabs) await each.hello();
    expect(browser.questions).toHaveLength(3);
    expect(browser.mostOpenQuestions).toBe(1);
  });

  it('T18: that fails makes no visitor anonymous: one error, and retries at the pace of a bad connection', async () => {
    browser.site = 'failing';
    tab.client.identify(browser.getToken);
    tab.client.connect();
    await browser.pass(60_000);
    expect(tab.opened).toHaveLength(0);
    expect(browser.questions.length).toBeGreaterThan(2);
    expect(browser.questions.length).toBeLessThan(20);
    expect(tab.emittedOf('error')).toEqual([
      { code: 'identity_unavailable', message: IDENTITY_ERRORS.identity_unavailable.message },
    ]);
    browser.site = 'ok';
    expect((await tab.reconnected()).identity).toBeDefined();
  });

  it('T18: that hangs causes an error after eight seconds', async () => {
    browser.site = 'hanging';
    tab.client.identify(browser.getToken);
    tab.client.connect();
    await browser.pass(7_900);
    expect(tab.emittedOf('error')).toEqual([]);
    await browser.pass(200);
    expect(tab.emittedOf('error')).toMatchObject([{ code: 'identity_unavailable' }]);
  });

  it.each([undefined, '', 'a token', 42, {}, 'a.b', 'x'.repeat(4_000), `${'x'.repeat(4_095)}.y.z`])(
    'T18: that returns %j has returned no token',
    async (answer) => {
      tab.client.identify(() => answer as never);
      tab.client.connect();
      await settled();
      expect(tab.opened).toHaveLength(0);
      expect(tab.emittedOf('error')).toMatchObject([{ code: 'identity_unavailable' }]);
    },
  );

  it('that returns null leaves the visitor anonymous', async () => {
    browser.user = null;
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const hello = await tab.hello();
    expect(hello.identity).toBeUndefined();
    expect(tab.emittedOf('error')).toEqual([]);
    await tab.welcome(tokenOf('a'));
    expect([...browser.storage.values()]).toEqual([tokenOf('a')]);
  });

  it('gets no other request for the next attempt while the last token is still valid', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const first = await tab.hello();
    await tab.closes(CLOSE.network.code);
    expect((await tab.reconnected()).identity).toBe(first.identity);
    expect(browser.questions).toHaveLength(1);
    await tab.closes(CLOSE.network.code);
    browser.now += 400_000;
    expect((await tab.reconnected()).identity).not.toBe(first.identity);
  });
});

describe('a refused token', () => {
  it.each([
    [IDENTITY_CLOSE.identityExpired, 'identity_expired'],
    [IDENTITY_CLOSE.identityReplayed, 'identity_replayed'],
  ] as const)('T18: with code %i is replaced once; after that the error is reported', async (code, name) => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const first = await tab.hello();
    await tab.closes(code);
    const second = await tab.reconnected();
    expect(second.identity).not.toBe(first.identity);
    expect(tab.client.getState().problem).toBeNull();
    await tab.closes(code);
    await browser.pass(60_000);
    expect(browser.questions).toHaveLength(2);
    expect(tab.client.getState()).toMatchObject({
      connection: 'closed',
      problem: { code: name, message: IDENTITY_ERRORS[name].message },
    });
    expect(tab.emittedOf('error')).toEqual([{ code: name, message: IDENTITY_ERRORS[name].message }]);
  });

  it('S13: that may be older than a revocation is replaced after the delay that the server asks for, as often as needed', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { messages: ['Hello'] });
    tab.client.identify(browser.getToken);
    const hellos = [await tab.hello()];
    for (const times of [1, 2, 3]) {
      await tab.closes(IDENTITY_CLOSE.identityTooEarly, closeReason(30_000));
      await browser.pass(29_000);
      expect(browser.questions).toHaveLength(times);
      hellos.push(await tab.reconnected());
    }
    expect(new Set(hellos.map(({ identity }) => identity)).size).toBe(4);
    // Each hello still carries the anonymous session, so that its messages are taken over.
    expect(hellos.map(({ session }) => session)).toEqual(Array(4).fill(tokenOf('a')));
    await tab.welcome(tokenOf('i'), { as: 'kim' });
    expect(tab.client.getState()).toMatchObject({ identified: true, problem: null, connection: 'connected' });
    expect(tab.emittedOf('error')).toEqual([]);
  });

  it('that is forged is not replaced, and no anonymous message is lost', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { messages: ['Hello'] });
    tab.client.sendMessage('And this');
    tab.client.identify(browser.getToken);
    await tab.hello();
    await tab.closes(IDENTITY_CLOSE.unauthorized);
    await browser.pass(60_000);
    expect(browser.questions).toHaveLength(1);
    expect(tab.client.getState().problem?.code).toBe('identity_invalid');
    expect(tab.texts()).toEqual(['Hello', 'And this']);
    expect(tab.emittedOf('signedOut')).toEqual([]);
  });

  it('is replaced when the page identifies the visitor again', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    await tab.hello();
    await tab.closes(IDENTITY_CLOSE.unauthorized);
    tab.client.identify(browser.getToken);
    expect((await tab.hello()).identity).toBeDefined();
    await tab.welcome(tokenOf('i'), { as: 'kim' });
    expect(tab.client.getState()).toMatchObject({ identified: true, problem: null, connection: 'connected' });
  });
});

describe('an inbox for identified visitors only', () => {
  it('refuses an anonymous one with a problem, and accepts them as soon as the page identifies them', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.closes(IDENTITY_CLOSE.identityRequired);
    expect(tab.client.getState()).toMatchObject({ connection: 'closed', problem: { code: 'identity_required' } });
    tab.client.identify(browser.getToken);
    expect((await tab.hello()).identity).toBeDefined();
    await tab.welcome(tokenOf('i'), { as: 'kim' });
    expect(tab.client.getState()).toMatchObject({ problem: null, identified: true });
  });
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

describe('the codes', () => {
  it('are those of the table of close codes', () => {
    for (const [name, code] of Object.entries(IDENTITY_CLOSE))
      expect(CLOSE[name as keyof typeof CLOSE].code).toBe(code);
  });

  it('for an unreadable token come from the server: the client sends it', async () => {
    const token = tokenFor('kim', { nonce: 'n' }, 0);
    tab.client.identify(() => `e30.%%%.${token.slice(-43)}`.replaceAll('%', '_'));
    tab.client.connect();
    expect((await tab.hello()).identity).toBeDefined();
  });
});
