/** Signed requests that leave the server: where they may go, what is sent, and what becomes of every kind of bad answer. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, createServer as createPlainServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyServiceRequest } from '../../../embed-sdk/src/server/verify-service-request.js';
import { parseDestination } from '../../dist/outgoing/destination.js';
import { sendPinned } from '../../dist/outgoing/pinned-request.js';
import { isPublicAddress } from '../../dist/outgoing/public-address.js';
import { type RetryClock, type SignedMessage, sendSigned, signedRequest } from '../../dist/outgoing/signed-request.js';
import { NAME, type Outside, outside, PUBLIC } from './fake-internet.js';

const SECRET = 'cwsk_test-secret-of-thirty-two-characters-or-more';
const signing = { keyId: 'sk_1', secret: SECRET };
const question: SignedMessage = { id: 'qst_1', inbox: 'demo', type: 'question', data: { text: 'Grüße, 你好 😀' } };
/** No time passes but what the other side takes. */
const times: RetryClock = { now: Date.now, fraction: () => 0.5, pause: async () => undefined };

let world: Outside | null = null;
afterEach(async () => {
  vi.unstubAllEnvs();
  await world?.close();
  world = null;
});

async function ask(service: RequestListener, url = `https://${NAME}/answer?v=1`): Promise<unknown> {
  world ??= await outside(service);
  const read = parseDestination(url);
  if (!read.ok) throw new Error(read.code);
  return sendSigned(read.destination, question, signing, times, { network: world.network });
}

const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

describe('a destination', () => {
  it.each([
    'https://agent.example.com',
    'https://agent.example.com/a/b?c=d',
    'https://agent.example.com:443/',
    'https://AGENT.Example.com/',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/',
    'https://xn--bcher-kva.example.com/',
  ])('%s is one', (url) => {
    expect(parseDestination(url)).toMatchObject({ ok: true });
  });

  it.each([
    ['http://agent.example.com/', 'destination_invalid'],
    ['ftp://agent.example.com/', 'destination_invalid'],
    ['https:agent.example.com', 'destination_invalid'],
    ['https:/\\agent.example.com', 'destination_invalid'],
    ['//agent.example.com', 'destination_invalid'],
    ['https://agent.example.com:22/', 'destination_invalid'],
    ['https://agent.example.com:8443/', 'destination_invalid'],
    ['https://user:pw@agent.example.com/', 'destination_invalid'],
    ['https://@agent.example.com/', 'destination_invalid'],
    ['https://agent.example.com/#x', 'destination_invalid'],
    ['https://agent.example.com./', 'destination_invalid'],
    ['https://agent.exa\tmple.com/', 'destination_invalid'],
    ['https://agent.example.com/\nHost: x', 'destination_invalid'],
    [`https://agent.example.com/${'a'.repeat(2_048)}`, 'destination_invalid'],
    ['', 'destination_invalid'],
    [{ toString: (): string => 'https://agent.example.com/' }, 'destination_invalid'],
    ['https://127.0.0.1/', 'destination_not_public'],
    ['https://127.1/', 'destination_not_public'],
    ['https://0x7f.1/', 'destination_not_public'],
    ['https://2130706433/', 'destination_not_public'],
    ['https://0177.0.0.1/', 'destination_not_public'],
    ['https://１２７.０.０.１/', 'destination_not_public'],
    ['https://[::1]/', 'destination_not_public'],
    ['https://[::ffff:10.0.0.1]/', 'destination_not_public'],
    ['https://[64:ff9b::a00:1]/', 'destination_not_public'],
    ['https://[fd00::1]/', 'destination_not_public'],
    ['https://169.254.169.254/latest/meta-data', 'destination_not_public'],
    ['https://168.63.129.16/', 'destination_not_public'],
    ['https://localhost/', 'destination_not_public'],
    ['https://localhost./', 'destination_not_public'],
    ['https://db.internal/', 'destination_not_public'],
    ['https://printer/', 'destination_not_public'],
  ] as const)('D1: %s is none', (url, code) => {
    expect(parseDestination(url)).toEqual({ ok: false, code });
  });
});

describe('a public address', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001:81b::200e'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.7', '203.0.113.9'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
    ...[
      '::',
      '::1',
      '::ffff:1.1.1.1',
      '::127.0.0.1',
      '64:ff9b::101:101',
      '100::1',
      '2001::1',
      '2001:db8::1',
      '2002:a00:1::1',
    ],
    ...[
      '3fff::1',
      '5f00::1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      'localhost',
      '',
      '1.1.1',
    ],
  ])('D1: %s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a signed request', () => {
  it('arrives at the name’s own server, and the receiving end believes it', async () => {
    const seen: { verdict?: unknown; method?: string; url?: string; host?: string } = {};
    const answer = await ask(async (request, response) => {
      const raw = await bodyOf(request);
      seen.verdict = verifyServiceRequest(raw, request.headers, [SECRET]);
      Object.assign(seen, { method: request.method, url: request.url, host: request.headers.host });
      json({ text: 'Hello.' })(request, response as ServerResponse<IncomingMessage> & { req: IncomingMessage });
    });
    expect(answer).toEqual({ text: 'Hello.' });
    expect(seen).toMatchObject({
      verdict: { ok: true, id: 'qst_1', body: { inbox: 'demo', type: 'question', data: question.data } },
      method: 'POST',
      url: '/answer?v=1',
      host: NAME,
    });
    expect(world?.dialled).toEqual([`${PUBLIC}:443`]);
    await expect.poll(() => world?.open()).toBe(0);
  });

  it('takes no way that the environment names, and believes no certificate because the environment says so', async () => {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
      vi.stubEnv(name, 'http://10.0.0.9:3128');
    expect(await ask(json({ text: 'ok' }))).toEqual({ text: 'ok' });
    expect(world?.dialled).toEqual([`${PUBLIC}:443`]);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    if (world) world.names = { 'other.example.com': [PUBLIC] };
    await expect(ask(json({}), 'https://other.example.com/')).rejects.toMatchObject({ code: 'destination_tls' });
  });

  it('is signed as the published vectors are', () => {
    const vectors = JSON.parse(
      readFileSync(new URL('../../../embed-sdk/test/service-request-vectors.json', import.meta.url), 'utf8'),
    ) as { secret: string; now: number; vectors: { body: string; headers: Record<string, string> }[] };
    const [first] = vectors.vectors;
    const { id, inbox, type, data } = JSON.parse(first?.body ?? '') as SignedMessage;
    const { body, headers } = signedRequest(
      { id, inbox, type, data },
      { keyId: 'k', secret: vectors.secret },
      vectors.now,
    );
    expect(body.toString()).toBe(first?.body);
    expect(headers['X-Service-Signature']).toBe(first?.headers['x-service-signature']);
    expect(headers['Idempotency-Key']).toBe(id);
  });

  it('D4: is believed neither with another byte, nor written anew, nor old, nor under another id, nor without its header', () => {
    const { body, headers } = signedRequest(question, signing, 1_000_000);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const judge = (raw: Buffer, changed: Record<string, string | undefined> = {}, now = 1_000_000) =>
      verifyServiceRequest(raw, { ...lower, ...changed } as Record<string, string>, [SECRET], { now });
    expect(judge(body)).toMatchObject({ ok: true });
    const flipped = Buffer.from(body);
    flipped[10] = (flipped[10] ?? 0) ^ 1;
    expect(judge(flipped)).toEqual({ ok: false, reason: 'signature' });
    expect(judge(Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 1)))).toEqual({
      ok: false,
      reason: 'signature',
    });
    expect(judge(body, {}, 1_000_000 + 300_001)).toEqual({ ok: false, reason: 'stale' });
    expect(judge(body, { 'idempotency-key': 'another' })).toEqual({ ok: false, reason: 'id' });
    expect(judge(body, { 'x-service-signature': undefined })).toEqual({ ok: false, reason: 'signature' });
    expect(judge(body, { 'x-service-signature': headers['X-Service-Signature'].replace('sha256', 'SHA256') })).toEqual({
      ok: false,
      reason: 'signature',
    });
  });

  it('is not made with a secret that could be guessed', () => {
    expect(() => signedRequest(question, { keyId: 'k', secret: '' }, 0)).toThrow(/32 characters/);
  });

  it('is tried again, with the same bytes, while no connection can be made, and only as often as configured', async () => {
    const keys: unknown[] = [];
    const bodies: string[] = [];
    world = await outside(async (request, response) => {
      keys.push(request.headers['idempotency-key']);
      bodies.push((await bodyOf(request)).toString());
      response.end('{"text":"at last"}');
    });
    const { network } = world;
    let [dialled, now] = [0, 1_000_000];
    const refused: typeof network = {
      ...network,
      dial: (address, port) => (++dialled < 3 ? connect(1, '127.0.0.1') : network.dial(address, port)),
    };
    const read = parseDestination(`https://${NAME}/answer`);
    if (!read.ok) throw new Error(read.code);
    const ticking = { ...times, now: () => now++ };
    expect(await sendSigned(read.destination, question, signing, ticking, { network: refused })).toEqual({
      text: 'at last',
    });
    expect(dialled).toBe(3);
    expect(keys).toEqual(['qst_1']);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ ts: 1_000_000 });
    dialled = -9;
    const never = sendSigned(read.destination, question, signing, ticking, { network: refused });
    await expect(never).rejects.toMatchObject({ code: 'destination_unreachable' });
    expect(dialled).toBe(-6);
  });

  it('Mutations whose outcome cannot be proven are retained for reconciliation, not repeated', async () => {
    let asked = 0;
    const failing = ask((request, response) => {
      asked += 1;
      request.resume().on('end', () => response.writeHead(503).end());
    });
    await expect(failing).rejects.toMatchObject({ code: 'destination_status', status: 503 });
    expect(asked).toBe(1);
    await world?.close();
    world = null;
    const vanishing = ask((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await expect(vanishing).rejects.toMatchObject({ code: 'destination_outcome_unknown' });
    expect(asked).toBe(2);
  });

  it('is not repeated when it was refused', async () => {
    let asked = 0;
    const refused = ask((_request, response) => {
      asked += 1;
      response.writeHead(403).end('no');
    });
    await expect(refused).rejects.toMatchObject({ code: 'destination_status', status: 403 });
    expect(asked).toBe(1);
  });
});

describe('a name', () => {
  it.each([
    ['D2: with a private address among public ones', [PUBLIC, '10.0.0.5'], 'destination_not_public'],
    ['of the cloud’s own services', ['169.254.169.254'], 'destination_not_public'],
    ['with a mapped private address', ['::ffff:127.0.0.1'], 'destination_not_public'],
    ['that leads nowhere', [], 'destination_unresolved'],
  ])('%s is not connected to', async (_what, addresses, code) => {
    world = await outside(json({}));
    world.names = { [NAME]: addresses };
    await expect(ask(json({}))).rejects.toMatchObject({ code });
    expect(world.dialled).toEqual([]);
  });

  it('D2: that changes its mind after it was checked gains nothing: it is asked once, and its first word is used', async () => {
    world = await outside(json({ text: 'ok' }));
    let asked = 0;
    world.names = { [NAME]: () => (++asked === 1 ? [PUBLIC] : ['127.0.0.1']) };
    await ask(json({}));
    expect(world.lookups).toEqual([NAME]);
    expect(world.dialled).toEqual([`${PUBLIC}:443`]);
  });

  it('that doesn’t exist is reported as such', async () => {
    world = await outside(json({}));
    await expect(ask(json({}), 'https://missing.example.com/')).rejects.toMatchObject({
      code: 'destination_unresolved',
    });
  });

  it('D3: that the certificate does not prove is not believed, and nothing is sent to its server', async () => {
    let asked = 0;
    world = await outside(() => void asked++);
    world.names = { 'other.example.com': [PUBLIC] };
    await expect(ask(json({}), 'https://other.example.com/')).rejects.toMatchObject({ code: 'destination_tls' });
    expect(asked).toBe(0);
  });

  it('with a certificate of an unknown authority is not believed', async () => {
    world = await outside(json({}));
    const { ca: _nobody, ...network } = world.network;
    const read = parseDestination(`https://${NAME}/`);
    if (!read.ok) throw new Error(read.code);
    await expect(sendSigned(read.destination, question, signing, times, { network })).rejects.toMatchObject({
      code: 'destination_tls',
    });
  });
});

describe('an answer', () => {
  it.each<readonly [string, string, RequestListener]>([
    [
      'D3: that leads on, even to a private address',
      'destination_redirect',
      (_request, response) => void response.writeHead(301, { Location: 'https://127.0.0.1/' }).end(),
    ],
    [
      'D3: of one byte more than may be',
      'destination_too_large',
      (_request, response) => void response.end(Buffer.alloc(64 * 1_024 + 1, 0x20)),
    ],
    [
      'without an end',
      'destination_too_large',
      (_request, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        };
        response.on('drain', more);
        more();
      },
    ],
    [
      'D3: that unpacks into far more',
      'destination_encoding',
      (_request, response) =>
        void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
    ],
    ['that is not JSON', 'destination_answer', (_request, response) => void response.end('<html>')],
    [
      'that is not UTF-8',
      'destination_answer',
      (_request, response) => void response.end(Buffer.from([0x22, 0xff, 0x22])),
    ],
  ])('%s is refused with a name', async (_what, code, service) => {
    await expect(ask(service)).rejects.toMatchObject({ code });
    await expect.poll(() => world?.open()).toBe(0);
  });

  it('that breaks off is no answer', async () => {
    const broken = ask((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('{"text":', () => response.destroy());
    });
    await expect(broken).rejects.toMatchObject({ code: 'destination_outcome_unknown' });
  });
});

describe('the deadline', () => {
  const destination = { host: NAME, path: '/', origin: `https://${NAME}` };
  const soon = { method: 'POST', headers: {}, deadlineMs: 300, mostBytes: 1_000 } as const;

  it('D3: ends a service that drips its answer, one byte at a time', async () => {
    world = await outside((_request, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await expect(sendPinned(destination, soon, world.network)).rejects.toMatchObject({ code: 'destination_timeout' });
    await expect.poll(() => world?.open()).toBe(0);
  });

  it('D3: ends a service that takes the connection and never proves its name', async () => {
    world = await outside(json({}));
    const silent = createPlainServer((socket) => void socket.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const network = { ...world.network, dial: () => connect(port, '127.0.0.1') };
    await expect(sendPinned(destination, soon, network)).rejects.toMatchObject({ code: 'destination_timeout' });
    await new Promise((resolve) => silent.close(resolve));
  });

  it('ends a resolver that never answers', async () => {
    world = await outside(json({}));
    const network = { ...world.network, resolve: () => new Promise<never>(() => undefined) };
    await expect(sendPinned(destination, soon, network)).rejects.toMatchObject({ code: 'destination_timeout' });
    expect(world.dialled).toEqual([]);
  });

  it('is given up before it began: a name that leads nowhere is heard of by no one, and nothing is left unheard', async () => {
    const read = parseDestination(`https://${NAME}/answer`);
    if (!read.ok) throw new Error(read.code);
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const network = {
      resolve: () => Promise.reject(new Error('no such name')),
      dial: () => {
        throw new Error('no host is called');
      },
    };
    const left = {
      method: 'GET',
      headers: {},
      deadlineMs: 5_000,
      mostBytes: 1,
      signal: AbortSignal.abort(new Error('left')),
    } as const;
    await expect(sendPinned(read.destination, left, network)).rejects.toThrow('left');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});
