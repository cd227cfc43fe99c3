/**
 * Hostile inputs at the socket, each with its id of test/proofs/hostile/inputs.ts. The server answers with an `error` frame or a
 * close code, never throws, and goes on serving others.
 */
import { connect, type Socket } from 'node:net';
import { CLOSE, FRAME_LIMITS, MESSAGE_LIMITS } from '@service/protocol';
import { inboxFileSchema } from '@service/protocol/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { consentHash, isPublishedWording, publicInbox } from '../../dist/inbox/public-inbox.js';
import { pages, SHOP } from '../http/test-app.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

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

async function stillServes(): Promise<void> {
  const witness = await WireClient.join(server.port);
  witness.say('still there');
  await witness.next('ack');
  await witness.close();
}

/** A socket by hand: the upgrade is answered, then bytes go out as they are. */
async function byHand(): Promise<{ socket: Socket; ended: Promise<Buffer> }> {
  const socket = connect(server.port, '127.0.0.1');
  const seen: Buffer[] = [];
  socket.on('error', () => undefined);
  const ended = new Promise<Buffer>((resolve) => socket.on('close', () => resolve(Buffer.concat(seen))));
  const open = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  socket.on('data', (bytes) => seen.push(bytes));
  socket.write(
    'GET /v1/realtime HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: service.chat.v1\r\n\r\n',
  );
  await open;
  return { socket, ended };
}

/** The code of the close frame among what the server sent last. */
function closeCode(bytes: Buffer): number | null {
  const at = bytes.lastIndexOf(0x88);
  return at === -1 || bytes.length < at + 4 ? null : bytes.readUInt16BE(at + 2);
}

const masked = (head: number, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from([head, 0x80 | payload.length, 0, 0, 0, 0]), payload]);

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

describe('the socket', () => {
  it.each(['http://evil.test', 'null', 'http://shop.test.evil.test', 'http://shop.test:81'])(
    'W1: %s as the upgrade’s origin gets a close code and no frame',
    async (origin) => {
      const client = await WireClient.open(server.port, { origin });
      client.hello();
      expect(await client.end()).toBe(CLOSE.inboxGone.code);
      expect(client.frames).toEqual([]);
    },
  );

  it('W3: one byte more than a frame may have closes the socket', async () => {
    const client = await WireClient.join(server.port);
    client.sendRaw('x'.repeat(FRAME_LIMITS.frameBytes + 1));
    expect(await client.end()).toBe(CLOSE.tooBig.code);
    await stillServes();
  });

  it('an upgrade to a path that isn’t ours is closed from this side too, whichever side holds it open', async () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    const gone = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('error', () => undefined);
    const seen: Buffer[] = [];
    socket.on('data', (bytes) => seen.push(bytes));
    const answered = new Promise<void>((resolve) => socket.once('end', resolve));
    socket.write('GET /elsewhere HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    await answered;
    expect(Buffer.concat(seen).toString()).toMatch(/^HTTP\/1\.1 404 /);
    // No one reads it any more, so the system refuses it.
    const speaking = setInterval(() => socket.write('still here'), 10);
    await gone;
    clearInterval(speaking);
    await stillServes();
  });

  it('W4: empty fragments without end close the socket', async () => {
    const { socket, ended } = await byHand();
    socket.write(masked(0x01, Buffer.alloc(0)));
    for (let at = 0; at < 200; at++) socket.write(masked(0x00, Buffer.alloc(0)));
    expect(closeCode(await ended)).toBe(1008);
    await stillServes();
  });

  it.each([
    ['text that is no UTF-8', masked(0x81, Buffer.from([0xc3, 0x28])), 1007],
    ['a frame without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
    ['reserved bits', masked(0xf1, Buffer.from('{}')), 1002],
    ['an unknown kind of frame', masked(0x83, Buffer.from('{}')), 1002],
    [
      'a ping that is too long',
      Buffer.concat([Buffer.from([0x89, 0xfe, 0x00, 0x80, 0, 0, 0, 0]), Buffer.alloc(128)]),
      1002,
    ],
    ['binary', masked(0x82, Buffer.from('{}')), CLOSE.malformed.code],
  ])('W5: %s closes the socket', async (_what, bytes, code) => {
    const { socket, ended } = await byHand();
    socket.write(bytes);
    expect(closeCode(await ended)).toBe(code);
    await stillServes();
  });

  it.each([
    ['a million keys', `{"t":"ping",${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['a number too large for a number', '{"t":"ping","n":1e999}'],
    ['the same key twice', '{"t":"ping","t":"append","n":1}'],
    ['a prototype', '{"t":"ping","n":1,"__proto__":{"admin":1}}'],
    ['32,000 brackets', '['.repeat(32_000)],
  ])('W6: %s is a bad frame', async (_what, text) => {
    const client = await WireClient.join(server.port);
    client.sendRaw(text);
    expect(await client.next('error')).toMatchObject({ code: 'bad_frame' });
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    await client.close();
  });

  it('W6: half a character is stored as something that can be written out again', async () => {
    const client = await WireClient.join(server.port);
    client.sendRaw(
      `{"t":"append","conversation":"${client.conversation}","clientId":"client-half","body":{"kind":"message","text":"a\\ud800b"}}`,
    );
    await client.until(() => client.events.length > 0 || client.frames.some(({ t }) => t === 'error'), 'an answer');
    expect(() => encodeURIComponent(JSON.stringify(client.events))).not.toThrow();
    await client.close();
  });

  it.each([
    ['nothing', '', 'empty'],
    ['spaces', '  \n ', 'empty'],
    ['too much', 'x'.repeat(MESSAGE_LIMITS.textLength + 1), 'too_large'],
  ])('W13: a message of %s is refused in words', async (_what, text, code) => {
    const client = await WireClient.join(server.port);
    client.say(text, 'client-0001');
    expect(await client.next('error')).toMatchObject({ re: 'client-0001', code, retry: false });
    await client.close();
  });

  it.each([
    ['NUL', 'a\u0000b'],
    ['families of emoji', '👨‍👩‍👧‍👦'.repeat(700)],
  ])('W13: a message of %s is stored as it was written, and cleaned where it is shown', async (_what, text) => {
    const client = await WireClient.join(server.port);
    client.say(text, 'client-0001');
    await client.next('ack');
    const again = await WireClient.join(server.port, { session: client.token });
    const [first] = again.events;
    expect(first?.body).toEqual({ kind: 'message', text });
    await Promise.all([client.close(), again.close()]);
  });

  it('W13: a message of a lone direction switch is as good as none', async () => {
    const client = await WireClient.join(server.port);
    client.say('\u202e', 'client-0001');
    expect(await client.next('error')).toMatchObject({ re: 'client-0001', code: 'empty' });
    await client.close();
  });

  it.each([
    'a@'.repeat(4_000),
    `${'*'.repeat(7_900)}x`,
    '('.repeat(7_900),
    `http://${'a.'.repeat(3_900)}`,
    `${' '.repeat(7_999)}x`,
    '-'.repeat(7_999),
  ])('W14: %.12s… in every text is answered like any other', async (text) => {
    const client = await WireClient.join(server.port);
    client.say(text, 'client-0001');
    client.sendRaw(
      JSON.stringify({
        t: 'context',
        user: { email: text.slice(0, 254), name: text.slice(0, 80), customAttributes: { a: text.slice(0, 256) } },
      }),
    );
    client.send({ t: 'ping', n: 7 });
    await client.next('pong');
    await client.next('ack');
    await client.until(() => client.events.some(({ body }) => body.kind === 'answer.completed'), 'the answer');
    await client.close();
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

describe('a message', () => {
  it.each<{ text: unknown }>([
    { text: { type: 'img', props: { onerror: 'x' } } },
    { text: ['x'] },
    { text: 7 },
    { text: null },
    { text: { toString: 'x' } },
  ])('M9: that is %j in place of a text is a bad frame', async ({ text }) => {
    const client = await WireClient.join(server.port);
    client.sendRaw(
      JSON.stringify({
        t: 'append',
        conversation: client.conversation,
        clientId: 'client-0001',
        body: { kind: 'message', text },
      }),
    );
    expect(await client.next('error')).toMatchObject({ code: 'bad_frame', re: 'client-0001' });
    expect(client.events).toEqual([]);
    await client.close();
  });
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
