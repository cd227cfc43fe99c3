/** Who may begin a conversation or go on with one: origins, consent, tokens, and never into another’s. */
import { CLOSE, FRAME_LIMITS } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { consentHash } from '../../../dist/inbox/public-inbox.js';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';
import { completed, texts } from '../read-log.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

describe('two visitors', () => {
  it('S8: never see each other: every way to name a foreign conversation looks as if it did not exist', async () => {
    server = await serve();
    const victim = await WireClient.join(server.port);
    victim.say('my secret');
    await completed(victim);
    const stranger = await WireClient.join(server.port);
    expect(stranger.conversation).not.toBe(victim.conversation);
    const missing = 'cnv_doesnotexist00000000';
    for (const conversation of [victim.conversation, missing]) {
      const mark = stranger.frames.length;
      stranger.send({ t: 'follow', conversation });
      stranger.send({ t: 'sync', id: 'request-1', conversation, after: 0 });
      stranger.send({ t: 'history', id: 'request-2', conversation, before: 10 });
      stranger.send({ t: 'append', conversation, clientId: `client-${mark}`, body: { kind: 'message', text: 'hi' } });
      stranger.send({ t: 'read', conversation, seq: 3 });
      stranger.send({ t: 'typing', conversation, on: true });
      stranger.send({ t: 'stop', conversation });
      stranger.send({ t: 'ping', n: mark });
      await stranger.next('pong', (pong) => pong.n === mark);
      const answers = stranger.frames.slice(mark);
      expect(answers.map((frame) => (frame.t === 'error' ? frame.code : frame.t))).toEqual([
        ...Array(7).fill('not_found'),
        'pong',
      ]);
    }
    expect(JSON.stringify(stranger.frames)).not.toContain('secret');
    expect(victim.events).toHaveLength(3);
  });

  it('S1: are distinguished by the token alone, which is good for one inbox and one origin', async () => {
    server = await serve(
      undefined,
      inboxesOf({ id: 'demo', allowedOrigins: ['http://shop.test', 'http://other.test'] }, { id: 'second' }),
    );
    const visitor = await WireClient.join(server.port);
    for (const wrong of [{ inbox: 'second' }, { origin: 'http://other.test' }, { session: `cws_${'A'.repeat(43)}` }]) {
      const thief = await WireClient.open(server.port);
      thief.hello({ session: visitor.token, ...wrong });
      expect(await thief.end()).toBe(CLOSE.sessionExpired.code);
      expect(thief.frames).toEqual([]);
    }
  });
});

describe('the door', () => {
  it.each([
    ['an unknown inbox', { inbox: 'unknown' }, {}, CLOSE.inboxGone.code],
    ['a page that may not embed the inbox', { origin: 'http://evil.test' }, {}, CLOSE.inboxGone.code],
    ['a screen on an origin that is not listed', {}, { origin: 'http://evil.test' }, CLOSE.inboxGone.code],
    ['no version in common', { v: [99] }, {}, CLOSE.versionUnsupported.code],
  ])('W1: is closed for %s, with a code that says so', async (_what, hello, headers, code) => {
    server = await serve();
    const client = await WireClient.open(server.port, headers as Record<string, string>);
    client.hello(hello);
    expect(await client.end()).toBe(code);
  });

  it('opens for the widget’s own frame and for a listed origin', async () => {
    server = await serve();
    for (const origin of [`http://127.0.0.1:${server.port}`, 'http://shop.test']) {
      const client = await WireClient.open(server.port, { origin });
      client.hello();
      expect(await client.next('welcome')).toMatchObject({ v: 1 });
    }
  });

  it('P3: asks for consent to the wording it published before it begins a session', async () => {
    server = await serve(undefined, inboxesOf({ id: 'demo', requireConsent: true }));
    const textHash = 'a'.repeat(64);
    for (const consent of [undefined, { version: '1', textHash, locale: 'en' }]) {
      const client = await WireClient.open(server.port);
      client.hello(consent && { consent });
      expect(await client.end()).toBe(CLOSE.consentRequired.code);
    }
  });

  it('P5: asks for consent of those who were here before it was needed, too, and lets them back in with it', async () => {
    let inboxes = inboxesOf({ id: 'demo' });
    server = await serve(undefined, { ...inboxes, get: (id) => inboxes.get(id) });
    const before = await WireClient.join(server.port);
    before.say('hello');
    await completed(before);

    inboxes = inboxesOf({ id: 'demo', requireConsent: true });
    const silent = await WireClient.open(server.port);
    silent.hello({ session: before.token });
    expect(await silent.end()).toBe(CLOSE.consentRequired.code);

    const consent = { version: '1', textHash: consentHash('Shop'), locale: 'en' };
    const agreed = await WireClient.join(server.port, { session: before.token, consent });
    expect(agreed.conversation).toBe(before.conversation);
    expect(texts(agreed.events)).toContain('hello');
  });

  it('P5: lets no one go on under a wording that is not the published one any more, and takes what they say under the new one', async () => {
    let inboxes = inboxesOf({ id: 'demo', requireConsent: true });
    server = await serve(undefined, { ...inboxes, get: (id) => inboxes.get(id) });
    const agreed = (version: string) => ({ version, textHash: consentHash('Shop'), locale: 'en' });
    const visitor = await WireClient.join(server.port, { consent: agreed('1') });
    visitor.say('under the old wording');
    await completed(visitor);

    inboxes = inboxesOf({ id: 'demo', requireConsent: true, consentVersion: '2' });
    expect(await visitor.end()).toBe(CLOSE.consentRequired.code);
    const stale = await WireClient.open(server.port);
    stale.hello({ session: visitor.token, consent: agreed('1') });
    expect(await stale.end()).toBe(CLOSE.consentRequired.code);

    const again = await WireClient.join(server.port, { session: visitor.token, consent: agreed('2') });
    again.say('under the new one');
    await again.next('ack');
    expect((await server.session(visitor.token))?.consent).toMatchObject({ version: '2' });
  });

  it('lets a visitor send a burst and asks them to slow down after it, losing nothing', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    for (let i = 0; i <= FRAME_LIMITS.appendBurst; i++) visitor.say(`m${i}`);
    const refused = await visitor.next('error');
    expect(refused).toMatchObject({ code: 'rate_limited', retry: true, re: `client-m${FRAME_LIMITS.appendBurst}` });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
  });
});
