/** Figures of the whole installation, for its admins. */
import { z } from 'zod';
import { forInstallationAdmins } from '../procedure.js';
import type { Services } from '../services.js';
import { type Counted, countInstallation } from './count-installation.js';
import { type Comparison, comparisonOf, type NamedPeriod, TIME_RANGES } from './time-range.js';

const change = { current: z.number(), previous: z.number(), change: z.number() };
const metric = z.object({ ...change, changePercent: z.number() });
const plainMetric = z.object(change);
const statistics = z.object({
  timeRange: z.string(),
  comparisonPeriod: z.string(),
  users: z.object({
    total: metric,
    active: metric,
    verified: metric,
    withTwoFactor: metric,
    banned: metric,
    new: metric,
  }),
  organizations: z.object({
    total: metric,
    withMembers: metric,
    withTeams: metric,
    new: metric,
    averageTeamSize: plainMetric,
  }),
  activity: z.object({ newSessions: metric, newInvitations: metric, newApiKeys: metric }),
  engagement: z.object({ activeSessions: metric, pendingInvitations: metric, twoFactorAdoption: plainMetric }),
  systemHealth: z.object({ databaseConnected: z.boolean(), totalTables: z.number(), lastUpdated: z.string() }),
  chartData: z.object({
    overview: z.array(z.object({ category: z.string(), ...change })),
    trends: z.array(
      z.object({
        period: z.string(),
        users: z.number(),
        organizations: z.number(),
        sessions: z.number(),
        invitations: z.number(),
      }),
    ),
    activityBreakdown: z.array(z.object({ metric: z.string(), value: z.number(), category: z.string() })),
  }),
});
type Statistics = z.infer<typeof statistics>;

const NO_COMPARISON = 'none';

export const panelStats = forInstallationAdmins
  .route({
    method: 'GET',
    path: '/admin/panel-stats',
    tags: ['Admin'],
    summary: 'Figures of the installation',
    description:
      'Accounts, organizations and what they did in a day, week, month or year of the time zone of the first organization, and in the one before. Of a period that still runs, as much of the one before is compared as has passed. Active: signed in during the period. Banned: suspended in an organization.',
  })
  .input(
    z.object({ timeRange: z.enum(TIME_RANGES).default('this_month'), includeComparison: z.boolean().default(true) }),
  )
  .output(statistics)
  .handler(async ({ context: { services }, input: { timeRange, includeComparison } }) => {
    const { auth, database, now } = services;
    const rows = auth.rows();
    const [first] = await rows.list('organization', {}, 1);
    const comparison = comparisonOf(timeRange, now(), first?.timeZone ?? 'UTC');
    const current = await countInstallation(services, comparison.current);
    const previous = includeComparison ? await countInstallation(services, comparison.previous) : null;
    const tables = await database.db.introspection.getTables();
    return {
      timeRange,
      comparisonPeriod: includeComparison ? comparison.name : NO_COMPARISON,
      ...figuresOf(current, previous),
      systemHealth: {
        databaseConnected: true,
        totalTables: tables.length,
        lastUpdated: new Date(now()).toISOString(),
      },
      chartData: {
        overview: overviewOf(current, previous),
        trends: await trendsOf(services, comparison),
        activityBreakdown: breakdownOf(current),
      },
    };
  });

/** Without a comparison, `previous` and the changes are 0. */
function figuresOf(
  current: Counted,
  previous: Counted | null,
): Pick<Statistics, 'users' | 'organizations' | 'activity' | 'engagement'> {
  const plain = (of: (counted: Counted) => number) => changeOf(of(current), previous && of(previous));
  const full = (of: (counted: Counted) => number) => withPercent(plain(of));
  return {
    users: {
      total: full(({ total }) => total),
      active: full(({ active }) => active),
      verified: full(({ verified }) => verified),
      withTwoFactor: full(({ withTwoFactor }) => withTwoFactor),
      banned: full(({ banned }) => banned),
      new: full(({ newUsers }) => newUsers),
    },
    organizations: {
      total: full(({ organizations }) => organizations),
      withMembers: full(({ withMembers }) => withMembers),
      withTeams: full(({ withTeams }) => withTeams),
      new: full(({ newOrganizations }) => newOrganizations),
      averageTeamSize: plain(({ members, withMembers }) => part(members, withMembers)),
    },
    activity: {
      newSessions: full(({ newSessions }) => newSessions),
      newInvitations: full(({ newInvitations }) => newInvitations),
      newApiKeys: full(({ newApiKeys }) => newApiKeys),
    },
    engagement: {
      activeSessions: full(({ activeSessions }) => activeSessions),
      pendingInvitations: full(({ pendingInvitations }) => pendingInvitations),
      twoFactorAdoption: plain(({ withTwoFactor, total }) => part(100 * withTwoFactor, total)),
    },
  };
}

const toHundredths = (value: number): number => Math.round(value * 100) / 100;
const part = (value: number, of: number): number => (of === 0 ? 0 : toHundredths(value / of));

function changeOf(current: number, previous: number | null): z.infer<typeof plainMetric> {
  if (previous === null) return { current, previous: 0, change: 0 };
  return { current, previous, change: toHundredths(current - previous) };
}

const withPercent = ({ current, previous, change }: z.infer<typeof plainMetric>): z.infer<typeof metric> => ({
  ...{ current, previous, change },
  changePercent: previous === 0 ? (change > 0 ? 100 : 0) : toHundredths((100 * change) / previous),
});

const overviewOf = (current: Counted, previous: Counted | null): Statistics['chartData']['overview'] =>
  (
    [
      ['Users', 'total'],
      ['Organizations', 'organizations'],
      ['New sessions', 'newSessions'],
      ['New invitations', 'newInvitations'],
    ] as const
  ).map(([category, of]) => ({ category, ...changeOf(current[of], previous && previous[of]) }));

const breakdownOf = (current: Counted): Statistics['chartData']['activityBreakdown'] => [
  { metric: 'New users', value: current.newUsers, category: 'users' },
  { metric: 'New organizations', value: current.newOrganizations, category: 'organizations' },
  { metric: 'New sessions', value: current.newSessions, category: 'activity' },
  { metric: 'New invitations', value: current.newInvitations, category: 'activity' },
  { metric: 'New API keys', value: current.newApiKeys, category: 'activity' },
];

/** What was new in each part of the period. */
function trendsOf({ auth }: Services, { parts }: Comparison): Promise<Statistics['chartData']['trends']> {
  const rows = auth.rows();
  const begun = (model: 'user' | 'organization' | 'session' | 'invitation', { from, to }: NamedPeriod) =>
    rows.count(model, {}, [{ field: 'createdAt', from: new Date(from), to: new Date(to) }]);
  return Promise.all(
    parts.map(async (each) => ({
      period: each.name,
      users: await begun('user', each),
      organizations: await begun('organization', each),
      sessions: await begun('session', each),
      invitations: await begun('invitation', each),
    })),
  );
}
