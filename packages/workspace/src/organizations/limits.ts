/** How much an organization may have. There are no plans to choose from: what a team of any size needs is below these. */
import type { Kysely } from 'kysely';
import type { AuthRows } from '../auth/auth-rows.js';
import type { OrgScope } from '../callers/caller.js';
import { failure } from '../contract/errors.js';
import type { Tables } from '../database/tables.js';

export const LIMITS = {
  members: 500,
  /** Open ones. */
  invitations: 100,
  teams: 100,
  /** Of the console, without archived ones. The operator may have any number of folders beside them. */
  inboxes: 100,
  keys: 100,
  /** Of agents, for each person. */
  credentials: 100,
  aiAgents: 50,
} as const;

/** How many organizations a person may own who does not administer the installation. */
export const MOST_OWNED = 5;

const IN_WORDS: Readonly<Record<keyof typeof LIMITS, string>> = {
  members: 'members. Remove some first',
  invitations: 'open invitations. Take some back first',
  teams: 'teams. Delete some first',
  inboxes: 'inboxes. Archive some first',
  keys: 'keys. Revoke some first',
  credentials: 'credentials of one person. Revoke some first',
  aiAgents: 'AI agents. Delete some first',
};

/**
 * Call it while the organization is held, or two that come at once may both fit.
 * @throws FORBIDDEN with the reason `limit` where there is no room for one more
 */
export function mustFit(what: keyof typeof LIMITS, used: number): void {
  if (used < LIMITS[what]) return;
  throw failure('FORBIDDEN', `An organization has at most ${LIMITS[what]} ${IN_WORDS[what]}.`, { reason: 'limit' });
}

export const countMembers = (rows: AuthRows, scope: OrgScope | string): Promise<number> =>
  rows.count('member', { organizationId: scope });

export async function countTeams(db: Kysely<Tables>, scope: OrgScope): Promise<number> {
  const { count } = await db
    .selectFrom('team')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', scope)
    .executeTakeFirstOrThrow();
  return Number(count);
}
