/** Files that agents send: as large as at the address of the procedure, and with the same bounds. */
import { once } from 'node:events';
import { request as ask, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Workspace } from '@service/workspace';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  openTestWorkspace,
  type Person,
  type TestWorkspace,
} from '../../../workspace/test/support/open-test-workspace.js';
import { later } from '../../dist/start/later.js';
import { workspaceRoutes } from '../../dist/workspace/workspace.js';

const MIB = 2 ** 20;

let w: TestWorkspace;
let owner: Person;
let server: Server;
let url: string;
let token: string;

beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  token = await credentialFor(['knowledge.create', 'teams.create']);
  const opening = later<Workspace>();
  opening.open(Promise.resolve(w.workspace), () => expect.unreachable());
  server = createAdaptorServer({ fetch: workspaceRoutes(opening, 0).fetch }) as Server;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await w.dispose();
});

async function credentialFor(procedures: readonly string[]): Promise<string> {
  const wanted = { orgId: owner.orgId, name: 'Agent', mode: 'write', consent: true, procedures };
  return (await w.post('/api/agents/credentials', wanted, { cookie: owner.cookie })).body.key;
}

/** A manual of so many bytes; no two are alike. */
const manual = (bytes: number, name: string) => ({
  type: 'file',
  file: { name, content: Buffer.alloc(bytes, `${name} `).toString('base64') },
});

async function post(path: string, body: string, as = token) {
  const headers = {
    authorization: `Bearer ${as}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

const execute = (operationId: string, input: object, as?: string) =>
  post('/api/agents/execute', JSON.stringify({ operationId, input }), as);

it('are taken at the address of execute', async () => {
  const answer = await execute('knowledge.create', manual(20 * MIB - 1_024, 'execute.txt'));
  expect(answer).toMatchObject({ status: 200, body: { fileName: 'execute.txt' } });
});

it.each([
  [
    'of 2026',
    () => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
    StreamableHTTPClientTransport,
  ],
  ['of 2025', () => new EarlierClient({ name: 'test', version: '1' }), EarlierTransport],
] as const)('are taken over MCP, from the official client %s', async (which, open, Transport) => {
  const client = open();
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new Transport(new URL('/api/agents/mcp', url), { requestInit }) as never);
  const called = { name: 'knowledge__create', arguments: manual(3 * MIB, `${which}.txt`) };
  const answer = await client.callTool(called);
  expect(answer).toMatchObject({ structuredContent: { fileName: `${which}.txt` } });
  await client.close();
});

it.each([
  ['another operation', () => execute('teams.create', { name: 'x'.repeat(MIB) })],
  [
    'another tool',
    () =>
      post(
        '/api/agents/mcp',
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'teams__create', arguments: { name: 'x'.repeat(MIB) } },
        }),
      ),
  ],
  [
    'a credential that covers no file',
    async () => execute('knowledge.create', manual(MIB, 'no.txt'), await credentialFor(['teams.create'])),
  ],
])('%s takes no more than other calls do; the answer says how much that is', async (_what, send) => {
  expect(await send()).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: expect.stringContaining('256 KiB') },
  });
});

it('a file beyond the limit is refused', async () => {
  expect(await execute('knowledge.create', manual(22 * MIB, 'huge.txt'))).toMatchObject({ status: 413 });
});

/** A request of which the beginning has come. */
async function begun(path: string, headers: Record<string, string>): Promise<ClientRequest> {
  const request = ask(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(MIB), ...headers },
  });
  request.on('error', () => undefined);
  await new Promise<void>((sent) => request.write('{', () => sent()));
  return request;
}

it('wait for no other ones: with two under way at any of the doors, the next is asked to come again', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const under = [await begun('/api/agents/execute', headers), await begun('/api/agents/mcp', headers)];
  const small = () => execute('knowledge.create', manual(MIB, 'third.txt'));
  await expect.poll(small, { timeout: 60_000 }).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 5 } },
  });
  for (const each of under) each.destroy();
  await expect.poll(small, { timeout: 60_000 }).toMatchObject({ status: 200 });
});

it('no one without a credential has a body read', async () => {
  const request = await begun('/api/agents/execute', { authorization: 'Bearer wrong' });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(401);
  request.destroy();
});
