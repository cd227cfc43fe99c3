/** The six operations whose ids, paths, statuses and fields the specification gives, as the described document has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestWorkspace, type TestWorkspace } from '../support/open-test-workspace.js';

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { readonly schema: Schema } } }>
  >;
}

let w: TestWorkspace;
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
beforeAll(async () => {
  w = await openTestWorkspace(null);
  ({ paths } = (await w.get('/api/openapi.json')).body);
});
afterAll(() => w.dispose());

const operation = (method: string, path: string): Operation => paths[path]?.[method] as Operation;
const answerOf = (method: string, path: string): Schema =>
  operation(method, path).responses[200]?.content?.['application/json'].schema as Schema;

/** The names of all fields, `a.b` for one inside another, those of lists with `[]`. */
function fieldsOf(schema: Schema, before = ''): readonly string[] {
  if (schema.items) return fieldsOf(schema.items, `${before}[]`);
  if (!schema.properties) return [before];
  return Object.entries(schema.properties).flatMap(([name, its]) => fieldsOf(its, before ? `${before}.${name}` : name));
}

describe('statuses', () => {
  it.each([
    ['get', '/health', 'health', [200, 401, 403, 500]],
    ['get', '/emails/preferences', 'profile-email-preferences-get', [200, 401, 403, 500]],
    ['post', '/emails/preferences', 'profile-email-preferences-update', [200, 400, 401, 403, 500]],
    ['get', '/admin/panel-stats', 'admin-panelStats', [200, 400, 401, 403, 404, 500]],
    ['get', '/admin/emails/health', 'admin-emails-health', [200, 401, 403, 500]],
    ['get', '/admin/emails/metrics', 'admin-emails-getMetrics', [200, 400, 401, 403, 404, 500]],
  ] as const)('%s %s has the id %s and answers with %j', (method, path, id, statuses) => {
    const { operationId, responses, security } = operation(method, path);
    expect(operationId).toBe(id);
    expect(Object.keys(responses).map(Number)).toEqual(statuses);
    expect(security).toEqual([{ Authorization: [] }]);
  });
});

it('health answers with a constant status, the service and the time', () => {
  const { properties, required } = answerOf('get', '/health');
  expect(properties?.status?.const).toBe('ok');
  expect(required).toEqual(['status', 'service', 'timestamp']);
});

const RECORD = ['userId', 'topics', 'frequency', 'consentAt', 'consentIp', 'consentUa'];
RECORD.push('partnerEmailRelayEnabled', 'partnerEmailRelayUpdatedAt', 'createdAt', 'updatedAt');

it('the email preferences have every field of the record; of a change only the user is required', () => {
  for (const method of ['get', 'post']) {
    const { properties, required } = answerOf(method, '/emails/preferences');
    expect(Object.keys(properties ?? {})).toEqual(RECORD);
    expect(required).toEqual(RECORD.filter((name) => name !== 'frequency'));
    expect(properties?.frequency?.enum).toEqual(['immediate', 'daily', 'weekly', 'monthly']);
  }
  const body = operation('post', '/emails/preferences').requestBody?.content['application/json'].schema;
  expect(Object.keys(body?.properties ?? {})).toEqual(RECORD);
  expect(body?.required).toEqual(['userId']);
});

it('the figures of the installation take a range and whether to compare', () => {
  const parameters = operation('get', '/admin/panel-stats').parameters ?? [];
  expect(parameters.map(({ name, required = false, schema }) => [name, required, schema.type, schema.default])).toEqual(
    [
      ['timeRange', false, 'string', 'this_month'],
      ['includeComparison', false, 'boolean', true],
    ],
  );
  expect(parameters[0]?.schema.enum).toEqual(
    ['today', 'yesterday', 'week', 'month', 'year'].flatMap((name) =>
      name.includes('day') ? [name] : [`this_${name}`, `last_${name}`],
    ),
  );
});

it('the figures of the installation have every listed metric', () => {
  const full = (names: string[]) =>
    names.flatMap((name) => ['current', 'previous', 'change', 'changePercent'].map((each) => `${name}.${each}`));
  const plain = (name: string) => ['current', 'previous', 'change'].map((each) => `${name}.${each}`);
  const schema = answerOf('get', '/admin/panel-stats');
  expect([...fieldsOf(schema)].sort()).toEqual(
    [
      ...['timeRange', 'comparisonPeriod'],
      ...full(['total', 'active', 'verified', 'withTwoFactor', 'banned', 'new'].map((name) => `users.${name}`)),
      ...full(['total', 'withMembers', 'withTeams', 'new'].map((name) => `organizations.${name}`)),
      ...plain('organizations.averageTeamSize'),
      ...full(['newSessions', 'newInvitations', 'newApiKeys'].map((name) => `activity.${name}`)),
      ...full(['activeSessions', 'pendingInvitations'].map((name) => `engagement.${name}`)),
      ...plain('engagement.twoFactorAdoption'),
      ...['databaseConnected', 'totalTables', 'lastUpdated'].map((name) => `systemHealth.${name}`),
      ...['category', 'current', 'previous', 'change'].map((name) => `chartData.overview[].${name}`),
      ...['period', 'users', 'organizations', 'sessions', 'invitations'].map((name) => `chartData.trends[].${name}`),
      ...['metric', 'value', 'category'].map((name) => `chartData.activityBreakdown[].${name}`),
    ].sort(),
  );
});

it('the health of mail has every field', () => {
  expect(fieldsOf(answerOf('get', '/admin/emails/health'))).toEqual([
    ...['status', 'timestamp', 'providers.email', 'config.provider', 'config.trackingEnabled'],
    ...['config.previewEnabled', 'config.rateLimitWindow', 'config.rateLimitMax', 'systemInfo.environment'],
  ]);
  expect(answerOf('get', '/admin/emails/health').properties?.status?.enum).toEqual(['healthy', 'unhealthy']);
});

it('the figures of mail take the specified filters, and have every field', () => {
  const parameters = operation('get', '/admin/emails/metrics').parameters ?? [];
  expect(parameters.map(({ name, required = false, schema }) => [name, required, schema.type, schema.default])).toEqual(
    [
      ['template', false, 'string', undefined],
      ['category', false, 'string', undefined],
      ['startDate', false, 'string', undefined],
      ['endDate', false, 'string', undefined],
      ['limit', false, 'integer', 100],
    ],
  );
  expect([...(parameters[1]?.schema.enum ?? [])].sort()).toEqual(['marketing', 'security', 'transactional']);
  expect(parameters[4]?.schema).toMatchObject({ minimum: 1, maximum: 1_000 });
  const group = ['totalSent', 'totalDelivered', 'totalOpened', 'totalClicked', 'deliveryRate', 'openRate', 'clickRate'];
  const totals = ['totalSent', 'totalDelivered', 'totalOpened', 'totalClicked', 'totalBounced', 'totalComplaints'];
  totals.push('totalFailed', 'uniqueOpens', 'uniqueClicks', 'deliveryRate', 'openRate', 'clickRate', 'bounceRate');
  totals.push('complaintRate');
  expect(fieldsOf(answerOf('get', '/admin/emails/metrics'))).toEqual([
    ...totals.map((name) => `metrics.${name}`),
    ...['byTemplate', 'byCategory', 'byDay'].flatMap((by) =>
      ['group', ...group].map((name) => `breakdown.${by}[].${name}`),
    ),
    ...['timestamp', 'providers.email'],
  ]);
});
