/** Teams as they are stored. A change of who is in a team counts as a change of the team: its version goes up. */
import type { BusinessHours } from '@service/protocol';
import type { Kysely } from 'kysely';
import type { Tables, Teams } from '../../database/tables.js';
import { gather } from './gather.js';
import { nameKey, type Routing } from './team-fields.js';

export interface TeamChange {
  readonly name?: string;
  readonly emoji?: string | null;
  readonly routing?: Routing;
  readonly opening?: BusinessHours | null;
}

/** A transaction, or the database itself. */
type Db = Kysely<Tables>;

export const findTeam = (db: Db, orgId: string, id: string): Promise<Teams | undefined> =>
  db.selectFrom('team').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export const listTeams = (db: Db, orgId: string): Promise<Teams[]> =>
  db.selectFrom('team').selectAll().where('org_id', '=', orgId).execute();

/** Of these teams, who is in them. */
export async function membersOfTeams(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('team_member')
    .selectAll()
    .where('team_id', 'in', ids)
    .orderBy('member_id')
    .execute();
  return gather(rows.map(({ team_id, member_id }) => [team_id, member_id]));
}

/** Of all members of the organization, the teams that they are in. */
export async function teamsOfMembers(db: Db, orgId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select(['team_member.member_id', 'team_member.team_id'])
    .where('team.org_id', '=', orgId)
    .orderBy('team_member.team_id')
    .execute();
  return gather(rows.map(({ member_id, team_id }) => [member_id, team_id]));
}

/** Whether another team of the organization has this name. */
export async function isNameTaken(db: Db, orgId: string, name: string, except: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('team')
    .select('id')
    .where('org_id', '=', orgId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  return row !== undefined && row.id !== except;
}

export async function insertTeam(
  db: Db,
  team: Required<TeamChange> & { readonly id: string; readonly orgId: string; readonly at: number },
): Promise<void> {
  const { id, orgId, name, emoji, routing, opening, at } = team;
  const row: Teams = {
    ...{ id, name, emoji, routing, version: 1 },
    org_id: orgId,
    name_key: nameKey(name),
    opening: opening && JSON.stringify(opening),
    created_at: at,
    updated_at: at,
  };
  await db.insertInto('team').values(row).execute();
}

/** The fields that are given; without any, the version alone. */
export async function updateTeam(db: Db, id: string, change: TeamChange, at: number): Promise<void> {
  const { opening, ...fields } = change;
  await db
    .updateTable('team')
    .set((now) => ({
      ...fields,
      ...(fields.name !== undefined && { name_key: nameKey(fields.name) }),
      ...(opening !== undefined && { opening: opening && JSON.stringify(opening) }),
      version: now('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute();
}

/** Adds members to a team. Those in it stay. */
export async function addToTeam(db: Db, team: string, members: readonly string[]): Promise<void> {
  if (members.length === 0) return;
  await db
    .insertInto('team_member')
    .values(members.map((member) => ({ team_id: team, member_id: member })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setMembersOfTeam(db: Db, team: string, members: readonly string[]): Promise<void> {
  await db.deleteFrom('team_member').where('team_id', '=', team).execute();
  await addToTeam(db, team, members);
}

/** The member is in these teams from now on, and in no other. */
export async function setTeamsOfMember(db: Db, member: string, teams: readonly string[], at: number): Promise<void> {
  const rows = await db.selectFrom('team_member').select('team_id').where('member_id', '=', member).execute();
  const before = rows.map(({ team_id }) => team_id);
  const [left, joined] = [before.filter((id) => !teams.includes(id)), teams.filter((id) => !before.includes(id))];
  if (left.length > 0)
    await db.deleteFrom('team_member').where('member_id', '=', member).where('team_id', 'in', left).execute();
  for (const team of joined) await addToTeam(db, team, [member]);
  for (const team of [...left, ...joined]) await updateTeam(db, team, {}, at);
}

/** Deletes teams with their members' places; what is left of invitations to them is no place. */
export async function deleteTeams(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('team_member').where('team_id', 'in', ids).execute();
  await db.deleteFrom('invitation_team').where('team_id', 'in', ids).execute();
  await db.deleteFrom('team').where('id', 'in', ids).execute();
}

/** Organizations that have a team which was made before that moment (Unix milliseconds). */
export async function countOrganizationsWithTeams(db: Db, before: number): Promise<number> {
  const { count } = await db
    .selectFrom('team')
    .select(({ fn }) => fn.count('org_id').distinct().as('count'))
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(count);
}
