/**
 * Hostile identity tokens, named by their lines in the list of hostile inputs (T1 to T20). Each is signed by a small signer of
 * its own, which can do what a site’s signer can’t: forge. Every forgery has the same answer.
 */
import { createHash, randomBytes } from 'node:crypto';
import { type HelloFrame, IDENTITY_LIMITS } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import published from '../../../../docs/identity/test-vectors.json' with { type: 'json' };
import { createIdentityVerifier } from '../../dist/identity/identity-verifier.js';
import { addKey, type KeyRing, readRing, revokeKey } from '../../dist/identity/key-ring.js';
import { type TokenChecks, verifyToken } from '../../dist/identity/verify-token.js';
import type { InboxSettings } from '../../dist/inbox/inbox.js';
import { inboxesOf } from '../support/serve.js';
import {
  body,
  claims,
  encode,
  flip,
  good,
  HEADER,
  head,
  header,
  NO_PERSON,
  padTo,
  sameBytes,
  signature,
  without,
} from './forge-token.js';
import { CLAIMS, KEY, NOW_S, sign, signRaw } from './sign-token.js';

const CHECKS: TokenChecks = {
  inboxId: 'demo',
  organization: 'site',
  secretOf: (kid) => (kid === KEY.kid ? KEY.secret : null),
  proof: undefined,
  requireNonce: false,
  now: NOW_S * 1_000,
};
const verdict = (token: string, over: Partial<TokenChecks> = {}): string => {
  const result = verifyToken(token, { ...CHECKS, ...over });
  return result.ok ? `ok ${result.claims.sub}` : result.code;
};

describe('an identity token', () => {
  it('that is right proves who the visitor is', () => {
    expect(verdict(good)).toBe('ok user-42');
  });

  it.each(published.vectors)('as published for other languages is taken: $name', ({ token, claims }) => {
    const { key } = published;
    const result = verifyToken(token, {
      ...CHECKS,
      inboxId: key.inboxId,
      organization: key.orgId,
      secretOf: () => key.secret,
      now: claims.iat * 1_000,
      // What an example was bound to, no one knows.
      proof: undefined,
    });
    expect(result).toMatchObject(
      'nonce' in claims ? { detail: 'bound to another browser, or to none' } : { ok: true, claims },
    );
  });

  const FORGED: readonly (readonly [line: string, what: string, token: () => string])[] = [
    ['T1', 'alg none', () => header({ alg: 'none' })],
    ['T1', 'alg NONE', () => header({ alg: 'NONE' })],
    ['T1', 'alg nOnE without a signature', () => `${header({ alg: 'nOnE' }).split('.').slice(0, 2).join('.')}.`],
    ['T1', 'an empty signature', () => `${head}.${body}.`],
    ['T2', 'alg RS256', () => header({ alg: 'RS256' })],
    ['T2', 'alg HS384', () => header({ alg: 'HS384' })],
    ['T2', 'alg HS256 in a list', () => header({ alg: ['HS256'] })],
    ['T3', 'typ JWT', () => header({ typ: 'JWT' })],
    ['T3', 'no typ', () => sign(CLAIMS, { alg: 'HS256', kid: KEY.kid })],
    ['T4', 'an unknown kid', () => header({ kid: 'ik_unknown000000' })],
    ['T4', 'a kid that is a path', () => header({ kid: '../../x' })],
    ['T4', 'a kid that is SQL', () => header({ kid: "' OR 1=1 --" })],
    ['T4', 'a kid that is a list', () => header({ kid: [KEY.kid] })],
    ['T4', 'a kid called like what every object has', () => header({ kid: 'constructor' })],
    ['T4', 'a kid of a megabyte', () => header({ kid: 'x'.repeat(1_000_000) })],
    ['T5', 'a claim with one bit changed', () => `${head}.${flip(body)}.${signature}`],
    ['T6', 'another header under the same signature', () => `${flip(head)}.${body}.${signature}`],
    ['T7', 'the key of another inbox under our kid', () => sign(CLAIMS, HEADER, 'another secret of 32 characters!')],
    ['T8', 'a token of another inbox', () => claims({ aud: 'cw:inbox:other' })],
    ['T8', 'a token of another organization', () => claims({ iss: 'other' })],
    ['T9', 'no exp', () => without('exp')],
    ['T9', 'no iat', () => without('iat')],
    ['T9', 'an exp that is a text', () => claims({ exp: String(CLAIMS.exp) })],
    ['T9', 'half a second', () => claims({ exp: CLAIMS.exp + 0.5 })],
    ['T9', 'a life of 601 seconds', () => claims({ exp: CLAIMS.iat + 601 })],
    ['T9', 'a negative exp', () => claims({ exp: -1 })],
    [
      'T9',
      'an exp of 1e308',
      () => signRaw(head, JSON.stringify({ ...CLAIMS, exp: 0 }).replace('"exp":0', '"exp":1e308')),
    ],
    ['T9', 'an exp before its iat', () => claims({ exp: CLAIMS.iat - 1 })],
    ['T11', 'an iat 61 seconds from now', () => claims({ iat: NOW_S + 61, exp: NOW_S + 300 })],
    ['T12', 'a list of audiences', () => claims({ aud: [CLAIMS.aud] })],
    ['T12', 'no audience', () => without('aud')],
    ['T12', 'a sub that is a number', () => claims({ sub: 42 })],
    ['T12', 'a sub that is an object', () => claims({ sub: { id: 'user-42' } })],
    ['T12', 'an empty sub', () => claims({ sub: '' })],
    ['T12', 'a sub of 129 characters', () => claims({ sub: 'x'.repeat(129) })],
    ['T12', 'a sub with a line break', () => claims({ sub: 'user-42\n' })],
    ['T12', 'a sub with letters that look alike', () => claims({ sub: 'usеr-42' })],
    ['T12', 'a sub with a zero-width space', () => claims({ sub: 'user\u200b-42' })],
    ['T12', 'the sub "undefined"', () => claims({ sub: 'undefined' })],
    ['T12', 'the sub "null"', () => claims({ sub: 'null' })],
    ...NO_PERSON.map((sub): [string, string, () => string] => ['S19.4', `the sub ${sub}`, () => claims({ sub })]),
    ['S19.11', 'a byte order mark before its claims', () => signRaw(head, `\ufeff${JSON.stringify(CLAIMS)}`)],
    ['T13', 'two subs', () => signRaw(head, JSON.stringify(CLAIMS).replace('{', '{"sub":"victim",'))],
    [
      'T13',
      'two subs, one of them escaped',
      () => signRaw(head, JSON.stringify(CLAIMS).replace('{', '{"s\\u0075b":"victim",')),
    ],
    [
      'T13',
      'two algs',
      () => signRaw(encode(JSON.stringify(HEADER).replace('{', '{"alg":"none",')), JSON.stringify(CLAIMS)),
    ],
    [
      'T13',
      'a claim __proto__',
      () => signRaw(head, JSON.stringify(CLAIMS).replace('{', '{"__proto__":{"sub":"victim"},')),
    ],
    [
      'T13',
      'attrs with __proto__',
      () => signRaw(head, JSON.stringify({ ...CLAIMS, attrs: {} }).replace('"attrs":{}', '"attrs":{"__proto__":"x"}')),
    ],
    ['T13', 'an unknown claim', () => claims({ admin: true })],
    ['T13', 'crit', () => header({ crit: ['exp'] })],
    ['T13', 'zip', () => header({ zip: 'DEF' })],
    ['T13', 'jwk', () => header({ jwk: { kty: 'oct', k: 'x' } })],
    ['T13', 'jku', () => header({ jku: 'https://evil.example/keys' })],
    ['T13', 'five parts', () => `${good}.x.y`],
    ['T13', 'two parts', () => `${head}.${body}`],
    ['T13', 'padding', () => `${good}=`],
    ['T13', 'a line break at the end', () => `${good}\n`],
    ['T13', 'a last character that decodes to the same', () => sameBytes(good)],
    ['T13', '4,097 bytes', () => padTo(IDENTITY_LIMITS.identityBytes + 1)],
    ['T13', 'nothing', () => ''],
    ['T13', 'a header that is a list', () => signRaw(encode('["HS256"]'), JSON.stringify(CLAIMS))],
    ['T13', 'claims that are no JSON', () => signRaw(head, 'sub=user-42')],
    ['T13', 'claims that are no UTF-8', () => signRaw(head, Buffer.from([0xff, 0xfe, 0x7b]))],
    ['T13', 'claims 4,000 deep', () => signRaw(head, '['.repeat(1_400) + ']'.repeat(1_400))],
    ['T13', 'no jti', () => without('jti')],
    ['T13', 'a short jti', () => claims({ jti: 'short' })],
    [
      'T13',
      '21 attrs',
      () => claims({ attrs: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, i])) }),
    ],
    ['T13', 'an attr that is an object', () => claims({ attrs: { plan: {} } })],
  ];
  it.each(FORGED)('%s: %s is refused', (_line, _what, token) => {
    expect(verdict(token())).toBe('identity_invalid');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('T10: is taken 59 seconds after its end, and has expired after 61', () => {
    expect(verdict(good, { now: (CLAIMS.exp + 59) * 1_000 })).toBe('ok user-42');
    expect(verdict(good, { now: (CLAIMS.exp + 61) * 1_000 })).toBe('identity_expired');
  });

  it('T10: that was forged says so, also when it has expired', () => {
    expect(verdict(sign(CLAIMS, HEADER, 'x'.repeat(43)), { now: (CLAIMS.exp + 61) * 1_000 })).toBe('identity_invalid');
  });

  it('T11: is taken from a clock 59 seconds ahead', () => {
    expect(verdict(claims({ iat: NOW_S + 59, exp: NOW_S + 300 }))).toBe('ok user-42');
  });

  it('T15: with a nonce is good for the browser that knows the secret behind it, and for no other', () => {
    const proof = randomBytes(32).toString('base64url');
    const bound = claims({ nonce: createHash('sha256').update(proof).digest('base64url') });
    expect(verdict(bound, { proof })).toBe('ok user-42');
    expect(verdict(bound)).toBe('identity_invalid');
    expect(verdict(bound, { proof: randomBytes(32).toString('base64url') })).toBe('identity_invalid');
    expect(verdict(good, { requireNonce: true, proof })).toBe('identity_invalid');
  });

  it('T16: of a key that is being replaced is taken until its time is over; of a revoked one never', () => {
    const until = new Date(NOW_S * 1_000 + 60_000).toISOString();
    const at = NOW_S * 1_000;
    const inboxes = inboxesOf({ id: 'demo', identity: {} });
    const isTaken = (ring: KeyRing, now: number): boolean =>
      createIdentityVerifier(inboxes, { ring: () => ring }).verify(
        inboxes.get('demo') as InboxSettings,
        { identity: good } as HelloFrame,
        now,
      ).ok;
    expect(isTaken([{ ...KEY, notAfter: until }], at + 59_999)).toBe(true);
    expect(isTaken([{ ...KEY, notAfter: until }], at + 60_001)).toBe(false);
    expect(isTaken(revokeKey([KEY], KEY.kid, at), at)).toBe(false);
    expect(isTaken(revokeKey([KEY], KEY.kid, at + 1), at)).toBe(true);
  });

  it('takes about as long to refuse, whichever part is wrong: an unknown key is no shorter way', () => {
    const asked: string[] = [];
    const secretOf = (kid: string): null => {
      asked.push(kid);
      return null;
    };
    for (const token of [header({ kid: 'ik_unknown000000' }), header({ kid: 'ik_7Q2mXc9aTf4LpR0z' })])
      expect(verdict(token, { secretOf })).toBe('identity_invalid');
    expect(asked).toHaveLength(2);
  });
});

describe('a ring of keys', () => {
  const key = (n: number) => ({ kid: `ik_00000000000000${n}`, secret: 's'.repeat(32) });

  it('lets one key follow another, and no more than three be in use', () => {
    const first = addKey([], key(1), 1_000, 60_000);
    const second = addKey(first, key(2), 2_000, 60_000);
    expect(second[0]).toMatchObject({ kid: key(1).kid, notAfter: new Date(62_000).toISOString() });
    const third = addKey(second, key(3), 3_000, null);
    expect(() => addKey(third, key(4), 4_000, null)).toThrow('Revoke one');
    expect(addKey(revokeKey(third, key(1).kid, 4_000), key(4), 5_000, null)).toHaveLength(4);
  });

  it.each([
    ['no JSON', '{'],
    ['a short secret', JSON.stringify([{ ...KEY, secret: 'sesame' }])],
    ['a kid twice', JSON.stringify([KEY, KEY])],
    ['something that is no list', JSON.stringify(KEY)],
  ])('with %s is refused, without a word of what it holds', (_what, text) => {
    const reading = readRing(text);
    expect(reading.ok).toBe(false);
    expect(JSON.stringify(reading)).not.toMatch(/cwsk_|sesame/);
  });
});
