/** What is reachable below `/api/auth` and `/api/rpc`, and which requests are refused before anybody is asked who they are. */
import { betterAuth } from 'better-auth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { authOptions } from '../dist/auth/auth-options.js';
import { createPasswords } from '../dist/auth/passwords/password-queue.js';
import { isAllowed } from '../dist/auth/routes/allowed-routes.js';
import { ORIGIN, openTestWorkspace, PASSWORD, type Person, type TestWorkspace } from './support/open-test-workspace.js';

let w: TestWorkspace;
let owner: Person;
/** What was logged as an error. */
const failures: string[] = [];
beforeAll(async () => {
  w = await openTestWorkspace(null, { log: (level, line) => level === 'error' && failures.push(line) });
  owner = await w.owner();
});
afterAll(() => w.dispose());

interface Endpoint {
  readonly path?: string;
  readonly options?: { readonly method?: string | readonly string[] };
}

/** All that the installed packages bring. */
function endpoints(): { readonly path: string; readonly method: string }[] {
  const auth = betterAuth(
    authOptions(
      {
        database: w.workspace.services.database,
        secret: 'x'.repeat(40),
        publicUrl: ORIGIN,
        mails: { sendReset: async () => undefined, sendVerification: async () => undefined },
        newId: () => 'id',
        now: Date.now,
        log: () => undefined,
      },
      { passwords: createPasswords(), onReset: async () => undefined, grantBeingGiven: () => null },
    ),
  );
  return Object.values(auth.api as unknown as Record<string, Endpoint>).flatMap(({ path, options }) =>
    path ? [options?.method ?? 'GET'].flat().map((method) => ({ path, method })) : [],
  );
}

describe('the routes of the auth library', () => {
  it('answer like an address at which there is nothing, but for those on the list', async () => {
    const all = endpoints();
    expect(all.length).toBeGreaterThan(60);
    const reached: string[] = [];
    for (const { path, method } of all) {
      const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: owner.cookie };
      const body = method === 'GET' ? {} : { body: '{}' };
      if (method !== 'GET' && isAllowed(method, path)) continue;
      const answer = await w.send(new Request(`${ORIGIN}/api/auth${path}`, { method, headers, ...body }));
      if (answer.status !== 404) reached.push(`${method} ${path}`);
    }
    expect(reached.sort()).toEqual(
      ['/get-session', '/list-sessions', '/oauth2/authorize', '/verify-email'].map((path) => `GET ${path}`).sort(),
    );
  });

  it('make no account by sign-up', async () => {
    const signUp = { email: 'eve@example.com', password: PASSWORD, name: 'Eve' };
    expect((await w.post('/api/auth/sign-up/email', signUp)).status).toBe(404);
  });

  it('issue no key', async () => {
    expect((await w.post('/api/auth/api-key/create', { name: 'x', configId: 'agent' }, owner)).status).toBe(404);
  });
});

describe('a change', () => {
  const change = (): object => ({ orgId: owner.orgId, version: 1, name: 'Changed' });
  it.each([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['the same host on another port', { origin: 'http://localhost:4601' }],
    ['a request with a cookie and no origin', { origin: null }],
  ])('is refused from %s', async (_who, { origin }) => {
    const answer = await w.post('/api/rpc/organization/update', change(), { ...owner, origin });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'is refused as %s, which a form can send',
    async (type) => {
      const answer = await w.post('/api/rpc/organization/update', change(), {
        ...owner,
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(400);
    },
  );

  it('is refused with two credentials, and with a key in the place of a token', async () => {
    const issue = { orgId: owner.orgId, name: 'Key', scopes: ['read'] };
    const { key } = (await w.post('/api/rpc/apiKeys/create', issue, owner)).body;
    const ask = (asking: object) => w.get(`/api/rpc/organization/get?orgId=${owner.orgId}`, asking);
    expect((await ask({ cookie: owner.cookie, key })).status).toBe(401);
    expect((await ask({ headers: { authorization: `Bearer ${key}` } })).status).toBe(401);
    expect((await ask({ key: 'wrong' })).status).toBe(401);
    expect((await ask({ key })).status).toBe(200);
  });

  it('that is not JSON, or of an unknown procedure, is refused in the same form', async () => {
    const headers = { 'content-type': 'application/json', origin: ORIGIN, cookie: owner.cookie };
    const broken = new Request(`${ORIGIN}/api/rpc/organization/update`, { method: 'POST', headers, body: '{"orgId":' });
    expect(await w.send(broken)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await w.post('/api/rpc/nothing', {}, owner)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('names each field that is wrong', async () => {
    const wrong = { orgId: owner.orgId, version: 1, timeZone: 'Mars/Base', website: 'javascript:alert(1)' };
    const answer = await w.post('/api/rpc/organization/update', wrong, owner);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body.issues.map(({ path }: { path: string }) => path).sort()).toEqual(['timeZone', 'website']);
  });
});

it('a password is not tried for ever, from one address or for one account', async () => {
  const attempt = (email: string, address: string) =>
    w.post('/api/auth/sign-in/email', { email, password: 'not the password' }, { address });
  const ofAccount = [];
  for (let n = 0; n < 14; n++) ofAccount.push((await attempt('ghost@example.com', `198.51.100.${n}`)).status);
  expect(ofAccount).toContain(429);
  const ofAddress = [];
  for (let n = 0; n < 40; n++) ofAddress.push((await attempt(`n${n}@example.com`, '203.0.113.9')).status);
  expect(ofAddress.filter((status) => status === 429).length).toBeGreaterThan(5);
  w.advance(3_600_000);
  expect((await attempt('ghost@example.com', '203.0.113.9')).status).toBe(401);
});

it.each(['change-password', 'two-factor/enable', 'two-factor/disable', 'two-factor/generate-backup-codes'])(
  'nor is it tried for ever by a browser that is signed in already: %s',
  async (route) => {
    const asking = { ...owner, address: `203.0.113.${route.length}` };
    const answers = [];
    for (let n = 0; n < 40; n++) answers.push((await w.post(`/api/auth/${route}`, {}, asking)).status);
    expect([answers[0], answers.at(-1)]).toEqual([400, 429]);
  },
);

/** Of an address of a procedure, as the router or a proxy might take it for the same. */
const SPELLINGS: Readonly<Record<string, (path: string) => string>> = {
  'as it is': (path) => path,
  'with a slash at its end': (path) => `${path}/`,
  'with two slashes at its end': (path) => `${path}//`,
  'with two slashes inside': (path) => path.replace('/rpc/', '/rpc//'),
  'with an encoded letter': (path) => path.replace(/t(?=[^/]*$)/, '%74'),
  'with an encoded slash': (path) => path.replace(/[/](?=[^/]*$)/, '%2F'),
  'in capital letters': (path) => path.replace(/[^/]*$/, (name) => name.toUpperCase()),
  'with a dot segment': (path) => path.replace('/rpc/', '/rpc/x/../'),
  'with an empty query': (path) => `${path}?`,
};

const WITH_SECRET = [
  'accounts/createOwner',
  'accounts/readInvitation',
  'accounts/acceptInvitation',
  'website/inspectFirst',
];
describe.each(WITH_SECRET)('the secret of %s is not tried for ever', (procedure) => {
  it.each(Object.keys(SPELLINGS))('by an address that is spelt %s', async (how) => {
    const path = SPELLINGS[how]?.(`/api/rpc/${procedure}`) as string;
    const hash = vi.spyOn(w.workspace.services.auth.passwords, 'hash');
    const secret = 'x'.repeat(43);
    const person = { name: 'Eve', email: 'eve@example.com', password: PASSWORD, organization: 'Eve' };
    const guess = { secret, ...person, url: 'https://shop.example' };
    const tries = [];
    for (let n = 0; n < 40; n++)
      tries.push((await w.post(path, guess, { address: `${procedure} ${how}` })).body.message);
    const refused = /^Too many attempts|^There is nothing at this address/;
    expect(tries.filter((message) => !refused.test(message)).length).toBeLessThanOrEqual(30);
    // A wrong secret costs no hash of a password.
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });
});

it('no secret of a link is in an address, where proxies would log it', async () => {
  const { body } = await w.get('/api/openapi.json');
  const addressed = Object.values(body.paths as Record<string, { get?: { parameters?: { name: string }[] } }>).flatMap(
    ({ get }) => get?.parameters ?? [],
  );
  expect(addressed.length).toBeGreaterThan(10);
  expect(addressed.filter(({ name }) => /secret|password|token/i.test(name))).toEqual([]);
});

it('the described document has the specified form', async () => {
  const { body } = await w.get('/api/openapi.json');
  expect([body.openapi, body.info.version]).toEqual(['3.1.0', '1.0.0']);
  const { operationId, security, responses } = body.paths['/health'].get;
  expect([operationId, security]).toEqual(['health', [{ Authorization: [] }]]);
  expect(Object.keys(responses).sort()).toEqual(['200', '401', '403', '500']);
  const operations = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((path) => Object.values(path))
    .map((operation) => operation.operationId);
  expect(operations).toContain('organization-update');
  expect(new Set(operations).size).toBe(operations.length);
  expect(JSON.stringify(body)).not.toMatch(/allowReserved|allowEmptyValue/);
});

it('a body that is no JSON is refused, and is no failure in the log', async () => {
  failures.length = 0;
  for (const path of ['/api/rpc/teams/create', '/api/auth/sign-in/email', '/api/agents/execute']) {
    const headers = { 'content-type': 'application/json', origin: ORIGIN };
    const { status } = await w.send(new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: '{"a' }));
    expect([path, status]).toEqual([path, path.includes('agents') ? 401 : 400]);
  }
  expect(failures).toEqual([]);
});
