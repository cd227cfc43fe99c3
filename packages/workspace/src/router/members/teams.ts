/** Teams: members who take some of the conversations together. */
import { z } from 'zod';
import type { OrgScope } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import { dateTime, idempotencyKey, orgId, version } from '../../contract/fields.js';
import type { Teams } from '../../database/tables.js';
import { holdOrganization } from '../../organizations/hold.js';
import { countTeams, mustFit } from '../../organizations/limits.js';
import { emoji, id, memberIds, opening, routing, teamName } from '../../organizations/teams/team-fields.js';
import {
  addToTeam,
  deleteTeams,
  findTeam,
  insertTeam,
  isNameTaken,
  listTeams,
  membersOfTeams,
  setMembersOfTeam,
  updateTeam,
} from '../../organizations/teams/team-rows.js';
import { defined, outdated } from '../changes/changed-fields.js';
import { once, type Writing } from '../changes/once.js';
import { forMembers } from '../procedure.js';
import type { Services } from '../services.js';
import { mustBeMembers } from './member-rules.js';

const TAGS = ['Organization'];
const NO_TEAM = 'This organization has no such team.';

const team = z.object({
  teamId: z.string(),
  name: z.string(),
  emoji,
  memberIds: z.array(z.string()),
  routing,
  opening,
  version: z.int().describe('Send it with a change, so that no change is overwritten unseen.'),
  createdAt: dateTime,
  updatedAt: dateTime,
});

const list = forMembers()
  .route({
    method: 'GET',
    path: '/teams/list',
    tags: TAGS,
    summary: 'List the teams',
    description: 'All teams of the organization by name, with the ids of their members. Every member sees them.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ items: z.array(team) }))
  .handler(async ({ context: { services, scope } }) => {
    const organization = await services.auth.rows().find('organization', { id: scope });
    const { compare } = new Intl.Collator(organization?.locale ?? 'en', { numeric: true });
    const rows = await listTeams(services.database.db, scope);
    return {
      items: await shownTeams(
        services,
        rows.sort((a, b) => compare(a.name, b.name)),
      ),
    };
  });

const create = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/teams/create',
    tags: TAGS,
    summary: 'Create a team',
    description: 'Makes a team of members. Every member sees it; visitors see nothing of it. Undo by deleting it.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      name: teamName,
      emoji: emoji.default(null),
      memberIds: memberIds.default([]),
      routing: routing.default('manual'),
      opening: opening.default(null),
    }),
  )
  .output(team)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: _key, memberIds: members, ...fields } = input;
    const { teamId } = await once(context, input, async (writing) => {
      const { rows, transaction } = writing;
      await holdOrganization(transaction, scope);
      mustFit('teams', await countTeams(transaction, scope));
      await mustBeFree(writing, scope, fields.name, null);
      await mustBeMembers(rows, scope, members);
      const made = services.newId('tea');
      await insertTeam(transaction, { ...fields, id: made, orgId: scope, at: services.now() });
      await addToTeam(transaction, made, members);
      return { teamId: made };
    });
    return readTeam(services, scope, teamId);
  });

const update = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/teams/update',
    tags: TAGS,
    summary: 'Change a team',
    description:
      'Changes the fields that are named; `memberIds` are all members from now on. Every member sees the change. Undo by changing them back.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      teamId: id,
      version,
      name: teamName.optional(),
      emoji: emoji.optional(),
      memberIds: memberIds.optional(),
      routing: routing.optional(),
      opening: opening.optional(),
    }),
  )
  .output(team)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: _key, teamId, version, memberIds: members, ...fields } = input;
    await once(context, input, async (writing) => {
      const { rows, transaction } = writing;
      await holdOrganization(transaction, scope);
      const before = await findTeam(transaction, scope, teamId);
      if (!before) throw failure('NOT_FOUND', NO_TEAM);
      if (before.version !== version) throw outdated(before.version);
      if (fields.name !== undefined) await mustBeFree(writing, scope, fields.name, teamId);
      await updateTeam(transaction, teamId, defined(fields), services.now());
      if (members) {
        await mustBeMembers(rows, scope, members);
        await setMembersOfTeam(transaction, teamId, members);
      }
      return { teamId };
    });
    return readTeam(services, scope, teamId);
  });

const remove = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/teams/delete',
    tags: TAGS,
    summary: 'Delete a team',
    description:
      'Deletes a team at once; its members stay members of the organization. `moveTo`: they become members of that team. A new team must be made to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, teamId: id, moveTo: id.optional() }))
  .output(z.object({ teamId: z.string(), moved: z.int().describe('How many members are in the other team now.') }))
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { teamId, moveTo } = input;
    if (moveTo === teamId) throw failure('BAD_REQUEST', 'Name another team as `moveTo`.');
    return once(context, input, async ({ transaction }) => {
      await holdOrganization(transaction, scope);
      for (const each of [teamId, ...(moveTo === undefined ? [] : [moveTo])])
        if (!(await findTeam(transaction, scope, each))) throw failure('NOT_FOUND', NO_TEAM);
      const members = (await membersOfTeams(transaction, [teamId])).get(teamId) ?? [];
      await deleteTeams(transaction, [teamId]);
      if (moveTo === undefined) return { teamId, moved: 0 };
      await addToTeam(transaction, moveTo, members);
      await updateTeam(transaction, moveTo, {}, services.now());
      return { teamId, moved: members.length };
    });
  });

export const teams = { list, create, update, delete: remove };

async function mustBeFree({ transaction }: Writing, scope: OrgScope, name: string, except: string | null) {
  if (await isNameTaken(transaction, scope, name, except))
    throw failure('CONFLICT', 'A team has this name already. Choose another one.');
}

async function readTeam(services: Services, scope: OrgScope, teamId: string): Promise<z.output<typeof team>> {
  const row = await findTeam(services.database.db, scope, teamId);
  const [shown] = row ? await shownTeams(services, [row]) : [];
  if (!shown) throw failure('NOT_FOUND', NO_TEAM);
  return shown;
}

async function shownTeams({ database }: Services, rows: readonly Teams[]): Promise<z.output<typeof team>[]> {
  const members = await membersOfTeams(
    database.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    teamId: row.id,
    ...{ name: row.name, emoji: row.emoji, version: row.version },
    memberIds: [...(members.get(row.id) ?? [])],
    routing: row.routing as z.infer<typeof routing>,
    opening: row.opening === null ? null : JSON.parse(row.opening),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }));
}
