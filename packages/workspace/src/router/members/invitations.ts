/** Who is invited to work in an organization. */
import { z } from 'zod';
import { consoleLink } from '../../accounts/console-link.js';
import { type AuthRows, notOver } from '../../auth/auth-rows.js';
import { normalEmail } from '../../auth/create-account.js';
import type { OrgScope } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import { emailAddress, idempotencyKey, orgId, role } from '../../contract/fields.js';
import { hashOf } from '../../database/secrets/master-key.js';
import { invitationMail } from '../../mail/texts.js';
import { holdOrganization } from '../../organizations/hold.js';
import { countMembers, mustFit } from '../../organizations/limits.js';
import { forgetTeamsOfInvitations, saveTeamsOfInvitation } from '../../organizations/teams/invitation-teams.js';
import { id, teamIds } from '../../organizations/teams/team-fields.js';
import { once, type Writing } from '../changes/once.js';
import { forMembers } from '../procedure.js';
import { mayGiveRole, mustBeTeams, type ScopedContext } from './member-rules.js';
import { invitation, shownInvitation } from './shown-member.js';

const TAGS = ['Organization'];
const INVITATION_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

const input = z.object({
  orgId,
  email: emailAddress,
  role: role.default('member'),
  teamIds: teamIds.default([]),
});

export const invite = forMembers({ kind: 'write', role: 'admin', sessionOnly: true, issuesSecret: true })
  .route({
    method: 'POST',
    path: '/members/invite',
    tags: TAGS,
    summary: 'Invite a person',
    description:
      'Sends a link with which a person becomes a member, of the teams that are named. Without a mail server the link is in the answer, once. Undo with `members.uninvite`.',
  })
  .input(input)
  .output(invitation)
  .handler(async ({ context, input: asked }) => {
    const { services, scope, caller } = context;
    if (caller.kind !== 'person') throw failure('UNAUTHORIZED', 'Sign in.');
    await mayGiveRole(services.auth.rows(), context, asked.role);
    const secret = services.newSecret();
    const made = await services.database.db
      .transaction()
      .execute((transaction) =>
        saveInvitation({ transaction, rows: services.auth.rows(transaction) }, context, asked, secret),
      );
    const organization = await services.auth.rows().find('organization', { id: scope });
    const link = consoleLink(services.settings.publicUrl, 'invitation', secret);
    const named = { inviter: caller.name, organization: organization?.name ?? '', orgId: scope };
    const isSent = await services.mailer.send(invitationMail({ ...named, to: made.email, link }));
    return shownInvitation(made, asked.teamIds, isSent ? null : link);
  });

async function saveInvitation(
  { rows, transaction }: Writing,
  { services, scope, caller }: ScopedContext,
  { email: address, role: given, teamIds: teams }: z.output<typeof input>,
  secret: string,
) {
  const email = normalEmail(address);
  await holdOrganization(transaction, scope);
  await mustBeNew(rows, scope, email);
  mustFit('members', await countMembers(rows, scope));
  await mustBeTeams({ transaction }, scope, teams);
  // One open invitation for each address: a new link makes the one before useless.
  const before = { organizationId: scope, email, status: 'pending' } as const;
  const replaced = await rows.list('invitation', before);
  await forgetTeamsOfInvitations(
    transaction,
    replaced.map((row) => row.id),
  );
  await rows.remove('invitation', before);
  const open = { organizationId: scope, status: 'pending' } as const;
  mustFit('invitations', await rows.count('invitation', open, [notOver(services.now())]));
  const made = await rows.create('invitation', {
    id: services.newId('inv'),
    organizationId: scope,
    email,
    role: given,
    status: 'pending',
    expiresAt: new Date(services.now() + INVITATION_DAYS * DAY_MS),
    inviterId: caller.kind === 'person' ? caller.userId : '',
    secretHash: hashOf(secret),
    createdAt: new Date(services.now()),
  });
  await saveTeamsOfInvitation(transaction, made.id, teams);
  return made;
}

async function mustBeNew(rows: AuthRows, scope: OrgScope, email: string): Promise<void> {
  const user = await rows.find('user', { email });
  if (user && (await rows.find('member', { organizationId: scope, userId: user.id })))
    throw failure('CONFLICT', `${email} is a member already.`);
}

export const uninvite = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/members/uninvite',
    tags: TAGS,
    summary: 'Take an invitation back',
    description: 'Makes the link of an open invitation useless. Invite again to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, invitationId: id }))
  .output(z.object({ invitationId: z.string() }))
  .handler(async ({ context, input: asked }) => {
    const { invitationId } = asked;
    await once(context, asked, async ({ rows, transaction }) => {
      const open = { id: invitationId, organizationId: context.scope, status: 'pending' } as const;
      const taken = await rows.update('invitation', open, { status: 'canceled' });
      if (!taken) throw failure('NOT_FOUND', 'There is no such open invitation.');
      await forgetTeamsOfInvitations(transaction, [invitationId]);
      return { invitationId };
    });
    return { invitationId };
  });
