/** Names, answers and deadlines of requests that leave the server: what becomes of every kind of bad one. */
import type { RequestListener } from 'node:http';
import { connect, createServer as createPlainServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseDestination } from '../../dist/outgoing/destination.js';
import { sendPinned } from '../../dist/outgoing/pinned-request.js';
import { sendSigned } from '../../dist/outgoing/signed-request.js';
import { NAME, type Outside, outside, PUBLIC } from './fake-internet.js';
import { json, question, signing, times } from './signed-question.js';

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

  it('is reached by its next address where one leads nowhere', async () => {
    const made = await outside(json({ text: 'ok' }));
    const nowhere = '2606:2800:220:1:248:1893:25c8:1946';
    const dial: typeof made.network.dial = (address, port) =>
      address === nowhere ? connect(1, '127.0.0.1') : made.network.dial(address, port);
    world = { ...made, network: { ...made.network, dial } };
    made.names = { [NAME]: [nowhere, PUBLIC] };
    await ask(json({}));
    expect(made.dialled).toEqual([`${PUBLIC}:443`]);
    made.names = { [NAME]: [nowhere] };
    await expect(ask(json({}))).rejects.toMatchObject({ code: 'destination_unreachable' });
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
