/** The client against the real workspace: names, verbs and answers are those of the server's table. */
import { traverseContractProcedures } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { router } from '../../workspace/dist/router/router.js';
import {
  ORIGIN,
  openTestWorkspace,
  type Person,
  type TestWorkspace,
} from '../../workspace/test/support/open-test-workspace.js';
import { PATHS } from '../src/client.js';
import {
  createSessions,
  createWorkspaceClient,
  type ProcedureName,
  READS,
  type WorkspaceClient,
} from '../src/index.js';

let server: TestWorkspace;
let owner: Person;
beforeAll(async () => {
  server = await openTestWorkspace(null);
  owner = await server.owner();
});
afterAll(async () => server.dispose());

/** As a browser does that is signed in: it adds the cookie and the origin. */
const asOwner: typeof fetch = (address, init) => reach(address, init, { cookie: owner.cookie });
const asNobody: typeof fetch = (address, init) => reach(address, init, {});
async function reach(
  address: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  more: Record<string, string>,
) {
  const headers = { ...(init?.headers as Record<string, string>), origin: ORIGIN, ...more };
  return (await server.workspace.routes(new Request(String(address), { ...init, headers }), null)) as Response;
}
const client = (fetchIt: typeof fetch): WorkspaceClient => createWorkspaceClient({ baseUrl: ORIGIN, fetch: fetchIt });

describe('the lists of reads and paths', () => {
  it('are those of the server’s table', () => {
    const reads: string[] = [];
    traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
      const name = path.join('.');
      const { meta, route } = contract['~orpc'];
      if (name === 'health') return;
      if ((meta as { kind?: string }).kind === 'read') reads.push(name);
      expect(PATHS[name as ProcedureName] ?? path.join('/'), name).toBe(route.path?.slice(1));
    });
    expect([...READS].sort()).toEqual(reads.sort());
  });
});

describe('the reads', () => {
  it('take nothing that a query can’t carry', () => {
    const others: string[] = [];
    traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
      const { meta, inputSchema } = contract['~orpc'];
      if ((meta as { kind?: string }).kind !== 'read' || !inputSchema) return;
      const { properties = {} } = z.toJSONSchema(inputSchema as z.ZodType, { io: 'input', unrepresentable: 'any' });
      for (const [name, field] of Object.entries(properties))
        if (!['string', 'integer', 'number', 'boolean'].includes(String((field as { type?: string }).type)))
          others.push(`${path.join('.')} ${name}`);
    });
    expect(others).toEqual([]);
  });
});

describe('a call', () => {
  it('leaves out what is not given, as the first page of a list', async () => {
    const { orgId } = owner;
    const { call } = client(asOwner);
    const shop = { orgId, name: 'Shop', allowedOrigins: ['https://shop.example'], theme: undefined };
    expect(await call('inboxes.create', shop)).toMatchObject({ ok: true, value: { name: 'Shop' } });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call('inboxes.list', { orgId, cursor, limit: 50 });
      if (!page.ok) throw new Error(page.error.message);
      names.push(...page.value.items.map(({ name }) => name));
      cursor = page.value.nextCursor;
    } while (cursor !== undefined);
    expect(names).toEqual(['Shop']);
    // A change says null, which is another thing than leaving a field out.
    const agent = await call('aiAgents.create', { orgId, name: 'Hei', title: 'Guide', linkHosts: ['a.example'] });
    if (!agent.ok) throw new Error(agent.error.message);
    const { aiAgentId, version } = agent.value;
    const change = { orgId, aiAgentId, version, title: null, linkHosts: [], instructions: undefined };
    expect(await call('aiAgents.update', change)).toMatchObject({ ok: true, value: { title: null, linkHosts: [] } });
  });

  it('reads, changes and reads again', async () => {
    const { call } = client(asOwner);
    const me = await call('accounts.me', undefined);
    expect(me).toMatchObject({ ok: true, value: { email: owner.email } });
    const { orgId } = owner;
    const issued = await call('apiKeys.create', { orgId, name: 'A backend', scopes: ['read'] });
    if (!issued.ok) throw new Error(issued.error.message);
    expect(await call('apiKeys.list', { orgId })).toMatchObject({
      ok: true,
      value: { items: [{ name: 'A backend' }] },
    });

    const backend = createWorkspaceClient({
      baseUrl: ORIGIN,
      fetch: (...given) => server.workspace.routes(new Request(String(given[0]), given[1]), null) as Promise<Response>,
      apiKey: issued.value.key,
    });
    expect(await backend.call('members.list', { orgId })).toMatchObject({
      ok: true,
      value: { items: [{ role: 'owner' }] },
    });
    expect(await backend.call('members.invite', { orgId, email: 'x@example.com' })).toMatchObject({ ok: false });
  });

  it('answers errors as values, with the fields that are wrong', async () => {
    expect(await client(asNobody).call('accounts.me', undefined)).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED', message: expect.stringContaining('Sign in') },
    });
    expect(await client(asOwner).call('members.invite', { orgId: owner.orgId, email: 'no address' })).toMatchObject({
      ok: false,
      error: { code: 'BAD_REQUEST', issues: [{ path: 'email' }] },
    });
  });

  it.each([
    ['a server that is away', () => Promise.reject(new TypeError('fetch failed'))],
    ['a proxy’s own page', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ] as const)('never rejects: %s', async (_what, fetchIt) => {
    expect(await client(fetchIt).call('accounts.status', undefined)).toEqual({
      ok: false,
      error: { code: 'UNREACHABLE', message: 'The server can’t be reached. Try again.' },
    });
  });
});

describe('signing in', () => {
  it('says what comes next, and one thing for each wrong password', async () => {
    const sessions = createSessions(ORIGIN, asNobody);
    expect(await sessions.signIn(owner.email, 'correct horse battery')).toEqual({
      ok: true,
      value: { next: 'signed-in' },
    });
    const wrong = await sessions.signIn(owner.email, 'something else');
    expect(wrong).toMatchObject({ ok: false });
    expect(await sessions.signIn('unknown@example.com', 'something else')).toEqual(wrong);
  });
});
