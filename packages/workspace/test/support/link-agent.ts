/** Links a program to a person's account, as both send it over HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import { ORIGIN, type Person, type TestWorkspace } from './open-test-workspace.js';

const REDIRECT = 'http://127.0.0.1:33418/callback';
const RESOURCE = `${ORIGIN}/api/agents/mcp`;

export interface Permission {
  readonly mode: 'read' | 'write';
  readonly procedures?: readonly string[];
  /** Seconds. */
  readonly expiresIn?: number;
}

/** @returns the access token */
export async function linkAgent(w: TestWorkspace, person: Person, permission: Permission): Promise<string> {
  const program = { client_name: 'Notebook', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' };
  const { body: client } = await w.post('/api/auth/oauth2/register', program, { origin: null });
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    ...{ client_id: client.client_id, redirect_uri: REDIRECT, response_type: 'code', state: 's', resource: RESOURCE },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
  });
  const headers = { cookie: person.cookie, accept: 'text/html', 'sec-fetch-mode': 'navigate' };
  const page = await w.send(new Request(`${ORIGIN}/api/auth/oauth2/authorize?${asked}`, { headers }));
  const request = page.headers.get('location')?.split('#connect?')[1] ?? '';
  const consent = { request, accept: true, orgId: person.orgId, consent: true, ...permission };
  const answered = await w.post('/api/agents/access/answer', consent, { cookie: person.cookie });
  if (answered.status !== 200) throw new Error(JSON.stringify(answered.body));
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: new URL(answered.body.url).searchParams.get('code') ?? '' },
    ...{ client_id: client.client_id, redirect_uri: REDIRECT, code_verifier: verifier, resource: RESOURCE },
  });
  const given = await w.send(new Request(`${ORIGIN}/api/auth/oauth2/token`, { method: 'POST', body: form }));
  if (given.status !== 200) throw new Error(JSON.stringify(given.body));
  return given.body.access_token;
}
