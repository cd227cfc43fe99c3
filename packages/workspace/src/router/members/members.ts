/** Who works in an organization. */
import { z } from 'zod';
import { type MemberRow, notOver } from '../../auth/auth-rows.js';
import type { OrgScope } from '../../callers/caller.js';
import { readStoredPermission } from '../../callers/stored-permission.js';
import { failure } from '../../contract/errors.js';
import { idempotencyKey, orgId, role } from '../../contract/fields.js';
import { forgetGrantsOf } from '../../organizations/agent-grants.js';
import { holdOrganization } from '../../organizations/hold.js';
import { id, teamIds } from '../../organizations/teams/team-fields.js';
import { findTeam, setTeamsOfMember } from '../../organizations/teams/team-rows.js';
import { once, type Writing } from '../changes/once.js';
import { forMembers } from '../procedure.js';
import { invite, uninvite } from './invitations.js';
import { mayChange, memberIn, mustBeTeams, mustHaveAnotherOwner, type ScopedContext } from './member-rules.js';
import { invitation, member, shownInvitations, shownMembers } from './shown-member.js';

const TAGS = ['Organization'];

const list = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/members/list',
    tags: TAGS,
    summary: 'List the members',
    description:
      'The members of the organization, the oldest first, and the invitations that are open. `teamId` and `role`: only those of both.',
  })
  .input(z.object({ orgId, teamId: id.optional(), role: role.optional() }))
  .output(z.object({ items: z.array(member), invitations: z.array(invitation) }))
  .handler(async ({ context: { services, scope }, input: { teamId, role: wanted } }) => {
    const rows = services.auth.rows();
    if (teamId !== undefined && !(await findTeam(services.database.db, scope, teamId)))
      throw failure('NOT_FOUND', 'This organization has no such team.');
    const ofRole = { organizationId: scope, ...(wanted && { role: wanted }) };
    const [members, open] = await Promise.all([
      rows.list('member', ofRole),
      rows.list('invitation', { ...ofRole, status: 'pending' }, undefined, [notOver(services.now())]),
    ]);
    const ofTeam = (each: { readonly teamIds: readonly string[] }): boolean =>
      teamId === undefined || each.teamIds.includes(teamId);
    return {
      items: (await shownMembers(services, scope, members)).filter(ofTeam),
      invitations: (await shownInvitations(services, open)).filter(ofTeam),
    };
  });

const change = z.object({
  orgId,
  idempotencyKey,
  memberId: id,
  role: role.optional(),
  state: z.enum(['active', 'suspended']).optional(),
  teamIds: teamIds.optional(),
});

const update = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/members/update',
    tags: TAGS,
    summary: 'Change a member',
    description:
      'Changes the role of a member, or suspends the membership: their sessions end with either. `teamIds`: the teams that the member is in from now on. Undo by changing it back.',
  })
  .input(change)
  .output(member)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    await once(context, input, (writing) => changeMember(writing, context, input));
    const row = await memberIn(services.auth.rows(), scope, input.memberId);
    const [answer] = await shownMembers(services, scope, [row]);
    if (!answer) throw failure('NOT_FOUND', 'This member has no account any more.');
    return answer;
  });

type MemberChange = z.output<typeof change>;

const changesAccess = ({ role: given, state }: MemberChange): boolean => given !== undefined || state !== undefined;

async function changeMember({ rows, transaction }: Writing, context: ScopedContext, input: MemberChange) {
  const { scope, services } = context;
  await holdOrganization(transaction, scope);
  const before = await memberIn(rows, scope, input.memberId);
  if (changesAccess(input)) {
    await mayChange(rows, context, before, input.role);
    const after = afterChange(before, input);
    const staysOwner = after.role === 'owner' && !after.suspended;
    if (before.role === 'owner' && !staysOwner) await mustHaveAnotherOwner(rows, scope, before.id);
    await rows.update('member', { id: before.id }, after);
    await rows.remove('session', { userId: before.userId });
  }
  if (input.teamIds !== undefined) {
    await mustBeTeams({ transaction }, scope, input.teamIds);
    await setTeamsOfMember(transaction, before.id, input.teamIds, services.now());
  }
  return { memberId: before.id };
}

const afterChange = (before: MemberRow, { role: given, state }: MemberChange) => ({
  role: given ?? before.role,
  suspended: state === undefined ? before.suspended : state === 'suspended',
});

const remove = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/members/remove',
    tags: TAGS,
    summary: 'Remove a member',
    description:
      'Ends a membership at once, in all teams too, with the credentials and linked agents that the person has let in. What the person wrote stays, with their name. Invite them again to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, memberId: id }))
  .output(z.object({ memberId: z.string() }))
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { memberId } = input;
    await once(context, input, async ({ rows, transaction }) => {
      await holdOrganization(transaction, scope);
      const row = await memberIn(rows, scope, memberId);
      await mayChange(rows, context, row);
      if (row.role === 'owner') await mustHaveAnotherOwner(rows, scope, row.id);
      await setTeamsOfMember(transaction, row.id, [], services.now());
      await rows.remove('member', { id: row.id });
      await forgetAgents({ rows, transaction }, scope, row.userId);
      await rows.remove('session', { userId: row.userId });
      return { memberId };
    });
    services.auth.credentials.forgetRead();
    return { memberId };
  });

/** Those that the person has let in, or a new membership would bring them back. */
async function forgetAgents({ rows, transaction }: Writing, scope: OrgScope, userId: string): Promise<void> {
  await forgetGrantsOf(scope, { rows, transaction }, userId);
  const credentials = await rows.list('apikey', { referenceId: userId, configId: 'agent' });
  const ofScope = credentials.filter(({ metadata }) => readStoredPermission(metadata)?.orgId === scope);
  if (ofScope.length > 0) await rows.remove('apikey', { id: ofScope.map(({ id: keyId }) => keyId) });
}

export const members = { list, invite, uninvite, update, remove };
