/** What one peer may ask of the server over plain HTTP, whatever it sends and however slowly it reads. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpRefusal } from '../../../dist/http/limits/limited-server.js';
import { isWebSocketUpgrade, readAsPlain } from '../../../dist/runtime/network/plain-upgrade.js';
import { HTTP_LIMITS } from '../../../src/runtime/limits.js';
import type { TurnedClock } from '../../support/manual-clock.js';
import { type RawClient, rawClient, requestOf } from './raw-client.js';
import { type LimitedServer, type Listener, serveLimited } from './serve-limited.js';

let server: Server;
let clock: TurnedClock;
let refused: HttpRefusal[];
let parsed: LimitedServer['parsed'];
let close: LimitedServer['close'];
const clients: RawClient[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await close();
});

async function start(listener: Listener, over: { openFiles?: number; proxies?: number } = {}): Promise<void> {
  ({ server, clock, refused, parsed, close } = await serveLimited(listener, over));
}

async function client(bytes: string | Buffer, options?: { reads: boolean }): Promise<RawClient> {
  const made = await rawClient(server, bytes, options);
  clients.push(made);
  return made;
}

const get = (path = '/', ...headers: readonly string[]): string => requestOf(`GET ${path} HTTP/1.1`, ...headers);
const ok: Listener = (_request, response) => response.end('ok');

/** Turns the clock, a look at a time, until the condition holds. */
async function turnUntil(holds: () => boolean, most = 10_000): Promise<number> {
  for (let turns = 0; turns < most; turns++) {
    if (holds()) return turns;
    clock.turn(HTTP_LIMITS.answerLookMs);
    await new Promise((next) => setImmediate(next));
  }
  throw new Error('Nothing happened.');
}

describe('a connection', () => {
  it('gathers nothing from requests that are answered before their bodies have come', async () => {
    const sockets = new Set<IncomingMessage['socket']>();
    await start((request, response) => {
      sockets.add(request.socket);
      response.end('not wanted');
    });
    const { socket, text } = await client('');
    const listeners = (): number => [...sockets][0]?.listenerCount('close') ?? 0;
    const one = async (count: number): Promise<void> => {
      socket.write(requestOf('POST /nothing HTTP/1.1', 'Content-Length: 4'));
      await expect.poll(() => text().split('not wanted').length - 1).toBe(count);
      socket.write('body');
    };
    await one(1);
    const before = listeners();
    for (let count = 2; count <= 20; count++) await one(count);
    expect(listeners()).toBeLessThanOrEqual(before);
  });

  it('with too many requests is not read from until it is closed', async () => {
    const held: ServerResponse[] = [];
    await start((_request, response) => held.push(response));
    const { socket, closed } = await client(get().repeat(1 + HTTP_LIMITS.requestsWaiting + 1));
    await expect.poll(() => refused).toEqual(['too_many_waiting']);
    const before = parsed();
    const paused = held[0]?.req.socket.isPaused();
    held[0]?.end('answered');
    await once(held[0] as ServerResponse, 'close');
    socket.write(get().repeat(1_000));
    expect([paused, held[0]?.req.socket.isPaused()]).toEqual([true, true]);
    clock.turn(HTTP_LIMITS.refuseAfterMs);
    await closed;
    expect(parsed()).toBe(before);
  });

  it('has few answers made for it when it sends a thousand requests and reads nothing', async () => {
    let begun = 0;
    const large = Buffer.alloc(1_048_576);
    await start((_request, response) => {
      begun += 1;
      response.end(large);
    });
    const { socket, closed } = await client(get('/large').repeat(1_200), { reads: false });
    await expect.poll(() => refused).toEqual(['too_many_waiting']);
    expect(socket.destroyed).toBe(false);
    clock.turn(HTTP_LIMITS.refuseAfterMs);
    // A client notices the end when it reads.
    socket.resume();
    await closed;
    expect(begun).toBeLessThanOrEqual(1 + HTTP_LIMITS.requestsWaiting);
    // What comes in the same packet is skipped.
    expect(parsed()).toBe(1 + HTTP_LIMITS.requestsWaiting + 1);
    expect(refused).toEqual(['too_many_waiting']);
  });

  it('is answered in order, one request at a time', async () => {
    let inWork = 0;
    let most = 0;
    await start((request, response) => {
      most = Math.max(most, ++inWork);
      setImmediate(() => {
        inWork -= 1;
        response.end(request.url);
      });
    });
    const paths = Array.from({ length: HTTP_LIMITS.requestsWaiting }, (_, at) => `/path-${at}.`);
    const { text, closed } = await client(paths.map((path) => get(path)).join('') + get('/last', 'Connection: close'));
    await closed;
    expect([...text().matchAll(/\/path-\d+\.|\/last/g)].map(([path]) => path)).toEqual([...paths, '/last']);
    expect(most).toBe(1);
    expect(refused).toEqual([]);
  });

  it('is cut off when nothing of its answer is read, whatever it sends meanwhile', async () => {
    await start((_request, response) => {
      const piece = Buffer.alloc(65_536);
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        response.once('drain', more);
      };
      more();
    });
    const { socket, closed } = await client(get('/endless'), { reads: false });
    await expect.poll(() => clock.waiting).toBeGreaterThan(0);
    socket.write('GET /');
    const turns = await turnUntil(() => {
      socket.write('a');
      return refused.length > 0;
    });
    socket.resume();
    await closed;
    expect(refused).toEqual(['answer_not_read']);
    expect(turns).toBeGreaterThanOrEqual(HTTP_LIMITS.answerStallMs / HTTP_LIMITS.answerLookMs);
    expect(clock.waiting).toBe(0);
  });

  it('is not cut off while its answer is being made, such as one that waits for events', async () => {
    let finish = (): unknown => undefined;
    await start((_request, response) => {
      finish = () => response.end('at last');
    });
    const { text, closed } = await client(get('/events', 'Connection: close'));
    await expect.poll(() => clock.waiting).toBe(1);
    clock.turn(10 * HTTP_LIMITS.answerStallMs);
    finish();
    await closed;
    expect(text()).toContain('at last');
    expect(refused).toEqual([]);
  });

  it.each([
    ['a length', 'Content-Length: 100000'],
    ['pieces', 'Transfer-Encoding: chunked'],
  ])('is cut off when the rest of an answered request doesn’t end: %s', async (_what, header) => {
    await start(ok);
    const { text, closed } = await client(get('/', header));
    await expect.poll(text).toContain('ok');
    await expect.poll(() => clock.waiting).toBe(1);
    clock.turn(HTTP_LIMITS.unwantedBodyMs - 1);
    expect(refused).toEqual([]);
    clock.turn(1);
    await closed;
    expect(refused).toEqual(['body_not_wanted']);
    expect(clock.waiting).toBe(0);
  });

  it('is closed in favour of others when the files run short, that of the largest holder first', async () => {
    // 20 files: half of them are for connections, two for each.
    await start(ok, { openFiles: 20 });
    const many = await Promise.all(Array.from({ length: 8 }, () => client(get('/', 'Connection: keep-alive'))));
    const next = await client(get('/next', 'Connection: close'));
    await next.closed;
    expect(next.text()).toContain('ok');
    await expect.poll(() => many.filter(({ socket }) => socket.closed).length).toBeGreaterThanOrEqual(4);
    expect(new Set(refused)).toEqual(new Set(['too_many_connections']));
  });
});

describe('an address', () => {
  const from = (address: string): string => `X-Forwarded-For: ${address}`;
  const STEP_MS = 30;

  it('that asks faster than any crowd learns when to come back, and the next address notices nothing', async () => {
    let begun = 0;
    let passedMs = 0;
    await start(
      (_request, response) => {
        begun += 1;
        response.end();
      },
      { proxies: 1 },
    );
    const perConnection = HTTP_LIMITS.requestsWaiting;
    const flood = get('/', from('203.0.113.1')).repeat(perConnection);
    let answers = '';
    for (let round = 0; round < 60 && !answers.includes('429'); round++) {
      const some = await Promise.all(Array.from({ length: 20 }, () => client(flood)));
      const isOver = (): boolean => {
        clock.turn(STEP_MS);
        passedMs += STEP_MS;
        return some.every(({ text }) => text().includes('429') || text().split('HTTP/1.1').length > perConnection);
      };
      await expect.poll(isOver, { interval: 1 }).toBe(true);
      answers += some.map(({ text }) => text()).join('');
      for (const { socket } of some) socket.destroy();
    }
    expect(begun).toBeLessThanOrEqual(HTTP_LIMITS.requestBurst + (passedMs / 1_000) * HTTP_LIMITS.requestsPerSecond);
    expect(begun).toBeLessThanOrEqual(HTTP_LIMITS.requestsWithoutPace + passedMs / HTTP_LIMITS.requestEveryMs + 1);
    expect(answers).toMatch(/429 Too Many Requests\r\n(?:.*\r\n)*?Retry-After: 1\r\n/);
    expect(answers).toContain('"code":"rate_limited"');
    const other = await client(get('/', from('203.0.113.2'), 'Connection: close'));
    await other.closed;
    expect(other.text()).toContain('200 OK');
  });

  it('has at most its share of the requests in work', async () => {
    const held: ServerResponse[] = [];
    // 160 files: 80 for connections, which are 40, and a quarter of these for an address.
    await start((_request, response) => held.push(response), { proxies: 1, openFiles: 160 });
    const some = await Promise.all(Array.from({ length: 12 }, () => client(get('/', from('203.0.113.1')))));
    await expect.poll(() => refused.length).toBe(2);
    clock.turn(HTTP_LIMITS.refuseAfterMs);
    await expect.poll(() => some.filter(({ text }) => text().includes('429')).length).toBe(2);
    await client(get('/', from('203.0.113.2')));
    await expect.poll(() => held.length).toBe(11);
    for (const response of held) response.end();
    const again = await client(get('/', from('203.0.113.1')));
    await expect.poll(() => held.length).toBe(12);
    held.at(-1)?.end('again');
    await expect.poll(again.text).toContain('again');
  });
});

describe('a request', () => {
  it.each(['/', '/v1/realtime', '/nowhere'])('that names its host twice is refused: %s', async (path) => {
    await start(ok);
    for (const second of ['Host: evil.test', 'host: chat.test', 'HOST:']) {
      const { text, closed } = await client(get(path, second));
      await closed;
      expect(text()).toMatch(/^HTTP\/1.1 400 /);
      expect(text()).toContain('Send one Host header.');
    }
  });

  const offers = ['h2c', 'h2c, websocket', 'TLS/1.0', 'made-up'].flatMap((protocol) =>
    ['open', 'gone'].map((gateway) => ({ protocol, gateway })),
  );
  it.each(offers)(
    'that offers another protocol is answered as if it had not: $protocol, the gateway is $gateway',
    async ({ protocol, gateway }) => {
      await start(async (request, response) => {
        let body = '';
        for await (const piece of request) body += String(piece);
        response.end(`${request.method} ${request.url} ${body}`);
      });
      if (gateway === 'open')
        server.on('upgrade', (request, socket, head) => {
          if (isWebSocketUpgrade(request)) socket.destroy();
          else readAsPlain(server, request, socket, head);
        });
      const offer = ['Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`, 'HTTP2-Settings: AAMAAABk'];
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const body = method === 'GET' ? '' : 'body of it';
        const head = requestOf(`${method} /a?b HTTP/1.1`, ...offer, `Content-Length: ${body.length}`);
        const { text, socket } = await client(head + body + get('/behind'));
        await expect.poll(text).toContain('GET /behind');
        expect(text()).toContain(`${method} /a?b ${body}`);
        expect(text()).not.toMatch(/ (?:101|404) /);
        socket.destroy();
      }
    },
  );
});
