/** How many accounts and organizations there are, and what they have done in a period. */
import { countOrganizationsWithTeams } from '../../organizations/teams/team-rows.js';
import type { Services } from '../services.js';
import type { Period } from './time-range.js';

export interface Counted {
  /** At the end of the period, of those that still exist. */
  readonly total: number;
  readonly active: number;
  readonly verified: number;
  readonly withTwoFactor: number;
  readonly banned: number;
  readonly newUsers: number;
  readonly organizations: number;
  readonly withMembers: number;
  readonly withTeams: number;
  readonly newOrganizations: number;
  readonly members: number;
  readonly newSessions: number;
  readonly newInvitations: number;
  readonly newApiKeys: number;
  readonly activeSessions: number;
  readonly pendingInvitations: number;
}

/** Memberships and sessions that are read one by one, because their persons are counted once. */
const MOST_READ = 50_000;

export async function countInstallation(
  { auth, database }: Pick<Services, 'auth' | 'database'>,
  { from, to }: Period,
): Promise<Counted> {
  const rows = auth.rows();
  const [since, until] = [new Date(from), new Date(to)];
  const before = { field: 'createdAt', to: until } as const;
  const within = { field: 'createdAt', from: since, to: until } as const;
  const [total, verified, withTwoFactor, newUsers, organizations, newOrganizations] = await Promise.all([
    rows.count('user', {}, [before]),
    rows.count('user', { emailVerified: true }, [before]),
    rows.count('user', { twoFactorEnabled: true }, [before]),
    rows.count('user', {}, [within]),
    rows.count('organization', {}, [before]),
    rows.count('organization', {}, [within]),
  ]);
  const [newSessions, newInvitations, newApiKeys, activeSessions, pendingInvitations] = await Promise.all([
    rows.count('session', {}, [within]),
    rows.count('invitation', {}, [within]),
    rows.count('apikey', {}, [within]),
    rows.count('session', {}, [before, { field: 'expiresAt', from: until }]),
    rows.count('invitation', { status: 'pending' }, [before, { field: 'expiresAt', from: until }]),
  ]);
  const members = await rows.list('member', {}, MOST_READ, [before]);
  const sessions = await rows.list('session', {}, MOST_READ, [within]);
  const distinct = (ids: readonly string[]): number => new Set(ids).size;
  return {
    ...{ total, verified, withTwoFactor, newUsers, organizations, newOrganizations },
    ...{ newSessions, newInvitations, newApiKeys, activeSessions, pendingInvitations },
    active: distinct(sessions.map(({ userId }) => userId)),
    banned: distinct(members.filter(({ suspended }) => suspended).map(({ userId }) => userId)),
    withTeams: await countOrganizationsWithTeams(database.db, to),
    withMembers: distinct(members.map(({ organizationId }) => organizationId)),
    members: members.length,
  };
}
