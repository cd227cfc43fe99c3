/** Agents that people have linked to their accounts. */
import { z } from 'zod';
import type { Caller, OrgScope } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import { dateTime, idempotencyKey, orgId } from '../../contract/fields.js';
import type { AgentGrants } from '../../database/tables.js';
import { forgetGrant, ongoingGrants, permissionOf } from '../../organizations/agent-grants.js';
import { once } from '../changes/once.js';
import { forMembers } from '../procedure.js';
import type { Services } from '../services.js';

const TAGS = ['Authentication'];

const connection = z.object({
  connectionId: z.string(),
  clientName: z.string().describe('As the program calls itself. No one has checked it.'),
  redirectHost: z.string().describe('Where the person was sent after letting it in.'),
  person: z.object({ userId: z.string(), name: z.string() }).describe('In whose name it works.'),
  mode: z.enum(['read', 'write']),
  procedures: z.array(z.string()).nullable().describe('Null: every read.'),
  scopes: z.array(z.string()).describe('What of the person’s account it learns.'),
  createdAt: dateTime,
  expiresAt: dateTime.describe('It ends earlier with the session in which it was let in.'),
  lastUsedAt: dateTime.nullable(),
});

const list = forMembers({ sessionOnly: true })
  .route({
    method: 'GET',
    path: '/connections/list',
    tags: TAGS,
    summary: 'List linked agents',
    description:
      'The programs that may work in the organization in a person’s name: your own, and for owners and admins those of everyone.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ items: z.array(connection) }))
  .handler(async ({ context: { services, scope, caller } }) => {
    const mine = await ownOnly(services, scope, caller);
    let query = ongoingGrants(services.database.db, services.now()).where('org_id', '=', scope);
    if (mine !== null) query = query.where('user_id', '=', mine);
    return { items: await shownConnections(services, await query.orderBy('id').execute()) };
  });

const revoke = forMembers({ kind: 'destructive', sessionOnly: true })
  .route({
    method: 'POST',
    path: '/connections/revoke',
    tags: TAGS,
    summary: 'Revoke a linked agent',
    description:
      'Ends what the program may do, at its next call. What it has read stays read. To undo, let it in again from the program.',
  })
  .input(z.object({ orgId, idempotencyKey, connectionId: z.string().max(64) }))
  .output(z.object({ connectionId: z.string() }))
  .handler(async ({ context, input }) => {
    const { services, scope, caller } = context;
    const mine = await ownOnly(services, scope, caller);
    return once(context, input, async (writing) => {
      const { connectionId } = input;
      const grant = await writing.transaction
        .selectFrom('agent_grant')
        .select('user_id')
        .where('id', '=', connectionId)
        .where('org_id', '=', scope)
        .executeTakeFirst();
      if (!grant || (mine !== null && grant.user_id !== mine))
        throw failure('NOT_FOUND', 'You have no such connection in this organization.');
      await forgetGrant(connectionId, writing);
      return { connectionId };
    });
  });

export const connections = { list, revoke };

/** The person, who sees their own connections alone; null: an owner or admin, who sees everyone's. */
async function ownOnly({ auth }: Services, scope: OrgScope, caller: Caller): Promise<string | null> {
  if (caller.kind !== 'person') throw failure('UNAUTHORIZED', 'Sign in.');
  const { userId } = caller;
  const member = await auth.rows().find('member', { organizationId: scope, userId });
  return member && member.role !== 'member' ? null : userId;
}

async function shownConnections(
  { auth }: Services,
  grants: readonly AgentGrants[],
): Promise<z.output<typeof connection>[]> {
  const ids = [...new Set(grants.map(({ user_id }) => user_id))];
  const users = ids.length === 0 ? [] : await auth.rows().list('user', { id: ids });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return grants.flatMap((grant) => {
    const permission = permissionOf(grant);
    if (!permission) return [];
    const { id, client_name, redirect_host, user_id, scopes, last_used_at } = grant;
    return {
      ...{ connectionId: id, clientName: client_name, redirectHost: redirect_host },
      person: { userId: user_id, name: names.get(user_id) ?? '' },
      mode: permission.mode,
      procedures: permission.procedures && [...permission.procedures],
      scopes: JSON.parse(scopes) as string[],
      createdAt: isoOf(grant.created_at),
      expiresAt: isoOf(grant.expires_at),
      lastUsedAt: last_used_at === null ? null : isoOf(last_used_at),
    };
  });
}

const isoOf = (at: number): string => new Date(Number(at)).toISOString();
