// @vitest-environment node
/** Only what the service signed, byte by byte, counts. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifyServiceRequest } from '../../src/server.js';
import published from './service-request-vectors.json' with { type: 'json' };

const { secret, now } = published;
const OTHER = 'cwsk_another-secret-of-enough-characters';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const signed = (body: string, by = secret): Record<string, string> => ({
  'x-service-signature': `sha256=${createHmac('sha256', by).update(body).digest('hex')}`,
});
const [first] = published.vectors as [(typeof published.vectors)[number], ...unknown[]];

describe('verifyServiceRequest', () => {
  it.each(published.vectors)('accepts the published request $name', ({ body, headers }) => {
    const verdict = verifyServiceRequest(bytes(body), headers as Record<string, string>, [secret], { now });
    expect(verdict).toMatchObject({ ok: true, body: JSON.parse(body) });
  });

  it('gives the id to deduplicate on, and the time, from the body', () => {
    const verdict = verifyServiceRequest(bytes(first.body), first.headers as Record<string, string>, [secret], { now });
    expect(verdict).toMatchObject({ ok: true, id: 'dlv_0001', ts: now });
  });

  it('reads web headers, too', () => {
    const headers = new Headers(first.headers as Record<string, string>);
    expect(verifyServiceRequest(bytes(first.body), headers, [secret], { now }).ok).toBe(true);
  });

  it('accepts any secret that is valid now, so that one can be replaced by the next', () => {
    expect(verifyServiceRequest(bytes('{}'), signed('{}', OTHER), [secret, OTHER]).ok).toBe(true);
    expect(verifyServiceRequest(bytes('{}'), signed('{}', OTHER), [secret]).ok).toBe(false);
  });

  it.each<[string, string, Record<string, string>]>([
    ['a changed byte', '{"a":2}', signed('{"a":1}')],
    ['the same JSON written anew', '{"a": 1}', signed('{"a":1}')],
    ['no signature', '{}', {}],
    [
      'a signature without its prefix',
      '{}',
      { 'x-service-signature': signed('{}')['x-service-signature']?.slice(7) ?? '' },
    ],
    [
      'another spelling of the prefix',
      '{}',
      { 'x-service-signature': signed('{}')['x-service-signature']?.replace('sha256', 'SHA256') ?? '' },
    ],
    ['a signature that is too short', '{}', { 'x-service-signature': 'sha256=00' }],
    ['a signature and more', '{}', { 'x-service-signature': `${signed('{}')['x-service-signature']}\n` }],
    ['another secret', '{}', signed('{}', OTHER)],
  ])('refuses %s', (_name, body, headers) => {
    expect(verifyServiceRequest(bytes(body), headers, [secret])).toEqual({ ok: false, reason: 'signature' });
  });

  it('refuses a header that was sent twice, and everything when there is no secret', () => {
    const twice = { 'x-service-signature': [signed('{}')['x-service-signature'] ?? '', 'sha256=00'] };
    expect(verifyServiceRequest(bytes('{}'), twice, [secret])).toEqual({ ok: false, reason: 'signature' });
    expect(verifyServiceRequest(bytes('{}'), signed('{}'), [])).toEqual({ ok: false, reason: 'signature' });
  });

  it('refuses what was recorded and is sent again later, or comes from a clock far ahead', () => {
    const verify = (at: number) =>
      verifyServiceRequest(bytes(first.body), first.headers as Record<string, string>, [secret], { now: at });
    expect(verify(now + 300_000).ok).toBe(true);
    expect(verify(now + 300_001)).toEqual({ ok: false, reason: 'stale' });
    expect(verify(now - 300_001)).toEqual({ ok: false, reason: 'stale' });
  });

  it('refuses an Idempotency-Key that is not the id of the signed body', () => {
    const body = '{"id":"dlv_0001"}';
    const headers = { ...signed(body), 'idempotency-key': 'dlv_0002' };
    expect(verifyServiceRequest(bytes(body), headers, [secret])).toEqual({ ok: false, reason: 'id' });
  });

  it('refuses a body that is no JSON or no UTF-8, though it is signed', () => {
    expect(verifyServiceRequest(bytes('{'), signed('{'), [secret])).toEqual({ ok: false, reason: 'body' });
    const broken = Uint8Array.of(0x22, 0xff, 0x22);
    const headers = { 'x-service-signature': `sha256=${createHmac('sha256', secret).update(broken).digest('hex')}` };
    expect(verifyServiceRequest(broken, headers, [secret])).toEqual({ ok: false, reason: 'body' });
  });

  it('throws on an invalid secret', () => {
    expect(() => verifyServiceRequest(bytes('{}'), {}, [''])).toThrow(TypeError);
  });
});
