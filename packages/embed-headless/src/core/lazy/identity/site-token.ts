import { type GetIdentityToken, IDENTITY_LIMITS, isIdentityToken, sha256 } from '@service/protocol';
import type { Ports } from '../../../platform/ports.js';
import type { Proof } from '../../session/session-storage.js';

export interface SiteToken {
  readonly proof: Proof;
  /** The site's own id of the person; null: unreadable, the server will refuse it. */
  readonly subject: string | null;
  /** Unix milliseconds by this machine's clock. */
  readonly goodUntil: number;
}

/** A token that expires on its way is of no use. */
const TRANSIT_MS = 10_000;

/**
 * Asks the page's function once. The token is bound to this client by a nonce. Null: not signed in.
 * @throws when the function fails, takes too long, or returns anything else
 */
export async function requestSiteToken(
  getToken: GetIdentityToken,
  { clock, random }: Pick<Ports, 'clock' | 'random'>,
): Promise<SiteToken | null> {
  const proof = base64url(random.bytes(32));
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
    // By the token's lifetime, not its expiry: the site's clock may differ from ours.
    return {
      proof: { identity: token, proof },
      subject: typeof sub === 'string' ? sub : null,
      goodUntil: asked + life - TRANSIT_MS,
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
