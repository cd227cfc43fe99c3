// @vitest-environment node
/** The token says who is logged in, exactly as published, and a mistake in the caller's code never becomes an identity. */
import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import published from '../../../../docs/identity/test-vectors.json' with { type: 'json' };
import { type IdentityUser, signIdentity } from '../../src/server.js';

const { key } = published;
const user: IdentityUser = { id: 'user-42' };
const parts = (token: string): unknown[] =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));

afterEach(() => vi.unstubAllGlobals());

/** What Go, PHP, Python, Ruby, SQL and JavaScript make of an id that is not there. */
const NO_PERSON = [
  ...['0', '-1', '0.0', 'false', 'true', 'NULL', 'Null', '(null)', 'None', 'nil', '<nil>', 'NaN', 'nan', 'UNDEFINED'],
  ...['[object', '{}', '[]', '""', '00000000-0000-0000-0000-000000000000', '000000000000000000000000', '%!s(MISSING)'],
];

describe('signIdentity', () => {
  it.each(published.vectors)('gives the published token for $name', ({ user, options, claims, token }) => {
    expect(signIdentity(key, user as IdentityUser, options)).toBe(token);
    expect(parts(token)[1]).toEqual(claims);
  });

  it('is valid for five minutes by default, and different every time', () => {
    const before = Math.floor(Date.now() / 1_000);
    const [first, second] = [signIdentity(key, user), signIdentity(key, user)];
    const after = Math.ceil(Date.now() / 1_000);
    expect(first).not.toBe(second);
    const [header, claims] = parts(first) as [object, { iat: number; exp: number; jti: string }];
    expect(header).toEqual({ alg: 'HS256', typ: 'cwid+jwt', kid: key.kid });
    expect(claims.exp - claims.iat).toBe(300);
    expect(claims.iat).toBeGreaterThanOrEqual(before);
    expect(claims.iat).toBeLessThanOrEqual(after);
    expect(claims.jti).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });

  it('is signed over exactly what it carries', () => {
    const token = signIdentity(key, user);
    const [header, claims, signature] = token.split('.');
    expect(signature).toBe(createHmac('sha256', key.secret).update(`${header}.${claims}`).digest('base64url'));
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{43}$/);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a number', 42],
    ['an empty text', ''],
    ['the word undefined', 'undefined'],
    ['the word null', 'null'],
    ...NO_PERSON.map((word): [string, string] => [`S19.4: ${word}`, word]),
    ['an object', { toString: () => 'user-42' }],
    ['spaces', 'user 42'],
    ['a line break', 'user-42\n'],
    ['letters beyond ASCII', 'usér'],
    ['129 characters', 'x'.repeat(129)],
  ])('refuses %s as an id', (_name, id) => {
    expect(() => signIdentity(key, { id: id as string })).toThrow(TypeError);
  });

  it.each<[string, () => string]>([
    ['a short secret', () => signIdentity({ ...key, secret: 'short' }, user)],
    ['no key id', () => signIdentity({ ...key, kid: '' }, user)],
    ['more than ten minutes', () => signIdentity(key, user, { ttl: 601 })],
    ['no time at all', () => signIdentity(key, user, { ttl: 0 })],
    ['half a second', () => signIdentity(key, user, { ttl: 0.5 })],
    ['a nonce of another alphabet', () => signIdentity(key, user, { nonce: '<script>alert(1)</script>' })],
    ['a long name', () => signIdentity(key, { id: 'a', name: 'x'.repeat(81) })],
    [
      '21 attributes',
      () =>
        signIdentity(key, { id: 'a', attrs: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, i])) }),
    ],
    ['an attribute that is an object', () => signIdentity(key, { id: 'a', attrs: { deep: {} as string } })],
    [
      'more than 4,096 bytes',
      () =>
        signIdentity(key, {
          id: 'a',
          attrs: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`a${i}`, 'ü'.repeat(256)])),
        }),
    ],
  ])('refuses %s', (_name, sign) => {
    expect(sign).toThrow(TypeError);
  });

  it('refuses to work in a browser', () => {
    vi.stubGlobal('window', {});
    expect(() => signIdentity(key, user)).toThrow(/on your server/);
  });
});

describe('an id', () => {
  it.each([
    '1',
    '10',
    'a',
    'nilsson',
    'nullable',
    'user-0',
    '00000000-0000-0000-0000-000000000001',
    'falseknees',
    'kim@shop',
  ])('may be %s', (id) => {
    expect(signIdentity(key, { id })).toMatch(/^ey/);
  });
});
