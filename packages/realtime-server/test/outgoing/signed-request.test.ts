/** Signed requests that leave the server: what is sent, how often, and who believes it. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { verifyServiceRequest } from '../../../embed-sdk/src/server/verify-service-request.js';
import { parseDestination } from '../../dist/outgoing/destination.js';
import { type SignedMessage, sendSigned, signedRequest } from '../../dist/outgoing/signed-request.js';
import { NAME, type Outside, outside, PUBLIC } from './fake-internet.js';
import { json, question, SECRET, signing, times } from './signed-question.js';

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

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

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
      readFileSync(new URL('../../../embed-sdk/test/server/service-request-vectors.json', import.meta.url), 'utf8'),
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
