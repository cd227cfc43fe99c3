/** The workspace as an MCP server, asked by the official clients of both generations of the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';
import { type ServedWorkspace, serveWorkspace } from '../support/serve-workspace.js';

let w: TestWorkspace;
let owner: Person;
let token: string;
let served: ServedWorkspace;
let url: URL;
beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  const wanted = { orgId: owner.orgId, name: 'Agent', mode: 'write', consent: true };
  const procedures = ['teams.create', 'teams.list', 'organization.get'];
  token = (await w.post('/api/agents/credentials', { ...wanted, procedures }, { cookie: owner.cookie })).body.key;
  served = await serveWorkspace(w);
  url = new URL('/api/agents/mcp', served.url);
});
afterAll(async () => {
  served.close();
  await w.dispose();
});

const INFO = { name: 'test', version: '1.0.0' };
const requestInit = () => ({ headers: { authorization: `Bearer ${token}` } });

interface AnyClient {
  getServerCapabilities(): object | undefined;
  listTools(): Promise<{ tools: { name: string; description?: string; inputSchema: object }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

const CLIENTS: Record<string, () => Promise<AnyClient>> = {
  async 'of 2026'() {
    const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: requestInit() }));
    return client as unknown as AnyClient;
  },
  async 'of 2025'() {
    const client = new EarlierClient(INFO);
    await client.connect(new EarlierTransport(url, { requestInit: requestInit() }) as never);
    return client as unknown as AnyClient;
  },
};

describe.each(Object.keys(CLIENTS))('the official client %s', (which) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await (CLIENTS[which] as () => Promise<AnyClient>)();
  });
  afterAll(() => client.close());

  it('finds the guide and one tool for each operation, with its description and input', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['get_agent_guide', 'teams__create', 'onboarding__getState']));
    expect(names).not.toContain('members__list');
    const create = tools.find(({ name }) => name === 'teams__create');
    expect(create?.description).toContain('Undo');
    expect(create?.inputSchema).toMatchObject({ type: 'object', properties: { name: { type: 'string' } } });
  });

  it('is offered tools and nothing else', async () => {
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
  });

  it('calls a tool and gets the result, as text and as an object', async () => {
    const answer = await client.callTool({ name: 'organization__get', arguments: {} });
    expect(answer).toMatchObject({ structuredContent: { name: 'Havn & Hei' } });
    expect(JSON.stringify(answer)).not.toContain('isError":true');
  });

  it('reads the guide', async () => {
    const answer = await client.callTool({ name: 'get_agent_guide' });
    expect(JSON.stringify(answer)).toContain('Working in a conversation workspace');
  });

  it.each([
    ['the input is wrong', 'teams__create', { name: '' }, 'BAD_REQUEST'],
    ['the operation is not covered', 'members__list', {}, 'FORBIDDEN'],
    ['there is no such operation', 'teams__destroy', {}, 'NOT_FOUND'],
    ['another organization is named', 'organization__get', { orgId: 'org_x' }, 'FORBIDDEN'],
  ])('gets the error as a result where %s', async (_what, name, input, code) => {
    const answer = await client.callTool({ name, arguments: input });
    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(code) }] });
  });
});

it('shows nothing of an error that no procedure names', async () => {
  const { db } = w.workspace.services.database;
  const client = await (CLIENTS['of 2026'] as () => Promise<AnyClient>)();
  await sql`ALTER TABLE team RENAME TO team_away`.execute(db);
  const answer = JSON.stringify(await client.callTool({ name: 'teams__list', arguments: {} }));
  await sql`ALTER TABLE team_away RENAME TO team`.execute(db);
  expect(answer).toContain('INTERNAL_SERVER_ERROR');
  expect(answer).not.toContain('team_away');
  expect(answer).not.toContain('no such table');
  await client.close();
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: INFO },
};
const ask = (headers: Readonly<Record<string, string>>, asking: object = {}) =>
  w.post('/api/agents/mcp', initialize, {
    origin: null,
    token,
    ...asking,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });

it('answers the ping of a client of 2025, and refuses what the server does not offer', async () => {
  const client = new EarlierClient(INFO);
  await client.connect(new EarlierTransport(url, { requestInit: requestInit() }) as never);
  expect(await client.ping()).toEqual({});
  for (const method of ['prompts/list', 'resources/list', 'logging/setLevel', 'completion/complete']) {
    const asked = client.request({ method, params: {} }, z.looseObject({}) as never);
    await expect(asked, method).rejects.toThrow('Method not found');
  }
  await client.close();
});

it('counts each call of a batch, as many as a request may hold', async () => {
  const wanted = { orgId: owner.orgId, name: 'Batches', mode: 'read', consent: true };
  const reader = (await w.post('/api/agents/credentials', wanted, { cookie: owner.cookie })).body.key;
  const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'organization__get', arguments: {} } };
  const batch = Array.from({ length: 100 }, (_, id) => ({ ...call, id }));
  const headers = { accept: 'application/json, text/event-stream' };
  let carriedOut = 0;
  for (let requests = 0; requests < 15; requests++) {
    const answer = await w.post('/api/agents/mcp', batch, { origin: null, token: reader, headers });
    const text = JSON.stringify(answer.body);
    carriedOut += text.match(/structuredContent/g)?.length ?? 0;
    if (requests === 14) expect(text).toContain('TOO_MANY_REQUESTS');
  }
  // Of a credential that was idle before: what a steady use of ten a second adds up to.
  expect(carriedOut).toBeLessThan(1_000);
});

it.each([
  ['a page of another site', { origin: 'https://evil.example' }, {}, 403],
  ['a name that was pointed at us', { host: 'evil.example:4600' }, {}, 403],
  ['a cookie', {}, { cookie: 'a=1' }, 401],
  ['an organization’s key', {}, { key: 'x' }, 401],
  ['no credential', {}, { token: '' }, 401],
  ['nothing else', {}, {}, 200],
  ['the other name of this machine', { host: '127.0.0.1:4600' }, {}, 200],
])('answers a request with %s', async (_what, headers, asking, status) => {
  expect((await ask(headers, asking)).status).toBe(status);
});

it('has no sessions to read or end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    expect(
      (await w.send(new Request(url.href.replace(url.origin, 'http://localhost:4600'), { method, headers }))).status,
    ).toBe(405);
  }
});
