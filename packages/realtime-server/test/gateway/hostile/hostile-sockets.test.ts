/**
 * Hostile inputs at the socket, each with its id of test/proofs/hostile/inputs.ts. The server answers with an `error` frame or a
 * close code, never throws, and goes on serving others.
 */
import { connect } from 'node:net';
import { CLOSE, FRAME_LIMITS, MESSAGE_LIMITS } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';
import { byHand, closeCode, masked, stillServes } from './raw-socket.js';

let server: TestServer;
beforeAll(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo' }));
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
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
    await stillServes(server.port);
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
    await stillServes(server.port);
  });

  it('W4: empty fragments without end close the socket', async () => {
    const { socket, ended } = await byHand(server.port);
    socket.write(masked(0x01, Buffer.alloc(0)));
    for (let at = 0; at < 200; at++) socket.write(masked(0x00, Buffer.alloc(0)));
    expect(closeCode(await ended)).toBe(1008);
    await stillServes(server.port);
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
    const { socket, ended } = await byHand(server.port);
    socket.write(bytes);
    expect(closeCode(await ended)).toBe(code);
    await stillServes(server.port);
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
