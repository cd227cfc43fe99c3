/** Grants of linked agents, as they are stored. */
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { AuthRows, ClientRow } from '../auth/auth-rows.js';
import type { Agent, Permission } from '../callers/caller.js';
import { readStoredPermission } from '../callers/stored-permission.js';
import type { AgentGrants, Tables } from '../database/tables.js';
import type { Services } from '../router/services.js';

/** For each person. */
export const MOST_GRANTS = 100;

export interface NewGrant {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
  readonly permission: Permission;
  readonly scopes: readonly string[];
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function insertGrant(db: Kysely<Tables>, grant: NewGrant): Promise<void> {
  const { id, orgId, userId, sessionId, clientId, clientName, redirectHost, permission, scopes } = grant;
  await db
    .insertInto('agent_grant')
    .values({
      ...{ id, org_id: orgId, user_id: userId, session_id: sessionId, client_id: clientId, client_name: clientName },
      redirect_host: redirectHost,
      permission: JSON.stringify({ orgId, ...permission }),
      scopes: JSON.stringify(scopes),
      ...{ created_at: grant.createdAt, expires_at: grant.expiresAt, last_used_at: null },
    })
    .execute();
}

/** Null: there is none, or its time is over. `now`: Unix milliseconds. */
export async function findGrant(db: Kysely<Tables>, id: string, now: number): Promise<AgentGrants | null> {
  const row = await db.selectFrom('agent_grant').selectAll().where('id', '=', id).executeTakeFirst();
  return row && Number(row.expires_at) > now ? row : null;
}

export const permissionOf = ({ permission }: AgentGrants): Permission | null =>
  readStoredPermission(permission)?.permission ?? null;

/** Null: the stored permission can't be read, so it permits nothing. */
export function agentOf(grant: AgentGrants, verified: boolean): Agent | null {
  const permission = permissionOf(grant);
  if (!permission) return null;
  return { kind: 'agent', credentialId: grant.id, orgId: grant.org_id, userId: grant.user_id, permission, verified };
}

/** With the library's token and consent: from then on the token opens nothing. */
export async function forgetGrant(
  id: string,
  { transaction, rows }: { readonly transaction: Transaction<Tables>; readonly rows: AuthRows },
): Promise<void> {
  await rows.remove('oauthAccessToken', { referenceId: id });
  await rows.remove('oauthConsent', { referenceId: id });
  await transaction.deleteFrom('agent_grant').where('id', '=', id).execute();
}

/** Of one organization; `userId`: of this person alone. */
export async function forgetGrantsOf(
  orgId: string,
  writing: { readonly transaction: Transaction<Tables>; readonly rows: AuthRows },
  userId?: string,
): Promise<void> {
  let query = writing.transaction.selectFrom('agent_grant').select('id').where('org_id', '=', orgId);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  for (const { id } of await query.execute()) await forgetGrant(id, writing);
}

/** How long a program may have registered without a person letting it in. */
const UNUSED_MS = 24 * 3_600_000;
/** Read at once. */
const SWEPT = 1_000;

/** Asked of the database, which has no limit of rows: a grant whose session is merely not in a list would be taken for over. */
const hasSession = sql<SqlBool>`EXISTS (SELECT 1 FROM ${sql.table('session')} WHERE ${sql.ref('session.id')} = ${sql.ref('agent_grant.session_id')})`;

/** Those that go on: their time is not over, nor the session in which they were given. */
export const ongoingGrants = (db: Kysely<Tables>, now: number) =>
  db.selectFrom('agent_grant').selectAll().where('expires_at', '>', now).where(hasSession);

/** Removes grants that are over, and programs that no one has let in. */
export async function sweepGrants({ database, auth, now }: Pick<Services, 'database' | 'auth' | 'now'>): Promise<void> {
  const { db } = database;
  const over = await db
    .selectFrom('agent_grant')
    .select('id')
    .where(({ not, or, eb }) => or([eb('expires_at', '<=', now()), not(hasSession)]))
    .execute();
  for (const { id } of over)
    await db.transaction().execute((transaction) => forgetGrant(id, { transaction, rows: auth.rows(transaction) }));
  const used = new Set(
    (await db.selectFrom('agent_grant').select('client_id').distinct().execute()).map((row) => row.client_id),
  );
  for await (const { clientId } of clientsBefore(auth.rows(), now() - UNUSED_MS))
    if (!used.has(clientId)) await auth.rows().remove('oauthClient', { clientId });
}

/** Those that registered before: older ids come first. */
async function* clientsBefore(rows: AuthRows, at: number): AsyncGenerator<ClientRow> {
  let page = await rows.page('oauthClient', {}, null, SWEPT);
  for (;;) {
    for (const client of page) {
      if (new Date(client.createdAt).getTime() >= at) return;
      yield client;
    }
    const last = page.at(-1);
    if (!last || page.length < SWEPT) return;
    page = await rows.page('oauthClient', {}, last.id, SWEPT);
  }
}

const NOTED_EVERY_MS = 60_000;

export async function noteUse(db: Kysely<Tables>, { id, last_used_at }: AgentGrants, now: number): Promise<void> {
  if (now - Number(last_used_at ?? 0) < NOTED_EVERY_MS) return;
  await db.updateTable('agent_grant').set({ last_used_at: now }).where('id', '=', id).execute();
}
