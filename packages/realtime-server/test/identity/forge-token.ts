/** Tokens that a site’s own signer can’t make: other headers, other claims, other bytes. */
import { expect } from 'vitest';
import { CLAIMS, KEY, sign } from './sign-token.js';

export const HEADER = { alg: 'HS256', typ: 'cwid+jwt', kid: KEY.kid };
export const header = (over: object): string => sign(CLAIMS, { ...HEADER, ...over });
export const claims = (over: object): string => sign({ ...CLAIMS, ...over });
export const without = (name: string): string =>
  sign(Object.fromEntries(Object.entries(CLAIMS).filter(([each]) => each !== name)));
export const good = sign(CLAIMS);
export const [head, body, signature] = good.split('.') as [string, string, string];

/** What Go, PHP, Python, Ruby, SQL and JavaScript make of an id that is not there. */
export const NO_PERSON = [
  ...['0', '-1', '0.0', 'false', 'true', 'NULL', 'Null', '(null)', 'None', 'nil', '<nil>', 'NaN', 'nan', 'UNDEFINED'],
  ...['[object', '{}', '[]', '""', '00000000-0000-0000-0000-000000000000', '000000000000000000000000', '%!s(MISSING)'],
];

export function encode(text: string | Buffer): string {
  return Buffer.from(text as string).toString('base64url');
}

/** The same length and alphabet, another content. */
export function flip(part: string): string {
  return part.slice(0, 10) + (part[10] === 'A' ? 'B' : 'A') + part.slice(11);
}

/** 43 characters carry 258 bits for 256: the last one has three others that decode alike. */
export function sameBytes(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = `${token.slice(0, -1)}${alphabet[alphabet.indexOf(token.at(-1) as string) ^ 1]}`;
  expect(Buffer.from(other.split('.')[2] as string, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
  return other;
}

export function padTo(bytes: number): string {
  for (let length = 1_000; ; length++) {
    const token = claims({
      attrs: Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`a${i}`, 'x'.repeat(Math.min(256, Math.max(0, length - i * 256)))]),
      ),
    });
    if (token.length >= bytes) return token;
  }
}
