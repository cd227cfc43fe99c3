/**
 * Verifies that the site's server signed a token, for this inbox, for now. The algorithm is fixed here and never chosen by the
 * token. Every forgery gets the same answer after the same work: only the log learns which part was wrong.
 *
 * Own code instead of a JWT library: the common one accepts eight things by default that must be refused here (no `exp`, any
 * life, a future `iat`, a list of audiences, a numeric `sub`, a short secret, a changed last character, padding). The list of
 * checks would be as long either way, and the table of tests is the same.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { IDENTITY_LIMITS } from '@service/protocol';
import { TOKEN_LIMITS } from '../runtime/limits.js';
import { type IdentityClaims, readClaims } from './claims.js';
import { parseJsonWithUniqueKeys } from './json-unique-keys.js';

export interface TokenChecks {
  readonly inboxId: string;
  readonly organization: string;
  /** The secret of a key that may sign now; null: unknown, retired or revoked. */
  readonly secretOf: (kid: string) => string | null;
  /** What the client sent with the token, see `HelloFrame.proof`. */
  readonly proof: string | undefined;
  readonly requireNonce: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

export type TokenVerdict =
  | { readonly ok: true; readonly claims: IdentityClaims; readonly kid: string }
  /** `detail` is for the operator's log, and never goes out. */
  | { readonly ok: false; readonly code: 'identity_invalid' | 'identity_expired'; readonly detail: string };

const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;
const KID = /^[A-Za-z0-9_-]{1,64}$/;
/** Used for an unknown `kid`, which must take as much time as a wrong signature. */
const UNKNOWN_KEY_SECRET = 'x'.repeat(43);

/** Checks everything but whether the token was used before, which only the store knows. */
export function verifyToken(token: string, checks: TokenChecks): TokenVerdict {
  const invalid = (detail: string): TokenVerdict => ({ ok: false, code: 'identity_invalid', detail });
  if (token.length > IDENTITY_LIMITS.identityBytes) return invalid('larger than allowed');
  const parts = COMPACT.exec(token);
  if (!parts) return invalid('not three parts of base64url');
  const [, head, body, signature] = parts as unknown as [string, string, string, string];

  const kid = kidOf(head);
  const secret = kid === null ? null : checks.secretOf(kid);
  const expected = createHmac('sha256', secret ?? UNKNOWN_KEY_SECRET)
    .update(`${head}.${body}`)
    .digest('base64url');
  // Compared as written, not as decoded: four last characters decode to the same bytes.
  const signed = timingSafeEqual(Buffer.from(signature, 'ascii'), Buffer.from(expected, 'ascii'));
  if (kid === null) return invalid('header is not exactly alg HS256, typ cwid+jwt and kid');
  if (secret === null) return invalid(`no usable key ${kid}`);
  if (!signed) return invalid(`wrong signature for key ${kid}`);

  const claims = readClaims(decode(body));
  if (!claims) return invalid('a claim is missing or can’t be used');
  if (claims.aud !== `cw:inbox:${checks.inboxId}`) return invalid('for another inbox');
  if (claims.iss !== checks.organization) return invalid('of another organization');
  const now = checks.now / 1_000;
  if (now < claims.iat - TOKEN_LIMITS.identitySkewS) return invalid('issued in the future');
  if (now > claims.exp + TOKEN_LIMITS.identitySkewS) return { ok: false, code: 'identity_expired', detail: 'expired' };
  if (claims.nonce === undefined ? checks.requireNonce : !isBound(claims.nonce, checks.proof))
    return invalid('bound to another browser, or to none');
  return { ok: true, claims, kid };
}

/** The key's name, or null unless the header says exactly what it may. */
function kidOf(head: string): string | null {
  const header = decode(head);
  if (typeof header !== 'object' || header === null) return null;
  const { alg, typ, kid } = header as Record<string, unknown>;
  const known = Object.keys(header).length === 3 && alg === 'HS256' && typ === 'cwid+jwt';
  return known && typeof kid === 'string' && KID.test(kid) ? kid : null;
}

function decode(part: string): unknown {
  const bytes = Buffer.from(part, 'base64url');
  try {
    return parseJsonWithUniqueKeys(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isBound(nonce: string, proof: string | undefined): boolean {
  return proof !== undefined && createHash('sha256').update(proof).digest('base64url') === nonce;
}
