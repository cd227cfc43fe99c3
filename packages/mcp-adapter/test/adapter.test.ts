/** The program that agents start, asked by the official client through its standard input and output, on the oldest Node that customers may have. */
import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestWorkspace,
  type Person,
  type TestWorkspace,
} from '../../workspace/test/support/open-test-workspace.js';
import { type ServedWorkspace, serveWorkspace } from '../../workspace/test/support/serve-workspace.js';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const NODE = process.env.OLDEST_NODE || process.execPath;

let w: TestWorkspace;
let owner: Person;
let served: ServedWorkspace;
let token: string;
let key: string;
beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  served = await serveWorkspace(w);
  const wanted = { orgId: owner.orgId, name: 'Agent', mode: 'write', consent: true, procedures: ['teams.create'] };
  token = (await w.post('/api/agents/credentials', wanted, { cookie: owner.cookie })).body.key;
  const keyOf = { orgId: owner.orgId, name: 'Backend', scopes: ['read'] };
  key = (await w.post('/api/rpc/apiKeys/create', keyOf, owner)).body.key;
});
afterAll(async () => {
  served.close();
  await w.dispose();
});

type Environment = Readonly<Record<string, string>>;

async function withAdapter(env: Environment, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const all = { SERVICE_API_BASE_URL: served.url, ...env };
  await client.connect(new StdioClientTransport({ command: NODE, args: [PROGRAM], env: all, stderr: 'inherit' }));
  await use(client).finally(() => client.close());
}

async function textOf(client: Client, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [first] = content as readonly { readonly text: string }[];
  return `${isError ? 'error: ' : ''}${first?.text}`;
}

it('offers exactly four tools', async () => {
  await withAdapter({ SERVICE_API_TOKEN: token }, async (client) => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'get_agent_guide',
      'list_operations',
      'get_operation_schema',
      'execute_operation',
    ]);
  });
});

it('carries a file of the largest size that the workspace takes', async () => {
  const wanted = { orgId: owner.orgId, name: 'Writer', mode: 'write', consent: true, procedures: ['knowledge.create'] };
  const writer = (await w.post('/api/agents/credentials', wanted, { cookie: owner.cookie })).body.key;
  const content = Buffer.alloc(20 * 2 ** 20, 'manual ').toString('base64');
  await withAdapter({ SERVICE_API_TOKEN: writer }, async (client) => {
    const made = await textOf(client, 'execute_operation', {
      operationId: 'knowledge.create',
      input: { type: 'file', file: { name: 'manual.txt', content } },
    });
    expect(JSON.parse(made)).toMatchObject({ fileName: 'manual.txt' });
  });
});

it('lets an agent read the guide, find an operation, and call it with its own token alone', async () => {
  const before = served.asked.length;
  await withAdapter({ SERVICE_API_TOKEN: token }, async (client) => {
    expect(await textOf(client, 'get_agent_guide')).toContain('# Working in a conversation workspace');
    const { operations } = JSON.parse(await textOf(client, 'list_operations'));
    expect(operations.map(({ id }: { id: string }) => id)).toContain('teams.create');
    const schema = JSON.parse(await textOf(client, 'get_operation_schema', { operationId: 'teams.create' }));
    expect(schema.inputSchema.properties.name).toMatchObject({ type: 'string' });
    const made = await textOf(client, 'execute_operation', {
      operationId: 'teams.create',
      input: { name: 'Day shift' },
    });
    expect(JSON.parse(made)).toMatchObject({ name: 'Day shift' });
  });
  const asked = served.asked.slice(before);
  expect(asked[0]).toBe('GET /api/agents/guide');
  expect(new Set(asked.slice(1).map((each) => each.split(' ').slice(2).join(' ')))).toEqual(new Set(['authorization']));
});

it('passes the workspace’s refusals on in words', async () => {
  await withAdapter({ SERVICE_API_TOKEN: token }, async (client) => {
    const call = (operationId: string) => textOf(client, 'execute_operation', { operationId, input: { name: '' } });
    expect(await call('teams.create')).toMatch(/^error: .*BAD_REQUEST/);
    expect(await call('members.list')).toMatch(/^error: .*does not cover members\.list/);
    expect(await textOf(client, 'get_operation_schema', { operationId: 'teams.destroy' })).toMatch(
      /^error: .*list_operations/,
    );
  });
});

it('says how to get a credential where there is none, and still gives the guide', async () => {
  await withAdapter({}, async (client) => {
    expect(await textOf(client, 'get_agent_guide')).toContain('#');
    expect(await textOf(client, 'list_operations')).toMatch(/^error: .*SERVICE_API_TOKEN/);
  });
});

describe('with a key of the organization', () => {
  it('calls procedures by the key’s own way, never at the agents’ endpoints', async () => {
    const before = served.asked.length;
    await withAdapter({ SERVICE_API_KEY: key }, async (client) => {
      const { operations } = JSON.parse(await textOf(client, 'list_operations'));
      expect(operations.map(({ id }: { id: string }) => id)).toContain('organization.get');
      const read = await textOf(client, 'execute_operation', { operationId: 'organization.get' });
      expect(JSON.parse(read)).toMatchObject({ name: 'Havn & Hei' });
      expect(await textOf(client, 'execute_operation', { operationId: 'teams.create', input: { name: 'No' } })).toMatch(
        /^error: .*scope/,
      );
    });
    const asked = served.asked.slice(before).join('\n');
    expect(asked).not.toContain('/api/agents');
    expect(asked).not.toContain('authorization');
    expect(asked).not.toContain('openapi.json x-api-key');
  });

  it('reads the description of all procedures once, and again only for one that is not in it', async () => {
    const before = served.asked.length;
    await withAdapter({ SERVICE_API_KEY: key }, async (client) => {
      for (const operationId of ['organization.get', 'teams.list', 'organization.get'])
        await textOf(client, 'execute_operation', { operationId });
      await textOf(client, 'get_operation_schema', { operationId: 'teams.list' });
      expect(await textOf(client, 'get_operation_schema', { operationId: 'teams.destroy' })).toMatch(/^error: /);
    });
    const read = served.asked.slice(before).filter((each) => each.includes('openapi.json'));
    expect(read).toHaveLength(2);
  });

  it('offers the earlier tools beside an agent’s where they are turned on, each with its own credential', async () => {
    const before = served.asked.length;
    const env = { SERVICE_API_TOKEN: token, SERVICE_ENABLE_LEGACY_TOOLS: 'true', SERVICE_LEGACY_API_KEY: key };
    await withAdapter(env, async (client) => {
      expect((await client.listTools()).tools).toHaveLength(7);
      await textOf(client, 'list_operations');
      await textOf(client, 'legacy_execute_operation', { operationId: 'organization.get' });
    });
    expect(served.asked.slice(before)).toEqual([
      'GET /api/agents/catalog authorization',
      'GET /api/openapi.json',
      'GET /api/rpc/organization/get x-api-key',
    ]);
  });
});

it.each([
  ['a token and a key', { SERVICE_API_TOKEN: 'a', SERVICE_API_KEY: 'b' }, 'Not both'],
  ['an address that others can listen to', { SERVICE_API_BASE_URL: 'http://chat.example.com' }, 'must be https'],
  ['an address with a password', { SERVICE_API_BASE_URL: 'https://a:b@chat.example.com' }, 'no password'],
  ['no address', { SERVICE_API_BASE_URL: 'chat' }, 'no web address'],
  ['a key with a line break in it', { SERVICE_API_TOKEN: 'a\nb' }, 'Copy it again'],
  ['the earlier tools without their key', { SERVICE_ENABLE_LEGACY_TOOLS: 'true' }, 'SERVICE_LEGACY_API_KEY'],
] as const)('does not start with %s, and says why on the error output alone', (_what, env, why) => {
  const { status, stdout, stderr } = spawnSync(NODE, [PROGRAM], { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(why);
});

it('says what is wrong where a page answers in place of the workspace', async () => {
  const server: Server = createServer((request, response) => {
    const isOut = request.url?.startsWith('/api/agents/execute');
    response
      .writeHead(isOut ? 502 : 200, { 'Content-Type': 'text/html' })
      .end('<html><p>Sign in to the network</p></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = { SERVICE_API_BASE_URL: `http://127.0.0.1:${port}` };
  for (const env of [
    { ...at, SERVICE_API_TOKEN: token },
    { ...at, SERVICE_API_KEY: key },
  ])
    await withAdapter(env, async (client) => {
      const input = { operationId: 'teams.list' };
      expect(await textOf(client, 'list_operations')).toMatch(/^error: .*no workspace/);
      expect(await textOf(client, 'get_operation_schema', input)).toMatch(/^error: .*no workspace/);
      expect(await textOf(client, 'execute_operation', input)).toMatch(/^error: .*(?:no workspace|status 502\.$)/);
    });
  server.closeAllConnections();
  server.close();
});

it('follows no redirect with its token, and reads no endless answer', async () => {
  const reached: string[] = [];
  const server: Server = createServer((request, response) => {
    reached.push(request.url ?? '');
    if (request.url === '/api/agents/catalog') response.writeHead(302, { Location: '/elsewhere' }).end();
    else if (request.url === '/api/agents/guide') {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    } else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await withAdapter({ SERVICE_API_TOKEN: token, SERVICE_API_BASE_URL: `http://127.0.0.1:${port}` }, async (client) => {
    expect(await textOf(client, 'list_operations')).toMatch(/^error: /);
    expect(await textOf(client, 'get_agent_guide')).toMatch(/^error: .*larger than 8 MiB/);
  });
  expect(reached).toEqual(['/api/agents/catalog', '/api/agents/guide']);
  server.closeAllConnections();
  server.close();
});

it('says with --help what it is and where the credential comes from, and ends', () => {
  const { stdout, stderr, status } = spawnSync(NODE, [PROGRAM, '--help'], { encoding: 'utf8', timeout: 20_000 });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toContain('Team → Agent credentials → Issue a credential');
});
