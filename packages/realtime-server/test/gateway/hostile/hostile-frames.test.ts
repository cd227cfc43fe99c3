/** What strangers may send: each gets an error frame or a close code, and the server goes on serving everybody else. */
import { CLOSE, FRAME_LIMITS, isShallow, MESSAGE_LIMITS } from '@service/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { decodeFrame } from '../../../dist/gateway/decode-frame.js';
import { serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

let server: TestServer;
beforeAll(async () => {
  server = await serve();
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
});

async function stillServes(): Promise<void> {
  const client = await WireClient.join(server.port);
  client.say('still there');
  await client.next('ack');
  await client.close();
}

const nested = '['.repeat(10_000) + ']'.repeat(10_000);
const HOSTILE: readonly (readonly [string, string | Buffer])[] = [
  ['not JSON', 'hello'],
  ['nothing at all', ''],
  ['a number', '42'],
  ['null', 'null'],
  ['an array', '[{"t":"ping","n":1}]'],
  ['no type', '{"n":1}'],
  ['a type that is not a text', '{"t":{"a":1}}'],
  ['W6: 10,000 nested arrays', nested],
  ['W6: 10,000 nested objects', '{"a":'.repeat(10_000)],
  ['W6: an own __proto__', '{"t":"ping","n":1,"__proto__":{"admin":true}}'],
  ['W6: a __proto__ deeper inside', '{"t":"context","user":{"customAttributes":{"__proto__":"x"}}}'],
  ['W6: an escaped __proto__', '{"t":"context","user":{"\\u005f_proto__":{"admin":true}}}'],
  ['a constructor', '{"t":"ping","n":1,"constructor":{"prototype":{"admin":true}}}'],
  ['a field too many', '{"t":"ping","n":1,"extra":true}'],
  ['W6: a number beyond all numbers', '{"t":"ping","n":1e999}'],
  ['a negative number', '{"t":"ping","n":-1}'],
  ['S8: an object in place of an id', '{"t":"sync","id":"request-1","conversation":{"$ne":null},"after":0}'],
  ['W6: a length that has no value', `{"t":"sync","id":{"length":{"toString":1,"valueOf":1}},"after":0}`],
  ['a list of versions that has no value', `{"t":"hello","v":{"length":{"toString":1,"valueOf":1}}}`],
  ['binary', Buffer.from('{"t":"ping","n":1}')],
  ['W6: 3,000 values', `{"t":"ping","n":1,"x":[${'1,'.repeat(3_000)}1]}`],
];

describe('what a client says of the page', () => {
  it('is accepted without the part behind ? and # of its address, from any client', () => {
    const page = { url: 'https://shop.test/reset?token=4711#access_token=4711', title: 'Reset' };
    const hello = {
      ...{ t: 'hello', v: [1], inbox: 'demo', session: null, origin: 'https://shop.test', sdk: 'theirs' },
      ...{ instance: 'instance-0001', cursor: null, visible: true, page },
    };
    const decoded = decodeFrame(Buffer.from(JSON.stringify(hello)), false);
    expect(decoded).toMatchObject({ ok: true, frame: { page: { url: 'https://shop.test/reset', title: 'Reset' } } });
    expect(JSON.stringify(decoded)).not.toContain('4711');
  });
});

describe('a frame that can’t be read', () => {
  it.each(HOSTILE)('%s: is answered with an error, and the same connection goes on', async (_what, data) => {
    const client = await WireClient.join(server.port);
    client.sendRaw(data);
    expect(await client.next('error')).toMatchObject({ code: 'bad_frame', retry: false });
    client.send({ t: 'ping', n: 5 });
    await client.next('pong');
    await client.close();
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it.each(HOSTILE)('%s: in place of a hello closes the socket', async (_what, data) => {
    const client = await WireClient.open(server.port);
    client.sendRaw(data);
    expect(await client.end()).toBe(CLOSE.malformed.code);
    await stillServes();
  });

  it('closes the socket when it comes again and again', async () => {
    const client = await WireClient.join(server.port);
    for (let i = 0; i < FRAME_LIMITS.badFrames; i++) client.sendRaw('nonsense');
    expect(await client.end()).toBe(CLOSE.malformed.code);
  });

  it('of a type this server does not know is answered as such, however often: it may be a newer client', async () => {
    const client = await WireClient.join(server.port);
    for (const t of ['reaction', 'constructor', '__proto__', 'toString', 'hasOwnProperty'])
      client.sendRaw(JSON.stringify({ t, id: 'request-1' }));
    client.send({ t: 'ping', n: 1 });
    await client.next('pong');
    const errors = client.frames.filter((frame) => frame.t === 'error');
    expect(errors).toHaveLength(5);
    expect(errors[0]).toMatchObject({ code: 'unknown_type', re: 'request-1' });
    await client.close();
  });

  it('of one mebibyte is not even read', async () => {
    const client = await WireClient.join(server.port);
    client.sendRaw(JSON.stringify({ t: 'ping', n: 'x'.repeat(1024 * 1024) }));
    expect(await client.end()).toBe(CLOSE.tooBig.code);
    await stillServes();
  });

  it('W4: cut into thousands of crumbs closes the socket', async () => {
    const client = await WireClient.join(server.port);
    for (let i = 0; i < 200; i++) client.socket.send('x', { fin: false });
    expect([1008, 1006]).toContain(await client.end());
    await stillServes();
  });
});

describe('a stranger', () => {
  it('W2: who speaks before saying hello, or says hello twice, is shown the door', async () => {
    const impatient = await WireClient.open(server.port);
    impatient.send({ t: 'ping', n: 1 });
    expect(await impatient.end()).toBe(CLOSE.malformed.code);
    const forgetful = await WireClient.join(server.port);
    forgetful.hello();
    expect(await forgetful.end()).toBe(CLOSE.malformed.code);
  });

  it('whose hello is larger than a hello needs to be is shown the door', async () => {
    const client = await WireClient.open(server.port);
    client.sendRaw(JSON.stringify({ t: 'hello', sdk: 'x'.repeat(FRAME_LIMITS.helloBytes) }));
    expect(await client.end()).toBe(CLOSE.malformed.code);
  });

  it('W7: who sends a hundred frames in one write gets one close and nothing served after it', async () => {
    const client = await WireClient.join(server.port);
    for (let i = 0; i < FRAME_LIMITS.badFrames; i++) client.sendRaw('nonsense');
    for (let i = 0; i < 100; i++) client.say(`m${i}`);
    expect(await client.end()).toBe(CLOSE.malformed.code);
    const witness = await WireClient.join(server.port, { session: client.token });
    expect(witness.first('following').head).toBe(0);
  });

  it('who sends faster than anyone types is asked to come back later', async () => {
    const client = await WireClient.join(server.port);
    for (let i = 0; i < FRAME_LIMITS.frameBurst * 3; i++) client.send({ t: 'ping', n: i });
    expect(await client.end()).toBe(CLOSE.rateLimited.code);
  });

  it('who speaks another protocol learns that the version is not supported', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/realtime`, 'something.else');
    socket.on('error', () => undefined);
    const code = await new Promise((resolve) => socket.on('close', resolve));
    expect([CLOSE.versionUnsupported.code, 1006]).toContain(code);
    await stillServes();
  });

  it('who requests another path is refused', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/elsewhere`);
    const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
    expect(error.message).toContain('404');
  });
});

describe('a message', () => {
  it.each([
    ['blank', '   \n\t ', 'empty'],
    ['too long', 'x'.repeat(MESSAGE_LIMITS.textLength + 1), 'too_large'],
  ])('W13: that is %s is refused with what to do about it', async (_what, text, code) => {
    const client = await WireClient.join(server.port);
    client.say(text, 'client-0001');
    expect(await client.next('error')).toMatchObject({ re: 'client-0001', code, retry: false });
    await client.close();
  });

  it('of the greatest allowed length arrives whole, in any script', async () => {
    const client = await WireClient.join(server.port);
    const text = '漢'.repeat(MESSAGE_LIMITS.textLength);
    client.say(text, 'client-0001');
    await client.until(() => client.events.length >= 1, 'the message');
    expect(client.events[0]?.body).toEqual({ kind: 'message', text });
    await client.close();
  });
});

describe('decoding', () => {
  it('never throws, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, binary) => {
        expect(() => decodeFrame(Buffer.from(bytes), binary)).not.toThrow();
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws on well-formed JSON of any shape', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.constantFrom('hello', 'append', 'sync', 'context', 'follow'),
        (value, t) => {
          const text = JSON.stringify(typeof value === 'object' && value !== null ? { ...value, t } : value);
          expect(() => decodeFrame(Buffer.from(text), false)).not.toThrow();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('counts nesting outside of strings only', () => {
    expect(isShallow(JSON.stringify({ text: '[[[[[[[[[[[[[[[[[[[[[[[[["\\"[[[' }))).toBe(true);
    expect(isShallow('['.repeat(FRAME_LIMITS.jsonDepth) + ']'.repeat(FRAME_LIMITS.jsonDepth))).toBe(true);
    expect(isShallow('['.repeat(FRAME_LIMITS.jsonDepth + 1))).toBe(false);
    expect(isShallow('[{"a":'.repeat(FRAME_LIMITS.jsonDepth / 2) + '[')).toBe(false);
    expect(isShallow('[{}]'.repeat(FRAME_LIMITS.jsonDepth))).toBe(true);
    expect(isShallow(','.repeat(FRAME_LIMITS.jsonNodes))).toBe(true);
    expect(isShallow(','.repeat(FRAME_LIMITS.jsonNodes + 1))).toBe(false);
  });
});
