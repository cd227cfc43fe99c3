/** Figures of the installation. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const PATH = '/api/rpc/admin/panel-stats';
const DAY_MS = 24 * 3_600_000;

onBothDatabases('the figures of an installation', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterEach(() => w.dispose());
  const stats = async (query = '') => (await w.get(`${PATH}${query}`, owner)).body;

  it('count accounts, organizations, members, sessions, invitations and keys', async () => {
    await w.invited(owner, 'member', 'Mia');
    await w.invited(owner, 'member', 'Sven');
    const members = await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, owner);
    const { memberId } = members.body.items.find(({ name }: { name: string }) => name === 'Sven');
    const { orgId } = owner;
    await w.post('/api/rpc/members/update', { orgId, memberId, state: 'suspended' }, owner);
    await w.post('/api/rpc/members/invite', { orgId, email: 'bob@example.com', role: 'member' }, owner);
    await w.post('/api/rpc/apiKeys/create', { orgId, name: 'Key', scopes: ['read'] }, owner);
    for (const name of ['Support', 'Billing']) await w.post('/api/rpc/teams/create', { orgId, name }, owner);

    // What was made in this moment is before the end of the day so far. Who is suspended is signed out.
    w.advance(1_000);
    const { users, organizations, activity, engagement, systemHealth, chartData } = await stats('?timeRange=today');
    const now = (metrics: Record<string, { current: number }>) =>
      Object.fromEntries(Object.entries(metrics).map(([name, { current }]) => [name, current]));
    expect(now(users)).toEqual({ total: 3, active: 2, verified: 3, withTwoFactor: 0, banned: 1, new: 3 });
    expect(now(organizations)).toEqual({ total: 2, withMembers: 2, withTeams: 1, new: 2, averageTeamSize: 2 });
    expect(now(activity)).toEqual({ newSessions: 2, newInvitations: 3, newApiKeys: 1 });
    expect(now(engagement)).toMatchObject({ pendingInvitations: 1, twoFactorAdoption: 0 });
    expect(systemHealth).toMatchObject({ databaseConnected: true, totalTables: expect.any(Number) });
    expect(systemHealth.totalTables).toBeGreaterThan(10);
    expect(chartData.overview[0]).toEqual({ category: 'Users', current: 3, previous: 0, change: 3 });
    const sum = chartData.trends.reduce((all: number, { users }: { users: number }) => all + users, 0);
    expect(sum).toBe(3);
    expect(chartData.activityBreakdown).toContainEqual({ metric: 'New API keys', value: 1, category: 'activity' });
  });

  it('are compared with the period before, unless that is not wished', async () => {
    w.advance(40 * DAY_MS);
    const compared = await stats('?timeRange=this_month');
    expect(compared.users.total).toMatchObject({ current: 1 });
    const plain = await stats('?timeRange=this_month&includeComparison=false');
    expect(plain.comparisonPeriod).toBe('none');
    expect(plain.users.total).toEqual({ current: 1, previous: 0, change: 0, changePercent: 0 });
  });

  it.each([
    ['', 200, 'this_month'],
    ['?timeRange=last_year', 200, 'last_year'],
    ['?timeRange=next_year', 400, null],
    ['?timeRange=', 400, null],
    ['?timeRange=today&timeRange=yesterday', 400, null],
    ['?includeComparison=false', 200, 'this_month'],
    ['?includeComparison=perhaps', 400, null],
    ['?includeComparison=true&includeComparison=false', 400, null],
  ] as const)('asked with %j answer %i', async (query, status, range) => {
    const answer = await w.get(`${PATH}${query}`, owner);
    expect(answer.status).toBe(status);
    if (range) expect(answer.body.timeRange).toBe(range);
  });

  it.each([
    ['?limit=1', 200],
    ['?limit=1000', 200],
    ['?limit=0', 400],
    ['?limit=1001', 400],
    ['?limit=ten', 400],
    ['?limit=1&limit=2', 400],
    ['?category=security', 200],
    ['?category=letters', 400],
    ['?startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T00:00:00.000Z', 200],
    ['?startDate=2026-01-01', 400],
    ['?endDate=2026-01-01T00:00:00%2B01:00', 400],
    ['?template=invitation', 200],
    ['?template=a&template=b', 400],
  ] as const)('of mail asked with %j answer %i', async (query, status) => {
    expect((await w.get(`/api/rpc/admin/emails/metrics${query}`, owner)).status).toBe(status);
  });
});
