/** Visitors whom a site vouches for: how they come in, that nobody comes in as somebody else, and that nothing of them stays. */
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

describe('a visitor whom the site vouches for', () => {
  it('never becomes an anonymous one first', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const hello = await tab.hello();
    expect(tab.hellos()).toHaveLength(1);
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'kim' });
    expect(hello.session).toBeNull();
  });

  it('comes with a token that is bound to this browser by a nonce', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const { identity, proof } = await tab.hello();
    const nonce = Buffer.from(sha256(proof ?? ''), 'hex').toString('base64url');
    expect(claimsIn(identity).nonce).toBe(nonce);
    expect(proof).toMatch(/^[\w-]{43}$/);
  });

  it('P2: is asked about no earlier than a connection is needed, and not before the consent', async () => {
    const gated = new Tab(browser, { requireConsent: true });
    gated.client.identify(browser.getToken);
    await settled();
    expect(() => gated.client.connect()).toThrow();
    await settled();
    expect(browser.questions).toHaveLength(0);
    expect(browser.looksAtStorage).toBe(0);
    gated.client.consent({ version: '1', textHash: 'a'.repeat(64), locale: 'en' });
    gated.client.connect();
    expect((await gated.hello()).identity).toBeDefined();
    expect(browser.questions).toHaveLength(1);
  });

  it('brings along what they said before, and what waits to be sent, with its id', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { said: ['Hello'] });
    const id = tab.client.sendMessage('Where is my parcel?');
    await settled();
    expect(tab.appends()).toEqual(['Where is my parcel?']);
    tab.client.identify(browser.getToken);
    const hello = await tab.hello();
    expect(hello.session).toBe(tokenOf('a'));
    expect(hello.cursor).toMatchObject({ conversation: CNV, seq: 1 });
    expect(tab.client.getState().identified).toBe(false);
    await tab.welcome(tokenOf('i'), { as: 'kim', said: ['Hello'] });
    expect(tab.client.getState()).toMatchObject({ identified: true, storage: 'persistent', outbox: 1 });
    expect(tab.appends()).toEqual(['Where is my parcel?', 'Where is my parcel?']);
    const again = tab.sent.filter((frame) => frame.t === 'append');
    expect(new Set(again.map((frame) => frame.clientId))).toEqual(new Set([id]));
  });

  it('who has said nothing is led to where they were, and what they write meanwhile goes there', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'));
    tab.client.identify(browser.getToken);
    expect((await tab.hello()).cursor).toBeNull();
    tab.client.sendMessage('I am Kim');
    await tab.welcome(tokenOf('i'), { as: 'kim', said: ['Hello'], conversation: OTHER_CNV });
    const said = tab.sent.filter((frame) => frame.t === 'append');
    expect(said.map(({ conversation }) => conversation)).toEqual([OTHER_CNV]);
    expect(tab.texts()).toEqual(['Hello', 'I am Kim']);
  });

  it('who has begun to say something where they were comes back there with it', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'));
    tab.client.sendMessage('I am Kim');
    tab.client.identify(browser.getToken);
    expect((await tab.hello()).cursor).toMatchObject({ conversation: CNV, seq: 0 });
  });

  it('brings along what an earlier page of this browser could not send', async () => {
    tab.client.sendMessage('Said on a train');
    await settled();
    tab.client.destroy();
    const next = new Tab(browser);
    next.client.identify(browser.getToken);
    next.client.connect();
    await settled();
    await next.hello();
    await next.welcome(tokenOf('i'), { as: 'kim' });
    expect(next.appends()).toEqual(['Said on a train']);
    expect(browser.storage.size).toBe(0);
  });

  it('is not shown what went out of this tab anonymously, when it stands in what is somebody else’s by now', async () => {
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
    // Another tab of this browser was vouched for meanwhile, as another person, and has taken the conversation along.
    await tab.welcome(tokenOf('i'), { as: 'kim', conversation: OTHER_CNV });
    expect(tab.appends()).toEqual(['Sent, and never answered', 'Sent, and never answered']);
    tab.hear({ t: 'error', code: 'not_found', message: 'Not yours.', retry: false, re: lost as string });
    await browser.pass(100);
    expect(tab.texts()).not.toContain('Sent, and never answered');
    expect(tab.toldOf('error')).toEqual([{ code: 'message_failed', message: 'Not yours.' }]);
    // What stands nowhere is still theirs to try again.
    expect(tab.appends().slice(2)).toEqual(['Never sent']);
    const never = tab.sent.findLast((frame) => frame.t === 'append');
    tab.hear({ t: 'error', code: 'not_found', message: 'Not yours.', retry: false, re: never?.clientId ?? '' });
    await settled();
    expect(tab.texts()).toEqual(['Never sent']);
  });

  it('leaves nothing in storage: not the session, not what waits, and nothing of before', async () => {
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

  it('comes back with the session alone; the token went out once', async () => {
    await tab.identified();
    await tab.closes(CLOSE.network.code);
    const hello = await tab.comesBack();
    expect(hello).toMatchObject({ session: tokenOf('i') });
    expect(hello.identity).toBeUndefined();
    expect(hello.proof).toBeUndefined();
    expect(browser.questions).toHaveLength(1);
  });

  it('proves it anew when the session is over, and goes on where they were', async () => {
    await tab.identified('kim', ['Your parcel is on its way']);
    tab.client.sendMessage('Thanks');
    await tab.closes(CLOSE.sessionExpired.code);
    expect(tab.texts()).toEqual(['Your parcel is on its way', 'Thanks']);
    const hello = await tab.comesBack();
    expect(hello).toMatchObject({ session: tokenOf('i'), cursor: { conversation: CNV, seq: 1 } });
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'kim' });
    expect(browser.questions).toHaveLength(2);
    await tab.welcome(tokenOf('j'), { as: 'kim', said: ['Your parcel is on its way'] });
    expect(tab.appends()).toEqual(['Thanks', 'Thanks']);
    expect(tab.toldOf('signedOut')).toEqual([]);
  });

  it('is asked about a minute before the session ends', async () => {
    await tab.identified();
    // Somebody answers the server's pings all the time.
    const begun = browser.now;
    while (browser.now < begun + 12 * HOUR_MS - 80_000) {
      tab.hear({ t: 'ping', n: 1, heads: {} });
      await browser.pass(20_000);
    }
    expect(browser.questions).toHaveLength(1);
    expect(tab.opened).toHaveLength(1);
    const hello = await tab.comesBack(30_000);
    expect(browser.now).toBeLessThan(begun + 12 * HOUR_MS - 50_000);
    expect(hello.session).toBe(tokenOf('i'));
    expect(hello.identity).toBeDefined();
  });

  it('who is named again by the page stays connected', async () => {
    await tab.identified();
    tab.client.identify(async (question) => browser.getToken(question));
    await settled();
    expect(tab.opened).toHaveLength(1);
    expect(browser.questions).toHaveLength(2);
    expect(tab.client.getState().identified).toBe(true);
  });

  it('is told of news in one tab of all, though nothing is written down', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified();
    for (const each of [tab, other])
      each.hear({
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
    expect([...tab.toldOf('alert'), ...other.toldOf('alert')]).toHaveLength(1);
    expect(browser.storage.size).toBe(0);
  });
});

describe('the site’s server', () => {
  it('is asked by one tab at a time', async () => {
    const tabs = [tab, new Tab(browser), new Tab(browser)];
    for (const each of tabs) {
      each.client.identify(browser.getToken);
      each.client.connect();
    }
    for (const each of tabs) await each.hello();
    expect(browser.questions).toHaveLength(3);
    expect(browser.mostAsking).toBe(1);
  });

  it('T18: that fails makes nobody anonymous: it is said once, and tried again at the pace of a bad connection', async () => {
    browser.site = 'failing';
    tab.client.identify(browser.getToken);
    tab.client.connect();
    await browser.pass(60_000);
    expect(tab.opened).toHaveLength(0);
    expect(browser.questions.length).toBeGreaterThan(2);
    expect(browser.questions.length).toBeLessThan(20);
    expect(tab.toldOf('error')).toEqual([
      { code: 'identity_unavailable', message: IDENTITY_ERRORS.identity_unavailable.message },
    ]);
    browser.site = 'well';
    expect((await tab.comesBack()).identity).toBeDefined();
  });

  it('T18: that hangs is given up after eight seconds', async () => {
    browser.site = 'hanging';
    tab.client.identify(browser.getToken);
    tab.client.connect();
    await browser.pass(7_900);
    expect(tab.toldOf('error')).toEqual([]);
    await browser.pass(200);
    expect(tab.toldOf('error')).toMatchObject([{ code: 'identity_unavailable' }]);
  });

  it.each([undefined, '', 'a token', 42, {}, 'a.b', 'x'.repeat(4_000), `${'x'.repeat(4_095)}.y.z`])(
    'T18: that answers %j has given no token',
    async (answer) => {
      tab.client.identify(() => answer as never);
      tab.client.connect();
      await settled();
      expect(tab.opened).toHaveLength(0);
      expect(tab.toldOf('error')).toMatchObject([{ code: 'identity_unavailable' }]);
    },
  );

  it('that knows nobody leaves the visitor anonymous', async () => {
    browser.user = null;
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const hello = await tab.hello();
    expect(hello.identity).toBeUndefined();
    expect(tab.toldOf('error')).toEqual([]);
    await tab.welcome(tokenOf('a'));
    expect([...browser.storage.values()]).toEqual([tokenOf('a')]);
  });

  it('is not asked again for the next attempt while the token of the last one still serves', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const first = await tab.hello();
    await tab.closes(CLOSE.network.code);
    expect((await tab.comesBack()).identity).toBe(first.identity);
    expect(browser.questions).toHaveLength(1);
    await tab.closes(CLOSE.network.code);
    browser.now += 400_000;
    expect((await tab.comesBack()).identity).not.toBe(first.identity);
  });
});

describe('a refused token', () => {
  it.each([
    [IDENTITY_CLOSE.identityExpired, 'identity_expired'],
    [IDENTITY_CLOSE.identityReplayed, 'identity_replayed'],
  ] as const)('T18: of code %i is replaced once; then it is said what to do', async (code, name) => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    const first = await tab.hello();
    await tab.closes(code);
    const second = await tab.comesBack();
    expect(second.identity).not.toBe(first.identity);
    expect(tab.client.getState().problem).toBeNull();
    await tab.closes(code);
    await browser.pass(60_000);
    expect(browser.questions).toHaveLength(2);
    expect(tab.client.getState()).toMatchObject({
      connection: 'closed',
      problem: { code: name, message: IDENTITY_ERRORS[name].message },
    });
    expect(tab.toldOf('error')).toEqual([{ code: name, message: IDENTITY_ERRORS[name].message }]);
  });

  it('S13: that may be from before its person was put out is replaced when it was told to be, as often as that takes', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { said: ['Hello'] });
    tab.client.identify(browser.getToken);
    const hellos = [await tab.hello()];
    for (const times of [1, 2, 3]) {
      await tab.closes(IDENTITY_CLOSE.identityTooEarly, closeReason(30_000));
      await browser.pass(29_000);
      expect(browser.questions).toHaveLength(times);
      hellos.push(await tab.comesBack());
    }
    expect(new Set(hellos.map(({ identity }) => identity)).size).toBe(4);
    // What was said anonymously is still to come along.
    expect(hellos.map(({ session }) => session)).toEqual(Array(4).fill(tokenOf('a')));
    await tab.welcome(tokenOf('i'), { as: 'kim' });
    expect(tab.client.getState()).toMatchObject({ identified: true, problem: null, connection: 'connected' });
    expect(tab.toldOf('error')).toEqual([]);
  });

  it('that is forged ends it at once, and loses nothing of what was said anonymously', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { said: ['Hello'] });
    tab.client.sendMessage('And this');
    tab.client.identify(browser.getToken);
    await tab.hello();
    await tab.closes(IDENTITY_CLOSE.unauthorized);
    await browser.pass(60_000);
    expect(browser.questions).toHaveLength(1);
    expect(tab.client.getState().problem?.code).toBe('identity_invalid');
    expect(tab.texts()).toEqual(['Hello', 'And this']);
    expect(tab.toldOf('signedOut')).toEqual([]);
  });

  it('is forgotten when the page brings a better one', async () => {
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
  it('says so to an anonymous one, and takes them as soon as the page says who they are', async () => {
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

describe('after', () => {
  const nothingOfKim = (of: Tab): void => {
    expect(of.client.getState()).toMatchObject({
      identified: false,
      timeline: [],
      conversation: null,
      outbox: 0,
      unread: 0,
    });
    expect([...browser.storage]).toEqual([]);
  };

  it('a logout nothing of the visitor is left, and the server is told', async () => {
    await tab.identified('kim', ['Your order 4711']);
    tab.client.updateContext({ name: 'Kim', email: 'kim@shop.example' });
    tab.client.sendMessage('Not yet sent');
    tab.client.logout();
    await settled();
    expect(tab.sent.at(-1)).toEqual({ t: 'logout' });
    nothingOfKim(tab);
    expect(tab.client.getState().connection).toBe('idle');
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'logout' }]);
    tab.client.connect();
    const hello = await tab.hello();
    expect(hello).toMatchObject({ session: null, cursor: null });
    expect(hello.identity).toBeUndefined();
    expect(JSON.stringify(hello)).not.toMatch(/kim/i);
  });

  it('a logout no file of the visitor goes on its way, or is shown to the next one', async () => {
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
    nothingOfKim(tab);
  });

  it('a logout without a network as well', async () => {
    await tab.identified('kim', ['Your order 4711']);
    await tab.closes(CLOSE.network.code);
    tab.client.logout();
    await browser.pass(60_000);
    nothingOfKim(tab);
    expect(tab.opened).toHaveLength(1);
  });

  it('a logout, what still comes for the earlier visitor changes nothing', async () => {
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
    nothingOfKim(tab);
    expect(tab.client.getState().connection).toBe('idle');
    expect(tab.opened).toHaveLength(1);
  });

  it('a logout, a token that is still on its way opens nothing', async () => {
    tab.client.identify(browser.getToken);
    tab.client.connect();
    tab.client.logout();
    await browser.pass(60_000);
    expect(tab.opened).toHaveLength(0);
    nothingOfKim(tab);
  });

  it('a logout of an anonymous visitor nothing is left either', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { said: ['Hello'] });
    tab.client.logout();
    await settled();
    expect(tab.sent.at(-1)).toEqual({ t: 'logout' });
    nothingOfKim(tab);
  });

  it('a logout in one tab every tab is empty, and stays so until its page says who is there', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    tab.client.logout();
    await browser.pass(60_000);
    nothingOfKim(other);
    expect(other.toldOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    // Its own session ends as well.
    expect(other.sent.at(-1)).toEqual({ t: 'logout' });
    expect(browser.questions).toHaveLength(2);
    browser.user = 'lee';
    await other.identified('lee');
    expect(other.client.getState().identified).toBe(true);
  });

  it('a sign-in of somebody else in one tab no other tab shows the one before', async () => {
    const other = new Tab(browser);
    await tab.identified('kim', ['Your order 4711']);
    browser.user = 'lee';
    await other.identified('lee');
    await settled();
    nothingOfKim(tab);
    expect(other.client.getState().identified).toBe(true);
  });

  it('the site has another person for it, nothing of the one before is shown, sent or carried over', async () => {
    await tab.identified('kim', ['Your order 4711']);
    await tab.closes(CLOSE.network.code);
    tab.client.sendMessage('Words of Kim');
    browser.user = 'lee';
    tab.client.identify(browser.getToken);
    const hello = await tab.comesBack();
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'changed' }]);
    expect(tab.texts()).toEqual([]);
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'lee' });
    expect(hello.cursor).toBeNull();
    expect(hello.session).toBeNull();
    await tab.welcome(tokenOf('l'), { as: 'lee', conversation: OTHER_CNV });
    expect(tab.appends()).toEqual([]);
    expect(tab.client.getState()).toMatchObject({ identified: true, conversation: OTHER_CNV });
  });

  it('the site has another person, whose name comes while the line is being opened anew, the session of the one before is not brought', async () => {
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
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'changed' }]);
    const said = tab.sent.length;
    opening?.opened();
    await settled();
    expect(tab.sent.slice(said)).toEqual([]);
    const hello = await tab.comesBack();
    expect(hello.session).toBeNull();
    expect(claimsIn(hello.identity)).toMatchObject({ sub: 'lee' });
  });

  it.each([
    ['by its page', () => tab.client.identify(browser.getToken)],
    ['as its session ended', () => tab.closes(CLOSE.sessionExpired.code)],
  ])('somebody else is named to one tab %s, no other tab shows the one before', async (_, isNamed) => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    browser.user = 'lee';
    await isNamed();
    await tab.comesBack();
    nothingOfKim(other);
    expect(other.toldOf('signedOut')).toEqual([{ why: 'elsewhere' }]);
    await tab.welcome(tokenOf('l'), { as: 'lee', conversation: OTHER_CNV });
    expect(tab.client.getState().identified).toBe(true);
  });

  it('nobody is named to one tab any more, no other tab shows the one before', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    browser.user = null;
    tab.client.identify(browser.getToken);
    await browser.pass(1_000);
    nothingOfKim(other);
  });

  it('somebody else is named to two tabs at once, both go on with them', async () => {
    const other = new Tab(browser);
    for (const each of [tab, other]) await each.identified('kim', ['Your order 4711']);
    browser.user = 'lee';
    for (const each of [tab, other]) each.client.identify(browser.getToken);
    for (const each of [tab, other]) {
      expect(claimsIn((await each.comesBack()).identity)).toMatchObject({ sub: 'lee' });
      await each.welcome(tokenOf('l'), { as: 'lee', conversation: OTHER_CNV });
    }
    await browser.pass(1_000);
    for (const each of [tab, other]) expect(each.client.getState()).toMatchObject({ identified: true });
  });

  it('nobody is logged in any more, the one before is gone', async () => {
    await tab.identified('kim', ['Your order 4711']);
    browser.user = null;
    await tab.closes(CLOSE.sessionExpired.code);
    await browser.pass(20_000);
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'not-signed-in' }]);
    nothingOfKim(tab);
    expect((await tab.hello()).session).toBeNull();
  });

  it('nobody is logged in any more, whose greeting was lost, what was kept before they came is gone as well', async () => {
    tab.client.connect();
    await tab.hello();
    await tab.welcome(tokenOf('a'), { said: ['Your order 4711'] });
    tab.client.identify(browser.getToken);
    expect(await tab.hello()).toMatchObject({ session: tokenOf('a'), identity: expect.any(String) });
    await tab.closes(CLOSE.network.code);
    browser.user = null;
    tab.client.identify(browser.getToken);
    expect(await tab.comesBack()).toMatchObject({ session: null, cursor: null });
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'not-signed-in' }]);
    expect(tab.texts()).toEqual([]);
  });

  it('a revocation nothing of the visitor is left, and it is said what to do', async () => {
    await tab.identified('kim', ['Your order 4711']);
    await tab.closes(IDENTITY_CLOSE.unauthorized);
    await browser.pass(60_000);
    nothingOfKim(tab);
    expect(tab.client.getState().problem?.code).toBe('identity_invalid');
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'revoked' }]);
    expect(tab.opened).toHaveLength(1);
  });

  it('the way back to a page that the browser has kept, it shows what its visitor proves anew', async () => {
    await tab.identified('kim', ['Your order 4711']);
    tab.say('pagehide');
    await settled();
    expect(tab.texts()).toEqual([]);
    browser.user = null;
    tab.say('pageshow');
    await browser.pass(1_000);
    expect(tab.toldOf('signedOut')).toEqual([{ why: 'not-signed-in' }]);
    nothingOfKim(tab);
  });

  it('the client has ended, it hears no other tab and asks nobody', async () => {
    await tab.identified();
    tab.client.destroy();
    expect([...browser.channels.values()].flatMap((all) => [...all])).toEqual([]);
    expect(browser.timers).toEqual([]);
  });
});

describe('the codes', () => {
  it('mean the same here as in the table', () => {
    for (const [name, code] of Object.entries(IDENTITY_CLOSE))
      expect(CLOSE[name as keyof typeof CLOSE].code).toBe(code);
  });

  it('of a token that no server could read leave it to the server to say so', async () => {
    const token = tokenFor('kim', { nonce: 'n' }, 0);
    tab.client.identify(() => `e30.%%%.${token.slice(-43)}`.replaceAll('%', '_'));
    tab.client.connect();
    expect((await tab.hello()).identity).toBeDefined();
  });
});
