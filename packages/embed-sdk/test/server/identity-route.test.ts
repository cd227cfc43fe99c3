// @vitest-environment node
/** The identity route, as a web handler and as a Node one: only a logged-in user gets a token, for themselves. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import published from '../../../../docs/identity/test-vectors.json' with { type: 'json' };
import { type IdentityUser, identityRoute, nodeIdentityRoute } from '../../src/server.js';

const { key } = published;
const NONCE = 'EBESExQVFhcYGRobHB0eHw';
const FRIEND = 'https://app.example';
const SAME = { 'Sec-Fetch-Site': 'same-origin' };
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

type Ask = (init: RequestInit) => Promise<Response>;
const getUser = vi.fn((): IdentityUser | null => ({ id: 'user-42' }));

const web: Ask = (init) =>
  identityRoute({ key, getUser, allowedOrigins: [FRIEND] })(new Request('https://shop.example/id', init));
const node: Ask = async (init) => {
  const route = nodeIdentityRoute({ key, getUser, allowedOrigins: [FRIEND] });
  const server = createServer((request, response) => void route(request, response));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  open.push(() => server.close());
  return fetch(`http://localhost:${(server.address() as AddressInfo).port}`, init);
};

const claimsOf = async (response: Response): Promise<Record<string, unknown>> => {
  const { token } = (await response.json()) as { token: string };
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
};

describe.each<[string, Ask]>([
  ['web Request and Response', web],
  ['Node’s request and response', node],
])('the identity route over %s', (_name, ask) => {
  const post = (body?: string, headers: Record<string, string> = SAME): Promise<Response> =>
    ask({ method: 'POST', headers, ...(body !== undefined && { body }) });

  it('returns a token of the logged-in user, bound to the nonce, not cacheable', async () => {
    const response = await post(JSON.stringify({ nonce: NONCE }));
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await claimsOf(response)).toMatchObject({ sub: 'user-42', nonce: NONCE, aud: 'cw:inbox:demo' });
  });

  it('T17: never takes an id from the request', async () => {
    const response = await post(JSON.stringify({ userId: 'victim', id: 'victim', sub: 'victim' }));
    expect(await claimsOf(response)).toMatchObject({ sub: 'user-42' });
  });

  it('works without a body', async () => {
    expect((await post()).status).toBe(200);
  });

  it('T17: answers 401 when no one is logged in', async () => {
    getUser.mockReturnValueOnce(null);
    const response = await post('{}');
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'identity_required' });
  });

  it.each(['GET', 'PUT', 'DELETE'])('says 405 to %s', async (method) => {
    const response = await ask({ method, headers: SAME });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each<[string, Record<string, string>]>([
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['a link from nowhere', { 'Sec-Fetch-Site': 'none' }],
    ['an origin that only looks listed', { Origin: `${FRIEND}.evil.example` }],
    ['a program that says nothing', {}],
  ])('says 403 to %s, without looking who is logged in', async (_who, headers) => {
    getUser.mockClear();
    const response = await post('{}', headers);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(getUser).not.toHaveBeenCalled();
  });

  it('allows a listed origin by name, also in its preflight request', async () => {
    const headers = { Origin: FRIEND, 'Sec-Fetch-Site': 'cross-site' };
    const response = await post('{}', headers);
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(response.headers.get('vary')).toContain('Origin');
    const before = await ask({ method: 'OPTIONS', headers });
    expect(before.status).toBe(204);
    expect(before.headers.get('access-control-allow-credentials')).toBe('true');
  });

  it.each(['{', '[1,2', `{"nonce":"${'x'.repeat(2_000)}"}`, '{"nonce":7}', '{"nonce":"short"}'])(
    'says 400 to the body %.20s',
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );
});

it('uses a body that was parsed before', async () => {
  const route = nodeIdentityRoute({ key, getUser });
  const written: string[] = [];
  const request = {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: { nonce: NONCE },
    async *[Symbol.asyncIterator]() {},
  };
  await route(request, { writeHead: () => undefined, end: (text) => void written.push(text ?? '') });
  expect(await claimsOf(new Response(written[0]))).toMatchObject({ nonce: NONCE });
});
