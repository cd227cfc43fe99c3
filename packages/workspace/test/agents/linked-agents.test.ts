/** Agents that a person links to their account: OAuth as an independent client library speaks it, and what ends a grant. */
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN, openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const REDIRECT = 'http://127.0.0.1:33418/callback';
const MCP = `${ORIGIN}/api/agents/mcp`;

let w: TestWorkspace;
let owner: Person;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
/** The library speaks HTTP; here its requests reach the workspace directly. */
const options = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (url: string, init?: object) =>
    (await w.workspace.routes(new Request(url, init as RequestInit), null)) ?? new Response(null, { status: 404 }),
};

beforeAll(async () => {
  w = await openTestWorkspace(null);
  owner = await w.owner();
  const resource = await (
    await options[oauth.customFetch](`${ORIGIN}/.well-known/oauth-protected-resource/api/agents/mcp`, {})
  ).json();
  expect(resource.resource).toBe(MCP);
  const issuer = new URL(resource.authorization_servers[0]);
  server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
  );
  client = await register({ client_name: 'Notebook' });
});
afterAll(() => w.dispose());

async function register(over: object): Promise<oauth.Client> {
  const wanted = { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none', ...over };
  const response = await oauth.dynamicClientRegistrationRequest(server, wanted as never, options);
  return oauth.processDynamicClientRegistrationResponse(response);
}

interface Asked {
  /** As it is in the address of the console's page. */
  readonly signed: string;
  readonly verifier: string;
  readonly state: string;
}

async function ask(over: Readonly<Record<string, string>> = {}, person: Person = owner): Promise<Asked> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const url = new URL(server.authorization_endpoint as string);
  const parameters = {
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'profile',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: MCP,
    ...over,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const headers = { cookie: person.cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' };
  const answer = await w.send(new Request(url, { headers }));
  const to = answer.headers.get('location') ?? '';
  expect(answer.status, JSON.stringify(answer.body)).toBe(302);
  return { signed: to.split('#connect?')[1] ?? to, verifier, state };
}

const answer = (request: string, over: object = {}, person: Person = owner) =>
  w.post(
    '/api/agents/access/answer',
    { request, accept: true, orgId: owner.orgId, mode: 'read', consent: true, ...over },
    { cookie: person.cookie },
  );

async function exchange({ verifier, state }: Asked, url: string): Promise<oauth.TokenEndpointResponse> {
  const parameters = oauth.validateAuthResponse(server, client, new URL(url), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    REDIRECT,
    verifier,
    {
      ...options,
      additionalParameters: { resource: MCP },
    },
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

async function link(over: object = {}): Promise<string> {
  const asked = await ask();
  const { status, body } = await answer(asked.signed, over);
  expect(status, JSON.stringify(body)).toBe(200);
  return (await exchange(asked, body.url)).access_token;
}

const catalog = (token: string) => w.get('/api/agents/catalog', { token });

it('an independent client finds the server, registers, is let in by a person, and reads', async () => {
  const asked = await ask({ scope: 'profile email' });
  const shown = await w.post('/api/agents/access/read', { request: asked.signed }, owner);
  expect(shown.body).toEqual({
    clientName: 'Notebook',
    redirectHost: '127.0.0.1:33418',
    verified: false,
    scopes: ['profile', 'email'],
  });
  const { body } = await answer(asked.signed);
  const tokens = await exchange(asked, body.url);
  expect(Object.keys(tokens)).not.toContain('refresh_token');
  expect((await catalog(tokens.access_token)).status).toBe(200);
  const read = await w.post('/api/agents/execute', { operationId: 'organization.get' }, { token: tokens.access_token });
  expect(read.body).toMatchObject({ name: 'Havn & Hei' });
  const { body: listed } = await w.get(`/api/rpc/connections/list?orgId=${owner.orgId}`, owner);
  expect(listed.items).toEqual([
    expect.objectContaining({
      clientName: 'Notebook',
      redirectHost: '127.0.0.1:33418',
      mode: 'read',
      procedures: null,
    }),
  ]);
});

it('a program that works over MCP learns where to ask for access', async () => {
  const { status, headers } = await w.post('/api/agents/mcp', {}, { origin: null });
  expect(status).toBe(401);
  const named = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
  expect((await w.get(new URL(named).pathname)).body.authorization_servers).toEqual([`${ORIGIN}/api/auth`]);
});

it('every request is answered by the person, also of a program that was let in before', async () => {
  await link();
  const { signed } = await ask();
  expect(new URLSearchParams(signed).get('client_id')).toBe(client.client_id);
});

it('a person who is not signed in comes to the console first, with the request', async () => {
  const { signed } = await ask({}, { ...owner, cookie: '' });
  expect(new URLSearchParams(signed).has('ba_pl')).toBe(false);
  expect(new URLSearchParams(signed).get('state')).not.toBeNull();
});

it('a write grant covers what was chosen, with the reads that come with it, and nothing else', async () => {
  const token = await link({ mode: 'write', procedures: ['teams.create'] });
  const call = async (operationId: string, input: object = {}) =>
    (await w.post('/api/agents/execute', { operationId, input }, { token })).status;
  expect(await call('teams.create', { name: 'Linked' })).toBe(200);
  expect(await call('onboarding.getState')).toBe(200);
  expect(await call('members.list')).toBe(403);
  expect(await call('onboarding.update', { steps: {} })).toBe(403);
});

it.each([
  ['without consent', { consent: false }, 400],
  ['for an organization of others', { orgId: 'org_x' }, 403],
  ['for more than thirty days', { expiresIn: 30 * 24 * 3_600 + 1 }, 400],
  ['to write, without a list', { mode: 'write' }, 400],
  ['for a procedure that needs a person', { mode: 'write', procedures: ['apiKeys.create'] }, 400],
])('a request is not granted %s', async (_what, over, status) => {
  const { signed } = await ask();
  expect((await answer(signed, over)).status).toBe(status);
});

it('a request that was changed on its way is refused', async () => {
  const { signed } = await ask();
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/callback'],
    ['scope', 'profile email'],
    ['client_id', 'another'],
    ['exp', '9999999999'],
  ] as const) {
    const changed = new URLSearchParams(signed);
    changed.set(name, value);
    expect((await answer(changed.toString())).status, name).toBe(400);
    expect((await w.post('/api/agents/access/read', { request: changed.toString() }, owner)).status, name).toBe(400);
  }
});

it('a code works once, with its verifier, for its client', async () => {
  const asked = await ask();
  const { body } = await answer(asked.signed);
  await expect(exchange({ ...asked, verifier: oauth.generateRandomCodeVerifier() }, body.url)).rejects.toThrow();
  const again = await ask();
  const { body: second } = await answer(again.signed);
  await exchange(again, second.url);
  await expect(exchange(again, second.url)).rejects.toThrow();
});

it('a person can say no, and the program hears it', async () => {
  const asked = await ask();
  const { body } = await w.post('/api/agents/access/answer', { request: asked.signed, accept: false }, owner);
  expect(new URL(body.url).searchParams.get('error')).toBe('access_denied');
});

it.each([
  ['a plain request without PKCE', { code_challenge: '', code_challenge_method: '' }],
  ['the plain method of PKCE', { code_challenge_method: 'plain' }],
  ['another redirect address', { redirect_uri: 'http://127.0.0.1:33418/other' }],
  ['an unknown program', { client_id: 'unknown' }],
  ['a resource that is not ours', { resource: 'https://other.example/mcp' }],
  ['a scope that is not granted', { scope: 'offline_access' }],
])('%s never reaches the console’s page', async (_what, over) => {
  expect((await ask(over)).signed).not.toContain('ba_pl');
});

it.each([
  ['an address of another scheme', { redirect_uris: ['cursor://callback'] }],
  ['a script', { redirect_uris: ['javascript:alert(1)'] }],
  ['plain http to another machine', { redirect_uris: ['http://example.com/callback'] }],
  ['an address with a fragment', { redirect_uris: ['https://example.com/#a'] }],
  ['no address', { redirect_uris: [] }],
])('a program that waits at %s can’t register', async (_what, over) => {
  await expect(register(over)).rejects.toThrow();
});

it('a program that registers gets no refresh tokens and no secret it did not ask for, and its name is cleaned', async () => {
  const made = await register({
    client_name: `Bank\u202Eknab ${'x'.repeat(200)}`,
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    scope: 'openid offline_access profile',
    skip_consent: true,
  });
  expect(made).toMatchObject({ grant_types: ['authorization_code'], scope: 'profile email' });
  expect(made.client_secret).toBeUndefined();
  const rows = w.workspace.services.auth.rows();
  const row = await rows.find('oauthClient', { clientId: made.client_id });
  expect(row?.name).not.toContain('\u202E');
  expect(row?.name?.length).toBeLessThanOrEqual(80);
});

it('a grant ends with sign-out, expiry, revocation, suspension and removal, at the next call', async () => {
  const person = { ...(await w.invited(owner, 'admin', 'Adam')), orgId: owner.orgId };
  const linkOf = async (over: object = {}): Promise<string> => {
    const asked = await ask({}, person);
    return (await exchange(asked, (await answer(asked.signed, over, person)).body.url)).access_token;
  };
  const rows = w.workspace.services.auth.rows();
  const member = await rows.find('member', { organizationId: owner.orgId, userId: person.userId });
  const change = (state: string) =>
    w.post('/api/rpc/members/update', { orgId: owner.orgId, memberId: member?.id, state }, owner);
  const read = async (token: string) =>
    (await w.post('/api/agents/execute', { operationId: 'organization.get' }, { token })).status;

  const short = await linkOf({ expiresIn: 60 });
  const revoked = await linkOf();
  const other = await linkOf();
  expect([await read(short), await read(revoked), await read(other)]).toEqual([200, 200, 200]);
  const { body } = await w.get(`/api/rpc/connections/list?orgId=${owner.orgId}`, person);
  const own = body.items.filter(({ person: { userId } }: { person: { userId: string } }) => userId === person.userId);
  expect(own).toHaveLength(3);
  await w.post('/api/rpc/connections/revoke', { orgId: owner.orgId, connectionId: own[1].connectionId }, person);
  expect(await read(revoked)).toBe(401);
  w.advance(61_000);
  expect(await read(short)).toBe(401);
  await change('suspended');
  expect(await read(other)).not.toBe(200);
  await change('active');
  person.cookie = await w.signIn(person.email);
  const last = await linkOf();
  expect(await read(last)).toBe(200);
  await w.post('/api/auth/sign-out', {}, { cookie: person.cookie });
  expect(await read(last)).toBe(401);
  const gone = await w.get(`/api/rpc/connections/list?orgId=${owner.orgId}`, owner);
  expect(
    gone.body.items.filter(({ person: { userId } }: { person: { userId: string } }) => userId === person.userId),
  ).toEqual([]);
});

it('members see their own connections, and revoke no one else’s', async () => {
  await link();
  const member = await w.invited(owner, 'member', 'Mia');
  const list = async (by: Person) => (await w.get(`/api/rpc/connections/list?orgId=${owner.orgId}`, by)).body.items;
  expect(await list(member)).toEqual([]);
  const [{ connectionId }] = await list(owner);
  const { status } = await w.post('/api/rpc/connections/revoke', { orgId: owner.orgId, connectionId }, member);
  expect(status).toBe(404);
});

it('programs that no one let in are gone after a day, others stay', async () => {
  await link();
  const unused = await register({ client_name: 'Unused' });
  w.advance(25 * 3_600_000);
  const rows = w.workspace.services.auth.rows();
  await expect.poll(() => rows.find('oauthClient', { clientId: unused.client_id })).toBeNull();
  expect(await rows.find('oauthClient', { clientId: client.client_id })).not.toBeNull();
});
