/** Programs that are web pages: those whose origins the operator lists work like any other, and all others can read nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN, openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const LISTED = 'https://ide.example';
const OTHER = 'https://evil.example';

let w: TestWorkspace;
let owner: Person;
let token: string;
beforeAll(async () => {
  w = await openTestWorkspace(null, { mcpOrigins: [LISTED] });
  owner = await w.owner();
  const wanted = { orgId: owner.orgId, name: 'Agent', mode: 'read', consent: true };
  token = (await w.post('/api/agents/credentials', wanted, { cookie: owner.cookie })).body.key;
});
afterAll(() => w.dispose());

const OPEN = [
  '/.well-known/oauth-protected-resource/api/agents/mcp',
  '/.well-known/oauth-authorization-server/api/auth',
  '/api/auth/oauth2/register',
  '/api/auth/oauth2/token',
  '/api/agents/mcp',
];
const CLOSED = [
  '/api/rpc/organization/get',
  '/api/auth/sign-in/email',
  '/api/auth/oauth2/authorize',
  '/api/agents/credentials',
  '/api/agents/access/answer',
];

const preflight = (path: string, origin: string, wanted = 'authorization,mcp-protocol-version,content-type') => {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': wanted,
  };
  return w.send(new Request(ORIGIN + path, { method: 'OPTIONS', headers }));
};
const allowedOrigin = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin');

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const ask = (origin: string, over: object = {}) =>
  w.post('/api/agents/mcp', LIST, {
    ...{ origin, token },
    ...over,
    headers: { accept: 'application/json, text/event-stream' },
  });

it.each(OPEN)('a listed page may ask %s, without a cookie', async (path) => {
  const { status, headers } = await preflight(path, LISTED);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, LISTED]);
  const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
  expect(allowed).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'mcp-protocol-version', 'mcp-method']),
  );
  expect(headers.get('access-control-allow-credentials')).toBeNull();
});

it.each(OPEN)('a page that is not listed may not ask %s', async (path) => {
  const answer = await preflight(path, OTHER);
  expect([answer.status, allowedOrigin(answer)]).toEqual([403, null]);
});

it.each(CLOSED)('no page of another site may ask %s', async (path) => {
  const answer = await preflight(path, LISTED);
  expect(answer.status).not.toBe(204);
  expect(allowedOrigin(answer)).toBeNull();
  const sent = await w.post(path, {}, { origin: LISTED, token });
  expect([sent.status < 400, allowedOrigin(sent)]).toEqual([false, null]);
});

it('a listed page uses the tools of its credential, and reads the answer', async () => {
  const answer = await ask(LISTED);
  expect([answer.status, allowedOrigin(answer), answer.headers.get('vary')]).toEqual([200, LISTED, 'Origin']);
  expect(JSON.stringify(answer.body)).toContain('organization__get');
});

it('a listed page without a credential reads where to ask for access', async () => {
  const answer = await ask(LISTED, { token: '' });
  expect([answer.status, allowedOrigin(answer)]).toEqual([401, LISTED]);
  expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  const named = /resource_metadata="([^"]+)"/.exec(answer.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  const described = await w.get(new URL(named).pathname, { headers: { origin: LISTED } });
  expect(allowedOrigin(described)).toBe(LISTED);
});

it('a listed page registers itself, and its codes are looked at', async () => {
  const wanted = { redirect_uris: [`${LISTED}/callback`], token_endpoint_auth_method: 'none' };
  const registered = await w.post('/api/auth/oauth2/register', wanted, { origin: LISTED });
  expect([registered.status < 300, allowedOrigin(registered)]).toEqual([true, LISTED]);
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: 'wrong', code_verifier: 'v'.repeat(43) },
    ...{ client_id: registered.body.client_id, redirect_uri: `${LISTED}/callback` },
  });
  const exchanged = await w.send(
    new Request(`${ORIGIN}/api/auth/oauth2/token`, { method: 'POST', headers: { origin: LISTED }, body }),
  );
  expect(exchanged.body).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
  expect(allowedOrigin(exchanged)).toBe(LISTED);
});

it('a page that is not listed gets no tool, no registration and no code, whatever it sends', async () => {
  const wanted = { redirect_uris: [`${OTHER}/callback`], token_endpoint_auth_method: 'none' };
  const answers = [
    await ask(OTHER),
    await w.post('/api/auth/oauth2/register', wanted, { origin: OTHER }),
    await w.post('/api/auth/oauth2/token', {}, { origin: OTHER }),
    await ask('null'),
    await ask(`${LISTED}.evil.example`),
  ];
  expect(answers.map((answer) => [answer.status, allowedOrigin(answer)])).toEqual(answers.map(() => [403, null]));
});

it('a listed page gets nothing by the cookie of a person', async () => {
  const { cookie } = owner;
  expect((await ask(LISTED, { cookie })).status).toBe(403);
  expect((await ask(LISTED, { cookie, token: '' })).status).toBe(403);
  const registered = await w.post('/api/auth/oauth2/register', {}, { origin: LISTED, cookie });
  expect(registered.status).toBe(403);
});
