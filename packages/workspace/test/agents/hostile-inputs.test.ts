/** What an agent may send by mistake, or on purpose, to every operation that changes something: through `execute`, and as a tool. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

interface Operation {
  readonly id: string;
  readonly type: string;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, object>>;
    readonly required?: readonly string[];
  };
}

let w: TestWorkspace;
let owner: Person;
let token: string;
let writes: readonly Operation[];
/** Of the same person, with one thing of each kind; the credential is bound to the first organization. */
let others: Awaited<ReturnType<typeof another>>;
beforeAll(async () => {
  w = await openTestWorkspace(null, { previewUrl: 'http://127.0.0.1:4600' });
  owner = await w.owner();
  const { procedures } = (await w.get('/api/agents/permissions')).body;
  const wanted = { orgId: owner.orgId, name: 'Agent', consent: true, mode: 'write' };
  const ids = procedures.map(({ id }: Operation) => id);
  const issued = await w.post('/api/agents/credentials', { ...wanted, procedures: ids }, { cookie: owner.cookie });
  token = issued.body.key;
  const { operations } = (await w.get('/api/agents/catalog', { token })).body;
  writes = operations.filter(({ type }: Operation) => type === 'mutation');
  others = await another();
});
afterAll(() => w.dispose());

async function another() {
  const { orgId } = await make('organization/create', { name: 'Another' });
  const article = { type: 'article', title: 'Returns', text: 'Within thirty days.' };
  const inbox = { orgId, name: 'Another', allowedOrigins: ['https://another.example'], identity: {} };
  const { inboxId } = await make('inboxes/create', inbox);
  const { items } = (await w.get(`/api/rpc/members/list?orgId=${orgId}`, owner)).body;
  await make('members/invite', { orgId, email: 'mia@example.com', role: 'member' });
  const { invitations } = (await w.get(`/api/rpc/members/list?orgId=${orgId}`, owner)).body;
  return {
    ...{ orgId, inboxId, memberId: items[0].memberId, invitationId: invitations[0].invitationId },
    kid: (await make('inboxes/createIdentityKey', { orgId, inboxId })).kid,
    teamId: (await make('teams/create', { orgId, name: 'Another' })).teamId,
    aiAgentId: (await make('aiAgents/create', { orgId, name: 'Another' })).aiAgentId,
    sourceId: (await make('knowledge/create', { orgId, ...article })).sourceId,
  } satisfies Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
async function make(procedure: string, body: object): Promise<any> {
  const made = await w.post(`/api/rpc/${procedure}`, body, owner);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}

type Door = (operation: string, input: unknown) => Promise<Refusal>;

const DOORS: Readonly<Record<string, Door>> = {
  async execute(operationId, input) {
    const { status, body } = await w.post('/api/agents/execute', { operationId, input }, { token });
    return status < 400 ? { code: 'OK', message: JSON.stringify(body) } : body;
  },
  async tool(operation, input) {
    const params = { name: operation.replaceAll('.', '__'), arguments: input };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = { accept: 'application/json, text/event-stream' };
    const { body, status } = await w.post('/api/agents/mcp', call, { token, origin: null, headers });
    const answer = typeof body === 'string' ? JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? '{}') : body;
    const { result, error } = answer;
    if (result && !result.isError) return { code: 'OK', message: JSON.stringify(result) };
    if (result) return JSON.parse(result.content[0].text);
    return { code: `${status} ${error?.code}`, message: error?.message ?? '' };
  },
};

/** How many rows each table has. */
async function rows(): Promise<Readonly<Record<string, number>>> {
  const { db } = w.workspace.services.database;
  const counts: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    const all = db.selectFrom(name as 'team').select(({ fn }) => fn.countAll().as('count'));
    counts[name] = Number((await all.executeTakeFirstOrThrow()).count);
  }
  return counts;
}

/** What the other organization has. */
const theirs = () =>
  Promise.all(
    [
      ...['organization/get', 'onboarding/getState', 'members/list', 'teams/list', 'inboxes/list'],
      ...['aiAgents/list', 'knowledge/list'],
    ].map(async (procedure) => (await w.get(`/api/rpc/${procedure}?orgId=${others.orgId}`, owner)).body),
  );

/** A credential may ask ten times a second. */
async function call(door: string, operation: string, input: unknown): Promise<Refusal> {
  w.advance(1_000);
  return (DOORS[door] as Door)(operation, input);
}

/** All of its fields may be left out. */
const NEEDS_NOTHING: ReadonlySet<string> = new Set(['inboxes.preview']);

const fieldsOf = ({ inputSchema }: Operation): readonly string[] => Object.keys(inputSchema.properties ?? {});
const filled = (operation: Operation, value: unknown): object =>
  Object.fromEntries(fieldsOf(operation).map((field) => [field, value]));

const HOSTILE: Readonly<Record<string, (operation: Operation) => unknown>> = {
  'names of the prototype': () =>
    JSON.parse('{"__proto__":{"name":"x"},"constructor":{"prototype":{}},"toString":"x"}'),
  'a prototype in each field': (operation) => filled(operation, JSON.parse('{"__proto__":{"length":1}}')),
  'objects for texts, texts for lists': (operation) => filled(operation, { toString: 'x', length: 3 }),
  'numbers that are none': (operation) => filled(operation, 1e308),
  'null in each field': (operation) => filled(operation, null),
  'an object a thousand deep': (operation) => filled(operation, deep(1_000)),
  'a text of a megabyte': ({ inputSchema }) => {
    const [field = 'name'] = inputSchema.required ?? [];
    return { [field]: 'x'.repeat(1_048_576) };
  },
  'a list': () => [],
  'a text': () => 'name',
  null: () => null,
};

function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

type Others = typeof others;

/** Right in all but whose it is. */
const FOREIGN: Readonly<Record<string, (of: Others) => object>> = {
  'organization.update': ({ orgId }) => ({ orgId, version: 1, name: 'Mine' }),
  'onboarding.update': ({ orgId }) => ({ orgId, steps: { team: 'done' } }),
  'onboarding.setBusiness': ({ orgId }) => ({ orgId, name: 'Mine', website: 'https://mine.example' }),
  'members.uninvite': ({ invitationId }) => ({ invitationId }),
  'members.update': ({ memberId }) => ({ memberId, role: 'member' }),
  'members.remove': ({ memberId }) => ({ memberId }),
  'teams.create': ({ memberId }) => ({ name: 'Mine', memberIds: [memberId] }),
  'teams.update': ({ teamId }) => ({ teamId, version: 1, name: 'Mine' }),
  'teams.delete': ({ teamId }) => ({ teamId }),
  'inboxes.create': ({ aiAgentId }) => ({ name: 'Mine', allowedOrigins: ['https://mine.example'], aiAgentId }),
  'inboxes.update': ({ inboxId }) => ({ inboxId, version: 1, name: 'Mine' }),
  'inboxes.archive': ({ inboxId }) => ({ inboxId }),
  'inboxes.preview': ({ inboxId }) => ({ inboxId }),
  'inboxes.verifyInstall': ({ inboxId }) => ({ inboxId, url: 'https://another.example' }),
  'inboxes.revokeIdentityKey': ({ inboxId, kid }) => ({ inboxId, kid }),
  'knowledge.create': ({ aiAgentId }) => ({ type: 'article', title: 'Mine', text: 'x', aiAgentIds: [aiAgentId] }),
  'knowledge.update': ({ sourceId }) => ({ sourceId, version: 1, title: 'Mine' }),
  'knowledge.refresh': ({ sourceId }) => ({ sourceId }),
  'knowledge.delete': ({ sourceId }) => ({ sourceId }),
  'knowledge.dismissGap': ({ inboxId }) => ({ inboxId, key: 'open' }),
  'knowledge.draftArticle': ({ aiAgentId }) => ({ question: 'Open?', aiAgentIds: [aiAgentId] }),
  'knowledge.addQuestion': ({ sourceId }) => ({ sourceId, question: 'Open?' }),
  'aiAgents.create': ({ sourceId }) => ({ name: 'Mine', knowledgeIds: [sourceId] }),
  'aiAgents.update': ({ aiAgentId }) => ({ aiAgentId, version: 1, name: 'Mine' }),
  'aiAgents.publish': ({ aiAgentId }) => ({ aiAgentId, version: 1, confirm: true }),
  'aiAgents.delete': ({ aiAgentId }) => ({ aiAgentId }),
  'aiAgents.ask': ({ aiAgentId }) => ({ aiAgentId, history: [{ by: 'visitor', text: 'Open?' }] }),
  'aiAgents.runTests': ({ aiAgentId }) => ({ aiAgentId, tests: [{ question: 'Open?', expect: 'answered' }] }),
};

describe.each(Object.keys(DOORS))('by %s', (door) => {
  it.each(Object.keys(HOSTILE))('every change refuses %s in words, and leaves no row', async (what) => {
    const before = await rows();
    const wrong: string[] = [];
    for (const operation of writes) {
      if (what === 'names of the prototype' && NEEDS_NOTHING.has(operation.id)) continue;
      const input = (HOSTILE[what] as (operation: Operation) => unknown)(operation);
      const { code, message } = await call(door, operation.id, input);
      // A tool without arguments is called with none, as the protocol has it.
      const isClear = /^(?:BAD_REQUEST|NOT_FOUND|FORBIDDEN|4\d\d -32\d+|200 -32602)$/.test(code) && message.length > 10;
      if (!isClear) wrong.push(`${operation.id}: ${code} ${message}`);
    }
    expect(wrong).toEqual([]);
    expect(writes.map(({ id }) => id).toSorted()).toEqual(Object.keys(FOREIGN).toSorted());
    expect(await rows()).toEqual(before);
  });

  it.each(Object.keys(FOREIGN))('%s refuses what belongs to another organization of the same person', async (id) => {
    const [before, untouched] = [await rows(), await theirs()];
    const { code, message } = await call(door, id, (FOREIGN[id] as (of: Others) => object)(others));
    expect([code, message.length > 10], message).toEqual([
      expect.stringMatching(/^(?:BAD_REQUEST|NOT_FOUND|FORBIDDEN)$/),
      true,
    ]);
    expect(await rows()).toEqual(before);
    expect(await theirs()).toEqual(untouched);
  });
});
