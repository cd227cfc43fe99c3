/** The teams that a person who is invited will be in. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.js';
import { gather } from './gather.js';
import { addToTeam, updateTeam } from './team-rows.js';

type Db = Kysely<Tables>;

export async function saveTeamsOfInvitation(db: Db, invitation: string, teams: readonly string[]): Promise<void> {
  if (teams.length === 0) return;
  const rows = teams.map((team) => ({ invitation_id: invitation, team_id: team }));
  await db.insertInto('invitation_team').values(rows).execute();
}

export async function teamsOfInvitations(
  db: Db,
  invitations: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (invitations.length === 0) return new Map();
  const rows = await db
    .selectFrom('invitation_team')
    .selectAll()
    .where('invitation_id', 'in', invitations)
    .orderBy('team_id')
    .execute();
  return gather(rows.map(({ invitation_id, team_id }) => [invitation_id, team_id]));
}

export async function forgetTeamsOfInvitations(db: Db, invitations: readonly string[]): Promise<void> {
  if (invitations.length === 0) return;
  await db.deleteFrom('invitation_team').where('invitation_id', 'in', invitations).execute();
}

/** The person has accepted: the member is in the teams that the invitation names and that still exist. */
export async function joinInvitedTeams(db: Db, invitation: string, member: string, at: number): Promise<void> {
  const teams = (await teamsOfInvitations(db, [invitation])).get(invitation) ?? [];
  for (const team of teams) {
    await addToTeam(db, team, [member]);
    await updateTeam(db, team, {}, at);
  }
  await forgetTeamsOfInvitations(db, [invitation]);
}
