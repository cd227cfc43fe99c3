/** The reads of the described document, with a right and wrong values for each of their parameters. */
import type { Person, TestWorkspace } from './open-test-workspace.js';

export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
  /** Of its read. */
  readonly path?: string;
}

export interface Read {
  /** Below `/api/rpc`. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

export interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
}

export const readsOf = ({ paths }: Document): readonly Read[] =>
  Object.entries(paths).flatMap(([path, { get }]) =>
    get ? [{ path, parameters: (get.parameters ?? []).map((each) => ({ ...each, path })) }] : [],
  );

/** `known`: values of parameters that must name what exists, by their names, or by path and name where these differ. */
export function rightValue({ name, schema, path }: Parameter, known: Readonly<Record<string, string>>): unknown {
  const own = known[`${path} ${name}`] ?? known[name];
  if (own !== undefined) return own;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer') return schema.minimum ?? 1;
  return schema.format === 'date-time' ? '2026-01-31T10:00:00Z' : 'x';
}

/** As they come in an address. */
export function wrongTexts({ schema }: Parameter): readonly string[] {
  if (schema.enum) return ['', 'nothing', String(schema.enum[0]).toUpperCase()];
  if (schema.type === 'boolean') return ['', 'nope', '2', 'null'];
  if (schema.type === 'integer')
    return ['', 'x', '1.5', '1e400', 'NaN', String((schema.minimum ?? 0) - 1), String((schema.maximum ?? 2 ** 53) + 1)];
  if (schema.format === 'date-time') return ['', 'yesterday', '2026-01-31', '2026-02-31T10:00:00Z', '1769853600'];
  return ['x'.repeat((schema.maxLength ?? 0) + 1), ...(schema.pattern ? ['x', '9'.repeat(16)] : [])];
}

/** What a read with right values answers with: 404 where it needs the name of something that these tests don't make. */
export const rightStatus = ({ parameters }: Read, known: Readonly<Record<string, string>>): 200 | 404 =>
  parameters.some(
    ({ name, required, schema }) => required && schema.type === 'string' && !schema.enum && !(name in known),
  )
    ? 404
    : 200;

/** Values of parameters that name something: each of them is there. */
export async function knownValues(w: TestWorkspace, owner: Person): Promise<Readonly<Record<string, string>>> {
  const { orgId } = owner;
  const article = { orgId, type: 'article', title: 'Returns', text: 'Send it back within thirty days.' };
  const agent = await w.post('/api/rpc/aiAgents/create', { orgId, name: 'Assistant' }, owner);
  const { aiAgentId } = agent.body;
  // So that its first version stays when the source makes another one.
  await w.post('/api/rpc/aiAgents/publish', { orgId, aiAgentId, version: 1 }, owner);
  const source = await w.post('/api/rpc/knowledge/create', { ...article, aiAgentIds: [aiAgentId] }, owner);
  const tests = [{ question: 'When are you open?', expect: 'answered' }];
  const run = await w.post('/api/rpc/aiAgents/runTests', { orgId, aiAgentId, tests }, owner);
  const team = await w.post('/api/rpc/teams/create', { orgId, name: 'Returns' }, owner);
  const inbox = { orgId, name: 'Havn', allowedOrigins: ['https://havn.example'] };
  const { body: made } = await w.post('/api/rpc/inboxes/create', inbox, owner);
  return {
    orgId,
    inboxId: made.inboxId,
    teamId: team.body.teamId,
    sourceId: source.body.sourceId,
    aiAgentId,
    testRunId: run.body.testRunId,
    text: 'May I send it back?',
    cursor: `approved.${orgId}`,
    '/knowledge/get cursor': '0',
    '/knowledge/gaps cursor': '2.1700000000000.demo.kayaks',
    '/aiAgents/getTestRun cursor': '0',
  };
}
