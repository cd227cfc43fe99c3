/** A signer for tests that signs anything at all, and the key it does so with. */
import { createHmac, randomBytes } from 'node:crypto';
import type { IdentityKeyEntry } from '../../dist/identity/key-ring.js';

export const KEY: IdentityKeyEntry = {
  kid: 'ik_7Q2mXc9aTf4LpR0z',
  secret: 'cwsk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
};
/** The key ring as a file or a variable holds it. */
export const RING = JSON.stringify([KEY]);
export const NOW_S = 1_767_225_600;
export const CLAIMS = {
  iss: 'site',
  aud: 'cw:inbox:demo',
  sub: 'user-42',
  iat: NOW_S,
  exp: NOW_S + 300,
  jti: 'AAECAwQFBgcICQoLDA0ODw',
};

export function sign(
  claims: object,
  header: object = { alg: 'HS256', typ: 'cwid+jwt', kid: KEY.kid },
  secret = KEY.secret,
): string {
  return signRaw(encode(JSON.stringify(header)), JSON.stringify(claims), secret);
}

/** `head` is encoded already; `body` may be anything. */
export function signRaw(head: string, body: string | Buffer, secret = KEY.secret): string {
  const signed = `${head}.${encode(body)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A good token of now, another one every time. */
export function tokenFor(sub: string, over: object = {}): string {
  const iat = Math.floor(Date.now() / 1_000);
  return sign({ ...CLAIMS, sub, iat, exp: iat + 300, jti: randomBytes(16).toString('base64url'), ...over });
}

function encode(text: string | Buffer): string {
  return Buffer.from(text as string).toString('base64url');
}
