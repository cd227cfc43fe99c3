/**
 * One question to the site: who is this? The answer is bound to this client by a nonce, and is good for one page and a few
 * minutes. Nothing here is kept anywhere but in memory.
 */
import { type GetIdentityToken, IDENTITY_LIMITS, isIdentityToken, sha256 } from '@service/protocol';
import type { Ports } from '../../../platform/ports.js';
import type { Proof } from '../../session/session-storage.js';

export interface Testimony {
  readonly proof: Proof;
  /** Whom the token names, by the site's own id; null: it can't be read, and the server will say so. */
  readonly subject: string | null;
  /** By this machine's clock, Unix milliseconds. */
  readonly goodUntil: number;
}

/** A token that ends while it is under way is of no use. */
const UNDER_WAY_MS = 10_000;

/** Null: nobody is logged in. @throws when the page's function fails, takes too long, or gives something else. */
export async function askSite(
  getToken: GetIdentityToken,
  { clock, random: chance }: Pick<Ports, 'clock' | 'random'>,
): Promise<Testimony | null> {
  const proof = base64url(chance.bytes(32));
  const nonce = base64url(Uint8Array.from(sha256(proof).match(/../g) ?? [], (hex) => Number.parseInt(hex, 16)));
  const asked = clock.now();
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(IDENTITY_LIMITS.identityTimeoutMs, () => reject(new Error('took too long')));
  });
  try {
    const token = await Promise.race([getToken({ nonce }), late]);
    if (token === null) return null;
    if (!isIdentityToken(token)) throw new TypeError('gave no token');
    const { sub, iat, exp } = claimsOf(token);
    const life = Number.isFinite(Number(exp) - Number(iat)) ? (Number(exp) - Number(iat)) * 1_000 : 0;
    // By the length of its life: the site's clock may be another one than ours.
    return {
      proof: { identity: token, proof },
      subject: typeof sub === 'string' ? sub : null,
      goodUntil: asked + life - UNDER_WAY_MS,
    };
  } finally {
    cancel();
  }
}

function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const read: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (char) => char.charCodeAt(0))));
    return Object(read) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
