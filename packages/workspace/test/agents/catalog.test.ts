/** What an agent is shown of the procedures, and what it reaches through the catalog. */
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { AjvJsonSchemaValidator as EarlierValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

/** Those that the official clients of both generations come with. */
const VALIDATORS = {
  'of 2026': new AjvJsonSchemaValidator(),
  'of 2026, where no code is generated': new CfWorkerJsonSchemaValidator(),
  'of 2025': new EarlierValidator(),
};

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly inputSchema: object;
  readonly annotations: object;
}

let w: TestWorkspace;
let owner: Person;
let reader: string;
let writer: string;
beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  reader = await issue({ mode: 'read' });
  writer = await issue({ mode: 'write', procedures: ['teams.create', 'teams.delete', 'organization.get'] });
});
afterAll(() => w.dispose());

const issue = async (over: object): Promise<string> => {
  const body = { orgId: owner.orgId, name: 'Agent', consent: true, ...over };
  return (await w.post('/api/agents/credentials', body, { cookie: owner.cookie })).body.key;
};
const catalog = async (token: string) => (await w.get('/api/agents/catalog', { token })).body;
const execute = (operationId: unknown, input?: unknown, token = writer) =>
  w.post('/api/agents/execute', { operationId, ...(input !== undefined && { input }) }, { token });
const idsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ id }) => id);

it('lists every procedure once: as an operation, or as excluded with the reason', async () => {
  const { version, operations, excluded } = await catalog(writer);
  expect(version).toBe('1');
  const all = [...idsOf(operations), ...idsOf(excluded)];
  expect(new Set(all).size).toBe(all.length);
  const document = (await w.get('/api/openapi.json')).body;
  expect(all.length).toBe(Object.values(document.paths).flatMap((path) => Object.keys(path as object)).length);
  for (const { id, reason } of excluded) expect(reason.length, id).toBeGreaterThan(10);
});

it('shows an agent that writes what it was let to, and the reads that come with that', async () => {
  const { operations } = await catalog(writer);
  expect(idsOf(operations)).toEqual(
    expect.arrayContaining(['teams.create', 'teams.delete', 'organization.get', 'onboarding.getState']),
  );
  expect(idsOf(operations)).not.toContain('teams.list');
  const remove = operations.find(({ id }: Entry) => id === 'teams.delete');
  expect(remove).toMatchObject({ type: 'mutation', annotations: { readOnlyHint: false, destructiveHint: true } });
});

it('shows an agent that reads every read of the organization, and nothing that changes one', async () => {
  const { operations } = await catalog(reader);
  expect(idsOf(operations)).toEqual(expect.arrayContaining(['organization.get', 'members.list', 'teams.list']));
  for (const { id, type } of operations) expect(type, id).toBe('query');
});

it('describes each input of each operation in a schema that validators of clients accept', async () => {
  const { procedures } = (await w.get('/api/agents/permissions')).body;
  const everything = await issue({ mode: 'write', procedures: procedures.map(({ id }: { id: string }) => id) });
  const { operations } = await catalog(everything);
  expect(idsOf(operations).toSorted()).toEqual(procedures.map(({ id }: { id: string }) => id).toSorted());
  for (const { id, inputSchema } of operations) {
    const ajv = new Ajv({ strict: true, strictTypes: false, strictTuples: false });
    addFormats.default(ajv);
    expect(inputSchema, id).toMatchObject({ type: 'object' });
    expect(() => ajv.compile(inputSchema), id).not.toThrow();
    for (const [client, validator] of Object.entries(VALIDATORS))
      expect(() => validator.getValidator(inputSchema as never)({}), `${id}: ${client}`).not.toThrow();
    // Some providers of models know one type each.
    expect(JSON.stringify(inputSchema), id).not.toContain('"type":[');
  }
});

it('fills the organization in, and refuses another one', async () => {
  expect((await execute('organization.get')).body).toMatchObject({ name: 'Havn & Hei' });
  expect((await execute('organization.get', { orgId: owner.orgId })).status).toBe(200);
  expect((await execute('organization.get', { orgId: 'org_x' })).status).toBe(403);
});

it('answers with the result of the operation, and repeats it for the same idempotency key', async () => {
  const input = { name: 'Evening shift', idempotencyKey: 'agent-key-1' };
  const first = await execute('teams.create', input);
  expect(first).toMatchObject({ status: 200, body: { name: 'Evening shift' } });
  expect((await execute('teams.create', input)).body.teamId).toBe(first.body.teamId);
});

it('waits for approval with the rest of the organization, but for what works before', async () => {
  const rows = w.workspace.services.auth.rows();
  await rows.update('organization', { id: owner.orgId }, { approved: false });
  expect(await execute('teams.create', { name: 'Early' })).toMatchObject({
    status: 403,
    body: { data: { reason: 'approval_pending' } },
  });
  expect((await execute('onboarding.getState')).status).toBe(200);
  await rows.update('organization', { id: owner.orgId }, { approved: true });
});

it.each([
  ['an operation that does not exist', 'teams.destroy', {}, 404],
  ['a property of every object', '__proto__', {}, 404],
  ['a path into the table', 'teams', {}, 404],
  ['no operation', undefined, {}, 400],
  ['a number', 7, {}, 400],
  ['an input that is a list', 'teams.create', [], 400],
  ['an input that is null', 'teams.create', null, 400],
  ['wrong types', 'teams.create', { name: { toString: 'x' } }, 400],
  ['the name of the prototype as a field', 'teams.create', JSON.parse('{"__proto__":{"name":"x"}}'), 400],
  ['a text of a megabyte', 'teams.create', { name: 'x'.repeat(1_000_000) }, 400],
  ['an object a thousand deep', 'teams.create', { name: deep(1_000) }, 400],
  ['ids of another organization', 'teams.delete', { teamId: 'tea_0190a0a0-0000-7000-8000-000000000000' }, 404],
] as const)('refuses %s in words, and changes nothing', async (_what, operationId, input, status) => {
  const before = await w.workspace.services.database.db.selectFrom('team').selectAll().execute();
  const answer = await execute(operationId, input);
  expect(answer.status).toBe(status);
  expect(answer.body.message.length).toBeGreaterThan(10);
  expect(await w.workspace.services.database.db.selectFrom('team').selectAll().execute()).toEqual(before);
});

it('gives everyone the guide, with the operations of the setup, and nothing of a workspace', async () => {
  const { status, body, headers } = await w.get('/api/agents/guide');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(body).toContain('onboarding.update');
  expect(body).not.toContain('undefined');
  expect((await w.get('/api/agents/guide', owner)).body).toBe(body);
});

function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}
