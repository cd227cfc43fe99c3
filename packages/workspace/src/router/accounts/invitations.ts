/** The person who has the link of an invitation reads and accepts it. */
import { z } from 'zod';
import type { AuthRows, InvitationRow } from '../../auth/auth-rows.js';
import { createAccount, normalEmail } from '../../auth/create-account.js';
import { failure } from '../../contract/errors.js';
import { line, password, role } from '../../contract/fields.js';
import { hashOf } from '../../database/secrets/master-key.js';
import { holdOrganization } from '../../organizations/hold.js';
import { countMembers, LIMITS } from '../../organizations/limits.js';
import { addMember } from '../../organizations/new-organization.js';
import { joinInvitedTeams } from '../../organizations/teams/invitation-teams.js';
import { mayInvite } from '../members/member-rules.js';
import { forAnyone } from '../procedure.js';
import type { Services } from '../services.js';

export const TAGS = ['Authentication'];
export const secret = z.string().min(20).max(200).describe('The secret of the link.');
export const created = z.object({ userId: z.string(), orgId: z.string() });
export const personName = line(80);

const INVITATION_OVER = 'This invitation was used, was taken back, or has expired. Ask for a new one.';
const NO_ROOM = `This organization has ${LIMITS.members} members, which is the most. Ask one of its owners or admins to make room, then open the link again.`;
const INVITER_MAY_NOT =
  'The person who sent this invitation may not invite you any more. Ask another owner or admin of the organization for a new one.';

const readInvitation = forAnyone
  .route({
    method: 'GET',
    path: '/accounts/readInvitation',
    tags: TAGS,
    summary: 'Read an invitation',
    description: 'Shows whom an invitation is for and to which organization, to the person who has its link.',
  })
  .input(z.object({ secret }))
  .output(z.object({ email: z.string(), organization: z.string(), role, hasAccount: z.boolean() }))
  .handler(async ({ context, input }) => {
    const rows = context.services.auth.rows();
    const invitation = await openInvitation(rows, input.secret, context.services.now());
    const [organization, user] = await Promise.all([
      rows.find('organization', { id: invitation.organizationId }),
      rows.find('user', { email: invitation.email }),
    ]);
    if (!organization) throw failure('NOT_FOUND', INVITATION_OVER);
    const { email, role: invitedAs } = invitation;
    return { email, organization: organization.name, role: invitedAs, hasAccount: user !== null };
  });

const acceptInvitation = forAnyone
  .meta({ ...forAnyone['~orpc'].meta, kind: 'write', issuesSecret: true })
  .route({
    method: 'POST',
    path: '/accounts/acceptInvitation',
    tags: TAGS,
    summary: 'Accept an invitation',
    description:
      'Makes the account that the invitation is for and its membership. A person who has an account with this address signs in first and sends neither name nor password.',
  })
  .input(z.object({ secret, name: personName.optional(), password: password.optional() }))
  .output(created)
  .handler(async ({ context, input }) => {
    const { services, caller } = context;
    const at = new Date(services.now());
    // Before the password is hashed, which takes longer than all else; asked again while the organization is held.
    const { organizationId } = await openInvitation(services.auth.rows(), input.secret, services.now());
    const passwordHash = input.password === undefined ? null : await services.auth.passwords.hash(input.password);
    return services.database.db.transaction().execute(async (transaction) => {
      const rows = services.auth.rows(transaction);
      await holdOrganization(transaction, organizationId);
      const invitation = await openInvitation(rows, input.secret, services.now());
      const accepted = await rows.update(
        'invitation',
        { id: invitation.id, status: 'pending' },
        { status: 'accepted' },
      );
      if (!accepted) throw failure('NOT_FOUND', INVITATION_OVER);
      const existing = await rows.find('user', { email: invitation.email });
      if (existing && (caller.kind !== 'person' || caller.userId !== existing.id))
        throw failure(
          'UNAUTHORIZED',
          `There is an account for ${invitation.email}. Sign in with it, and open the link again.`,
        );
      const user = existing ?? (await newAccount(rows, services, invitation, { name: input.name, passwordHash, at }));
      const { role: invitedAs } = invitation;
      const isMember = await rows.find('member', { organizationId, userId: user.id });
      if (!isMember && (await countMembers(rows, organizationId)) >= LIMITS.members)
        throw failure('FORBIDDEN', NO_ROOM, { reason: 'limit' });
      const memberId =
        isMember?.id ??
        (await addMember(rows, { organizationId, userId: user.id, role: invitedAs }, services.newId, at));
      await joinInvitedTeams(transaction, invitation.id, memberId, services.now());
      return { userId: user.id, orgId: organizationId };
    });
  });

export const invitations = { readInvitation, acceptInvitation };

/** @throws NOT_FOUND: used, taken back, expired, or never made. FORBIDDEN: who has sent it may not invite so any more */
async function openInvitation(rows: AuthRows, given: string, now: number): Promise<InvitationRow> {
  const invitation = await rows.find('invitation', { secretHash: hashOf(given) });
  if (!invitation || invitation.status !== 'pending' || invitation.expiresAt.getTime() <= now)
    throw failure('NOT_FOUND', INVITATION_OVER);
  const { organizationId, inviterId, role: invitedAs } = invitation;
  const inviter = await rows.find('member', { organizationId, userId: inviterId });
  if (!mayInvite(inviter, invitedAs)) throw failure('FORBIDDEN', INVITER_MAY_NOT, { reason: 'inviter' });
  return invitation;
}

function newAccount(
  rows: AuthRows,
  { newId }: Services,
  { email }: InvitationRow,
  given: { readonly name: string | undefined; readonly passwordHash: string | null; readonly at: Date },
) {
  const { name, passwordHash, at } = given;
  if (name === undefined || passwordHash === null)
    throw failure('BAD_REQUEST', 'A new account needs `name` and `password`.');
  return createAccount(rows, { id: newId('usr'), name, email: normalEmail(email), passwordHash, at });
}
