/** How much the organization has, and how much it may have. */
import { z } from 'zod';
import { orgId } from '../../contract/fields.js';
import { firstOrganization } from '../../organizations/first-organization.js';
import { inboxesOf } from '../../organizations/inboxes.js';
import { countMembers, countTeams, LIMITS } from '../../organizations/limits.js';
import { forMembers } from '../procedure.js';
import { readOrganization } from './shown-organization.js';

const used = z.int().nonnegative();
const limit = z.object({ used, most: z.int().positive() });

export const limits = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/organization/limits',
    tags: ['Organization'],
    summary: 'How much there may be',
    description:
      'Members, teams and inboxes: how many there are, and the most there may be. What goes beyond is refused. Inboxes are folders of the operator, who may have any number: `most` is null.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ members: limit, teams: limit, inboxes: z.object({ used, most: z.int().positive().nullable() }) }))
  .handler(async ({ context: { services, scope } }) => {
    const { auth, database, inboxes } = services;
    const rows = auth.rows();
    const [organization, first, members, teams] = await Promise.all([
      readOrganization(services, scope),
      firstOrganization(rows, database.db),
      countMembers(rows, scope),
      countTeams(database.db, scope),
    ]);
    return {
      members: { used: members, most: LIMITS.members },
      teams: { used: teams, most: LIMITS.teams },
      inboxes: { used: inboxesOf(inboxes, organization, first).length, most: null },
    };
  });
