/** How much the organization has, and how much it may have. */
import { z } from 'zod';
import { orgId } from '../../contract/fields.js';
import { countMembers, countTeams, LIMITS } from '../../organizations/limits.js';
import { countInboxes } from '../../setup/inboxes/inbox-rows.js';
import { forMembers } from '../procedure.js';

const used = z.int().nonnegative();
const limit = z.object({ used, most: z.int().positive() });

export const limits = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/organization/limits',
    tags: ['Organization'],
    summary: 'How much there may be',
    description:
      'Members, teams and inboxes: how many there are, and the most there may be. What goes beyond is refused. Of inboxes those of the console count that are not archived; folders of the operator are beside them.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ members: limit, teams: limit, inboxes: limit }))
  .handler(async ({ context: { services, scope } }) => {
    const { auth, database } = services;
    const [members, teams, inboxes] = await Promise.all([
      countMembers(auth.rows(), scope),
      countTeams(database.db, scope),
      countInboxes(database.db, scope),
    ]);
    return {
      members: { used: members, most: LIMITS.members },
      teams: { used: teams, most: LIMITS.teams },
      inboxes: { used: inboxes, most: LIMITS.inboxes },
    };
  });
