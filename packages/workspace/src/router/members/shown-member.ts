/** Members and invitations as procedures show them. */
import { z } from 'zod';
import type { InvitationRow, MemberRow, UserRow } from '../../auth/auth-rows.js';
import type { OrgScope } from '../../callers/caller.js';
import { dateTime, role } from '../../contract/fields.js';
import { teamsOfInvitations } from '../../organizations/teams/invitation-teams.js';
import { teamsOfMembers } from '../../organizations/teams/team-rows.js';
import type { Services } from '../services.js';

export const member = z.object({
  memberId: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role,
  state: z.enum(['active', 'suspended']),
  teamIds: z.array(z.string()),
  createdAt: dateTime,
});
export type ShownMember = z.infer<typeof member>;

export const invitation = z.object({
  invitationId: z.string(),
  email: z.string(),
  role,
  teamIds: z.array(z.string()).describe('The teams that the person will be in.'),
  expiresAt: dateTime,
  link: z.string().nullable().describe('Shown once, to who invites, when no mail could be sent.'),
});
export type ShownInvitation = z.infer<typeof invitation>;

/** Those that have an account, in the order given. */
export async function shownMembers(
  { auth, database }: Services,
  scope: OrgScope,
  members: readonly MemberRow[],
): Promise<ShownMember[]> {
  if (members.length === 0) return [];
  const [users, teams] = await Promise.all([
    auth.rows().list('user', { id: members.map(({ userId }) => userId) }),
    teamsOfMembers(database.db, scope),
  ]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  return members.flatMap((row) => {
    const user = userOf.get(row.userId);
    return user ? [shownMember(row, user, teams.get(row.id) ?? [])] : [];
  });
}

function shownMember(row: MemberRow, { name, email, image }: UserRow, teamIds: readonly string[]): ShownMember {
  const { id, userId, role: has, suspended, createdAt } = row;
  return {
    ...{ memberId: id, userId, name, email, role: has },
    picture: image ?? null,
    state: suspended ? 'suspended' : 'active',
    teamIds: [...teamIds],
    createdAt: createdAt.toISOString(),
  };
}

/** Without their links: of those only hashes are stored. */
export async function shownInvitations(
  { database }: Services,
  invitations: readonly InvitationRow[],
): Promise<ShownInvitation[]> {
  const teams = await teamsOfInvitations(
    database.db,
    invitations.map(({ id }) => id),
  );
  return invitations.map((row) => shownInvitation(row, teams.get(row.id) ?? [], null));
}

export const shownInvitation = (
  { id, email, role: invitedAs, expiresAt }: InvitationRow,
  teamIds: readonly string[],
  link: string | null,
): ShownInvitation => ({
  invitationId: id,
  email,
  role: invitedAs,
  teamIds: [...teamIds],
  expiresAt: expiresAt.toISOString(),
  link,
});
