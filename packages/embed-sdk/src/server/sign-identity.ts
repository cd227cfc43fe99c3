/**
 * Says who a visitor is, in words that only the site's server can have written: a JWT, signed with HMAC-SHA-256 under a key
 * of one inbox, short-lived. A mistake in the caller's code is an exception here and never another
 * user's identity. What the token looks like, byte by byte: docs/identity/test-vectors.json.
 */
import { createHmac, randomBytes } from 'node:crypto';

/** From the inbox's settings. Each inbox has keys of its own; several may be valid while one is replaced by the next. */
export interface IdentityKey {
  /** `organization` of the inbox’s identity. */
  readonly orgId: string;
  /** The inbox that the key is of. */
  readonly inboxId: string;
  /** Names the key, `ik_…`; public. */
  readonly kid: string;
  /** At least 32 characters, used as they are (UTF-8) as the key of the HMAC. Never in a page, a log or a repository. */
  readonly secret: string;
}

/** Who is logged in, as your server knows it. Never from the request's own body or query. */
export interface IdentityUser {
  /** Your own id of the user, 1 to 128 printable ASCII characters without spaces; compared byte by byte. */
  readonly id: string;
  /** At most 80 characters. Default: not stated. */
  readonly name?: string | undefined;
  /** At most 254 characters. Default: not stated. */
  readonly email?: string | undefined;
  /** Whether you have verified the address. Default: not stated. */
  readonly emailVerified?: boolean | undefined;
  /** At most 20, each a text of at most 256 characters, a number or a boolean. Default: none. */
  readonly attrs?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** What a token may carry beside who it is about. */
export interface IdentityOptions {
  /**
   * From the browser that asked: binds the token to it. 22 to 43 characters of base64url. Default: none, good for
   * the first browser that uses it.
   */
  readonly nonce?: string | undefined;
  /** Seconds, 1 to 600. Default 300. */
  readonly ttl?: number | undefined;
  /** Unix milliseconds. Default: now. */
  readonly now?: number | undefined;
  /** Names this one token; 22 or more characters of base64url. Default: random. */
  readonly jti?: string | undefined;
}

const TTL_S = 300;
const MOST_TTL_S = 600;
const MOST_BYTES = 4_096;
/** What a bug in the caller makes of a missing id, in any language: all without an id would be one person. */
const NOT_A_PERSON =
  /^(?:undefined|\(?null\)?|nan|none|nil|<nil>|%!\w\(.*\)|true|false|-1|\[object.*|[-+.0{}()[\]"']+)$/i;
export const NONCE = /^[A-Za-z0-9_-]{22,43}$/;

/** Signs who `user` is. Throws `TypeError` for whatever can't be right. */
export function signIdentity(key: IdentityKey, user: IdentityUser, options: IdentityOptions = {}): string {
  if ('window' in globalThis)
    throw new TypeError(
      'signIdentity() was called in a browser, where everybody can read the secret. Call it on your server.',
    );
  checkKey(key);
  checkUser(user);
  const { nonce, ttl = TTL_S, now = Date.now(), jti = randomBytes(16).toString('base64url') } = options;
  must(Number.isInteger(ttl) && ttl >= 1 && ttl <= MOST_TTL_S, `ttl: use 1 to ${MOST_TTL_S} whole seconds.`);
  must(nonce === undefined || NONCE.test(nonce), 'nonce: must be 22 to 43 characters of base64url.');
  must(/^[A-Za-z0-9_-]{22,128}$/.test(jti), 'jti: must be 22 to 128 characters of base64url.');
  const iat = Math.floor(now / 1_000);
  const { id, name, email, emailVerified, attrs } = user;
  const header = { alg: 'HS256', typ: 'cwid+jwt', kid: key.kid };
  const claims = {
    iss: key.orgId,
    aud: `cw:inbox:${key.inboxId}`,
    sub: id,
    iat,
    exp: iat + ttl,
    jti,
    ...(nonce !== undefined && { nonce }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(emailVerified !== undefined && { email_verified: emailVerified }),
    ...(attrs !== undefined && { attrs }),
  };
  const signed = `${encode(header)}.${encode(claims)}`;
  const token = `${signed}.${createHmac('sha256', key.secret).update(signed).digest('base64url')}`;
  must(
    token.length <= MOST_BYTES,
    `The token would be ${token.length} bytes; at most ${MOST_BYTES} are accepted. Say less in attrs.`,
  );
  return token;
}

function checkKey({ orgId, inboxId, kid, secret }: IdentityKey): void {
  for (const [field, value] of Object.entries({ orgId, inboxId, kid }))
    must(
      typeof value === 'string' && /^[\x21-\x7E]{1,64}$/.test(value),
      `key.${field}: must be a text without spaces.`,
    );
  must(typeof secret === 'string' && Buffer.byteLength(secret) >= 32, 'key.secret: must have at least 32 characters.');
}

function checkUser({ id, name, email, emailVerified, attrs }: IdentityUser): void {
  must(
    typeof id === 'string' && /^[\x21-\x7E]{1,128}$/.test(id) && !NOT_A_PERSON.test(id),
    'user.id: must be the id of the logged-in user, 1 to 128 characters without spaces.',
  );
  must(name === undefined || isText(name, 80), 'user.name: must be a text of at most 80 characters.');
  must(email === undefined || isText(email, 254), 'user.email: must be a text of at most 254 characters.');
  must(emailVerified === undefined || typeof emailVerified === 'boolean', 'user.emailVerified: must be true or false.');
  if (attrs === undefined) return;
  const given = Object.entries(attrs);
  must(given.length <= 20, 'user.attrs: at most 20.');
  for (const [attribute, value] of given)
    must(
      isText(value, 256) || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)),
      `user.attrs.${attribute}: must be a text of at most 256 characters, a number or a boolean.`,
    );
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length <= most;
}

function must(holds: boolean, message: string): void {
  if (!holds) throw new TypeError(message);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
