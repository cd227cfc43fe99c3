/** Turns a request into a caller. A request has one credential: two at once are refused, because it isn't clear who asks. */
import type { Auth } from '../auth/auth.js';
import { failure } from '../contract/errors.js';
import type { Database } from '../database/database.js';
import type { Caller, Scope } from './caller.js';

export interface CallerParts {
  readonly auth: Auth;
  readonly database: Database;
  /** Name of the session's cookie, to see whether there is one at all. */
  readonly cookie: string;
}

export const KEY_HEADER = 'x-api-key';

const refused = (message: string) => failure('UNAUTHORIZED', message);

/** @throws UNAUTHORIZED for a credential that is wrong or in the wrong place */
export async function readCaller(headers: Headers, { auth, database, cookie }: CallerParts): Promise<Caller> {
  const key = headers.get(KEY_HEADER);
  const hasCookie = (headers.get('cookie') ?? '').split(';').some((each) => each.trim().startsWith(`${cookie}=`));
  if (headers.has('authorization'))
    throw refused('A bearer token is only for the agent endpoints. Send an organization key as X-API-Key.');
  if (key !== null && hasCookie) throw refused('Send either the session’s cookie or X-API-Key, not both.');
  if (key !== null) return keyCaller(auth, key);
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

async function keyCaller(auth: Auth, key: string): Promise<Caller> {
  const check = await auth.checkKey(key);
  if (!check.ok)
    throw check.why === 'too-many'
      ? failure('TOO_MANY_REQUESTS', 'This key has sent too many requests. Wait a minute.', { retryAfterSeconds: 60 })
      : refused('This key is wrong, has expired, or was revoked.');
  return { kind: 'key', keyId: check.id, orgId: check.orgId, scopes: check.scopes.filter(isScope) };
}

const isScope = (scope: string): scope is Scope => scope === 'read' || scope === 'write';
