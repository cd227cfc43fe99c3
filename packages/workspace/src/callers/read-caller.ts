/** Turns a request into a caller. A request has one credential: two at once are refused, because it isn't clear who asks. */
import type { From, KeyGuard } from '@service/realtime-server/runtime';
import type { Auth } from '../auth/auth.js';
import { type KeyRow, scopesIn } from '../auth/auth-rows.js';
import type { KeyChecks } from '../auth/key-checks.js';
import { TOKEN_PREFIX } from '../auth/linking/provider.js';
import { failure } from '../contract/errors.js';
import type { Database } from '../database/database.js';
import { agentOf, findGrant, noteUse } from '../organizations/agent-grants.js';
import type { Agent, Caller, Scope } from './caller.js';
import { readStoredPermission } from './stored-permission.js';

export interface CallerParts {
  readonly auth: Auth;
  readonly database: Database;
  readonly keyGuard: KeyGuard;
  /** Name of the session's cookie, to see whether there is one at all. */
  readonly cookie: string;
}

export interface AgentParts extends CallerParts {
  /** Unix milliseconds. */
  readonly now: () => number;
}

export const KEY_HEADER = 'x-api-key';

const refused = (message: string) => failure('UNAUTHORIZED', message);

/**
 * @throws UNAUTHORIZED for a credential that is wrong or in the wrong place; TOO_MANY_REQUESTS for a key that is used too often, or
 *   from an address that has tried many wrong ones
 */
export async function readCaller(headers: Headers, from: From, parts: CallerParts): Promise<Exclude<Caller, Agent>> {
  const { auth, database, cookie } = parts;
  const key = headers.get(KEY_HEADER);
  const hasCookie = (headers.get('cookie') ?? '').split(';').some((each) => each.trim().startsWith(`${cookie}=`));
  if (headers.has('authorization'))
    throw refused('A bearer token is only for the agent endpoints. Send an organization key as X-API-Key.');
  if (key !== null && hasCookie) throw refused('Send either the session’s cookie or X-API-Key, not both.');
  if (key !== null) {
    const { id, referenceId, permissions } = await rightKey(key, from, auth.keys, parts);
    return { kind: 'key', keyId: id, orgId: referenceId, scopes: scopesIn(permissions).filter(isScope) };
  }
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

const BEARER = /^Bearer ([\x21-\x7e]{1,4096})$/i;

/**
 * At the agent endpoints, which take a bearer credential and nothing beside it: the specification's "Authentication", rule 4.
 * @throws as {@link readCaller}
 */
export async function readAgent(headers: Headers, from: From, parts: AgentParts): Promise<Agent> {
  if (headers.has('cookie') || headers.has(KEY_HEADER))
    throw refused('Send the bearer credential alone, without cookies and without X-API-Key.');
  const token = BEARER.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw refused('Send the agent’s credential as `Authorization: Bearer …`.');
  if (token.startsWith(TOKEN_PREFIX)) return linkedAgent(token, from, parts);
  const { id, referenceId, metadata } = await rightKey(token, from, parts.auth.credentials, parts);
  const stored = readStoredPermission(metadata);
  const user = stored && (await parts.auth.rows().find('user', { id: referenceId }));
  if (!user) throw refused(WRONG_KEY);
  const { orgId, permission } = stored;
  return { kind: 'agent', credentialId: id, orgId, permission, userId: user.id, verified: user.emailVerified };
}

/** Read anew at each call: a token, the grant it names, and the session in which it was given, all have to be there still. */
async function linkedAgent(token: string, from: From, { auth, database, keyGuard, now }: AgentParts): Promise<Agent> {
  const { grant, agent } = await guarded({ key: token, from, keyGuard, isKnown: false }, async () => {
    const linked = await auth.linking.findToken(token);
    const found = linked && (await findGrant(database.db, linked.grantId, now()));
    const user = found && (await auth.rows().find('user', { id: linked.userId }));
    const agent = user && agentOf(found, user.emailVerified);
    return agent && { grant: found, agent };
  });
  const retryAfterSeconds = auth.limit(grant.id);
  if (retryAfterSeconds !== null) throw tooManyRequests(retryAfterSeconds);
  await noteUse(database.db, grant, now());
  return agent;
}

function rightKey(key: string, from: From, checks: KeyChecks, { keyGuard }: Pick<CallerParts, 'keyGuard'>) {
  return guarded({ key, from, keyGuard, isKnown: checks.isKnown(key) }, async (): Promise<KeyRow | null> => {
    const check = await checks.check(key);
    if (check.ok) return check.row;
    if (check.why === 'too-many') throw tooManyRequests(check.retryAfterSeconds);
    return null;
  });
}

const WRONG_KEY = 'This key is wrong, has expired, or was revoked.';

interface Guarded extends Pick<CallerParts, 'keyGuard'> {
  readonly key: string;
  readonly from: From;
  /** It was right on this node lately. */
  readonly isKnown: boolean;
}

/**
 * An address that has tried many wrong keys waits, and its keys are not looked up meanwhile. A key that is known to be right is looked up
 * all the same: colleagues at that address work on, and the answer shows nothing to the one who guesses.
 */
async function guarded<T>(
  { key, from, keyGuard, isKnown }: Guarded,
  lookUp: () => Promise<T | null | undefined>,
): Promise<T> {
  const waitMs = isKnown ? 0 : keyGuard.waitMs(from);
  if (waitMs > 0) throw tooManyKeys(waitMs);
  const found = await lookUp();
  if (found) return found;
  keyGuard.wrong(from, key);
  throw refused(WRONG_KEY);
}

const tooMany = (message: string, retryAfterSeconds: number) =>
  failure('TOO_MANY_REQUESTS', message, { retryAfterSeconds });

function tooManyKeys(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1_000);
  return tooMany(`Too many different keys came from this address. Send the right one in ${seconds} s.`, seconds);
}

export const tooManyRequests = (seconds: number) =>
  tooMany('This key has sent too many requests. Send fewer: at most ten a second.', seconds);

const isScope = (scope: string): scope is Scope => scope === 'read' || scope === 'write';
