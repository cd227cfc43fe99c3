/** Turns a request into a caller. A request has one credential: two at once are refused, because it isn't clear who asks. */
import type { From, KeyGuard } from '@service/realtime-server/runtime';
import type { Auth } from '../auth/auth.js';
import { failure } from '../contract/errors.js';
import type { Database } from '../database/database.js';
import type { Caller, Scope } from './caller.js';

export interface CallerParts {
  readonly auth: Auth;
  readonly database: Database;
  readonly keyGuard: KeyGuard;
  /** Name of the session's cookie, to see whether there is one at all. */
  readonly cookie: string;
}

export const KEY_HEADER = 'x-api-key';

const refused = (message: string) => failure('UNAUTHORIZED', message);

/**
 * @throws UNAUTHORIZED for a credential that is wrong or in the wrong place; TOO_MANY_REQUESTS for a key that is used too often, or
 *   from an address that has tried many wrong ones
 */
export async function readCaller(headers: Headers, from: From, parts: CallerParts): Promise<Caller> {
  const { auth, database, cookie } = parts;
  const key = headers.get(KEY_HEADER);
  const hasCookie = (headers.get('cookie') ?? '').split(';').some((each) => each.trim().startsWith(`${cookie}=`));
  if (headers.has('authorization'))
    throw refused('A bearer token is only for the agent endpoints. Send an organization key as X-API-Key.');
  if (key !== null && hasCookie) throw refused('Send either the session’s cookie or X-API-Key, not both.');
  if (key !== null) return keyCaller(key, from, parts);
  if (!hasCookie) return { kind: 'anonymous' };
  const session = await auth.session(headers);
  if (!session) return { kind: 'anonymous' };
  const { sessionId, userId, name, email, verified } = session;
  const admin = await database.db
    .selectFrom('installation_admin')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { kind: 'person', sessionId, userId, name, email, verified, isInstallationAdmin: admin !== undefined };
}

/**
 * An address that has tried many wrong keys waits, and its keys are not looked up meanwhile. A key that was right on this node lately is:
 * colleagues at that address work on, and the answer shows nothing to the one who guesses.
 */
async function keyCaller(key: string, from: From, { auth, keyGuard }: CallerParts): Promise<Caller> {
  const waitMs = auth.keys.isKnown(key) ? 0 : keyGuard.waitMs(from);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1_000);
    throw tooMany(`Too many different keys came from this address. Send the right one in ${seconds} s.`, seconds);
  }
  const check = await auth.keys.check(key);
  if (check.ok) return { kind: 'key', keyId: check.id, orgId: check.orgId, scopes: check.scopes.filter(isScope) };
  if (check.why === 'too-many')
    throw tooMany('This key has sent too many requests. Send fewer: at most ten a second.', check.retryAfterSeconds);
  keyGuard.wrong(from, key);
  throw refused('This key is wrong, has expired, or was revoked.');
}

const tooMany = (message: string, retryAfterSeconds: number) =>
  failure('TOO_MANY_REQUESTS', message, { retryAfterSeconds });

const isScope = (scope: string): scope is Scope => scope === 'read' || scope === 'write';
