/** The person who has the link of an invitation reads and accepts it. */
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { AuthRows, InvitationRow } from '../../auth/auth-rows.js';
import { createAccount, normalEmail } from '../../auth/create-account.js';
import { failure } from '../../contract/errors.js';
import { line, password, role } from '../../contract/fields.js';
import { hashOf } from '../../database/secrets/master-key.js';
import type { Tables } from '../../database/tables.js';
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

/** A POST, so that the secret is in no address. */
const readInvitation = forAnyone
  .meta({ ...forAnyone['~orpc'].meta, kind: 'write' })
  .route({
    method: 'POST',
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
    const { auth, database, now } = services;
    // Before the password is hashed, which takes longer than all else; asked again while the organization is held.
    const { organizationId, email } = await openInvitation(auth.rows(), input.secret, now());
    const passwordHash = input.password === undefined ? null : await auth.passwords.hash(input.password);
    const given = { ...input, passwordHash, callerId: caller.kind === 'person' ? caller.userId : null };
    try {
      return await database.db
        .transaction()
        .execute((transaction) => accept(transaction, organizationId, given, services));
    } catch (error) {
      // Another invitation made the account in the same moment.
      throw database.isDuplicate(error) ? hasAccount(email) : error;
    }
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

interface Accepting {
  readonly secret: string;
  readonly name?: string | undefined;
  readonly passwordHash: string | null;
  /** The person who is signed in; null: no one is. */
  readonly callerId: string | null;
}

async function accept(
  transaction: Transaction<Tables>,
  organizationId: string,
  given: Accepting,
  services: Services,
): Promise<z.output<typeof created>> {
  const { auth, now, newId } = services;
  const rows = auth.rows(transaction);
  await holdOrganization(transaction, organizationId);
  const { id, email, role: invitedAs } = await openInvitation(rows, given.secret, now());
  const accepted = await rows.update('invitation', { id, status: 'pending' }, { status: 'accepted' });
  if (!accepted) throw failure('NOT_FOUND', INVITATION_OVER);
  const existing = await rows.find('user', { email });
  if (existing && existing.id !== given.callerId) throw hasAccount(email);
  const { id: userId } = existing ?? (await newAccount(rows, email, given, services));
  const member = await rows.find('member', { organizationId, userId });
  if (!member && (await countMembers(rows, organizationId)) >= LIMITS.members)
    throw failure('FORBIDDEN', NO_ROOM, { reason: 'limit' });
  const at = new Date(now());
  const memberId = member?.id ?? (await addMember(rows, { organizationId, userId, role: invitedAs }, newId, at));
  await joinInvitedTeams(transaction, id, memberId, now());
  return { userId, orgId: organizationId };
}

const hasAccount = (email: string) =>
  failure('UNAUTHORIZED', `There is an account for ${email}. Sign in with it, and open the link again.`);

function newAccount(rows: AuthRows, email: string, { name, passwordHash }: Accepting, { newId, now }: Services) {
  if (name === undefined || passwordHash === null)
    throw failure('BAD_REQUEST', 'A new account needs `name` and `password`.');
  return createAccount(rows, { id: newId('usr'), name, email: normalEmail(email), passwordHash, at: new Date(now()) });
}
