/**
 * Tokens, ids and addresses of others, consent and settings that lie, each with its id of test/proofs/hostile/inputs.ts: nothing
 * of another is reached.
 */
import { CLOSE } from '@service/protocol';
import { inboxFileSchema } from '@service/protocol/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { consentHash, isPublishedWording, publicInbox } from '../../../dist/inbox/public-inbox.js';
import { pages, SHOP } from '../../http/test-app.js';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

let server: TestServer;
let gone = false;
beforeAll(async () => {
  const inboxes = inboxesOf(
    { id: 'demo' },
    { id: 'other', allowedOrigins: ['http://shop.test'] },
    { id: 'careful', requireConsent: true },
    { id: 'fleeting' },
  );
  server = await serve(undefined, { ...inboxes, get: (id) => (id === 'fleeting' && gone ? null : inboxes.get(id)) });
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
});

describe('sessions and tenants', () => {
  it('S1: a token in the address or as a subprotocol is not looked at', async () => {
    const owner = await WireClient.join(server.port);
    for (const [path, protocols] of [
      [`/v1/realtime?session=${owner.token}`, ['service.chat.v1']],
      ['/v1/realtime', ['service.chat.v1', owner.token]],
    ] as const) {
      const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, [...protocols]);
      await new Promise((resolve) => socket.once('open', resolve));
      socket.send(
        JSON.stringify({
          t: 'append',
          conversation: owner.conversation,
          clientId: 'stolen-0001',
          body: { kind: 'message', text: 'x' },
        }),
      );
      expect(await new Promise((resolve) => socket.once('close', resolve))).toBe(CLOSE.malformed.code);
    }
    await owner.close();
  });

  it('S1: a token that is guessed, cut, of another inbox or of another page looks the same from outside', async () => {
    const owner = await WireClient.join(server.port);
    const codes = await Promise.all(
      [
        { session: `cws_${'A'.repeat(43)}` },
        { session: owner.token, inbox: 'other' },
        { session: `${owner.token.slice(0, -1)}${owner.token.endsWith('A') ? 'B' : 'A'}` },
      ].map(async (over) => {
        const thief = await WireClient.open(server.port);
        thief.hello(over);
        const code = await thief.end();
        expect(thief.frames).toEqual([]);
        return code;
      }),
    );
    expect(new Set(codes)).toEqual(new Set([CLOSE.sessionExpired.code]));
    await owner.close();
  });

  it.each([1, [], ['cnv_1'], { $ne: null }, '0', true, null])('S8: %j in place of an id is a bad frame', async (id) => {
    const client = await WireClient.join(server.port);
    for (const frame of [
      { t: 'follow', conversation: id },
      { t: 'sync', id: 'request-1', conversation: id, after: 0 },
    ]) {
      client.sendRaw(JSON.stringify(frame));
    }
    await client.until(() => client.frames.filter(({ t }) => t === 'error').length === 2, 'two errors');
    for (const error of client.frames.filter(({ t }) => t === 'error'))
      expect(['bad_frame', 'not_found']).toContain((error as { code: string }).code);
    await client.close();
  });

  it('S9: the e-mail of another visitor makes no one that visitor', async () => {
    const user = { email: 'victim@shop.test', name: 'Victim' };
    const victim = await WireClient.join(server.port, { user });
    victim.say('my secret');
    await victim.next('ack');
    const thief = await WireClient.join(server.port, { user });
    expect(thief.conversation).not.toBe(victim.conversation);
    expect(thief.first('welcome').visitor.id).not.toBe(victim.first('welcome').visitor.id);
    expect(JSON.stringify(thief.frames)).not.toContain('my secret');
    await Promise.all([victim.close(), thief.close()]);
  });

  it('S10: an inbox that was switched off takes no one any more', async () => {
    const before = await WireClient.join(server.port, { inbox: 'fleeting' });
    gone = true;
    const after = await WireClient.open(server.port);
    after.hello({ inbox: 'fleeting', session: before.token });
    expect(await after.end()).toBe(CLOSE.inboxGone.code);
    expect(after.frames).toEqual([]);
    await before.close();
  });
});

describe('configuration', () => {
  const problem = (field: Record<string, unknown>) =>
    inboxFileSchema.safeParse({ name: 'Shop', allowedOrigins: ['http://shop.test'], ...field }).success;

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'http://shop.test/privacy',
    '//x',
    'https://u:p@shop.test/',
    7,
    {},
  ])('C7: %s is no privacy address', (privacyUrl) => {
    expect(problem({ privacyUrl })).toBe(false);
  });

  it('C8: markup in a greeting arrives as the characters it is, and a long one is refused', async () => {
    const greeting = '<img src=x onerror=alert(1)>![a](https://e.example/x)</script><script>';
    const html = await (await pages({ greeting }).request(`/widget/demo?o=${SHOP}`)).text();
    expect(html).not.toContain('<img src=x');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(problem({ greeting: 'x'.repeat(10_240) })).toBe(false);
  });

  it.each(['../../etc/passwd', '__proto__', 'xx-YY', 'constructor', ''])(
    'C9: %j is no language of a wording',
    (locale) => {
      const [inbox] = inboxesOf({ id: 'demo' }).list();
      if (!inbox) throw new Error('no inbox');
      expect(Object.hasOwn(publicInbox(inbox).consent.wordings ?? {}, locale)).toBe(false);
      expect(isPublishedWording(inbox, { version: '1', locale, textHash: consentHash('Shop') })).toBe(false);
    },
  );
});

describe('consent', () => {
  it('P9: the wish not to be tracked is stored with the record, and answers nothing for the visitor', async () => {
    const consent = { version: '1', textHash: consentHash('Shop'), locale: 'en' };
    for (const [headers, stored] of [
      [{ 'Sec-GPC': '1' }, { ...consent, gpc: true }],
      [{ DNT: '1' }, { ...consent, gpc: true }],
      [{ DNT: '0' }, consent],
    ] as const) {
      const visitor = await WireClient.open(server.port, { ...headers });
      visitor.hello({ inbox: 'careful', consent });
      await visitor.next('live');
      expect((await server.session(visitor.token))?.consent).toMatchObject(stored);
      expect('gpc' in ((await server.session(visitor.token))?.consent ?? {})).toBe('gpc' in stored);
      await visitor.close();
    }
    const silent = await WireClient.open(server.port);
    silent.hello({ inbox: 'careful' });
    expect(await silent.end()).toBe(CLOSE.consentRequired.code);
  });
});
