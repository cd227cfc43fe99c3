/** Tokens of the site: when they are requested, and what a refused one causes. */
import { CLOSE, closeReason, IDENTITY_CLOSE, IDENTITY_ERRORS } from '@service/protocol';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../../src/core/runtime/load-feature.js';
import { Browser, settled, Tab, tokenFor, tokenOf } from '../../../support/browser.js';

beforeAll(loadEveryFeature);

let browser: Browser;
let tab: Tab;
beforeEach(() => {
  browser = new Browser();
  tab = new Tab(browser);
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
