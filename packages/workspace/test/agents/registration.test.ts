/** Programs register as those that there are do: with all the addresses at which they may wait. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN, openTestWorkspace, type TestWorkspace } from '../support/open-test-workspace.js';

let w: TestWorkspace;
beforeAll(async () => {
  w = await openTestWorkspace(null);
});
afterAll(() => w.dispose());

const loopback = ['http://127.0.0.1/', 'http://localhost/', 'http://127.0.0.1:33418/', 'http://localhost:33418/'];

it.each([
  [
    'an editor with a page of its makers',
    ['https://insiders.vscode.dev/redirect', 'https://vscode.dev/redirect', ...loopback],
  ],
  ['a program of the terminal', ['http://localhost:54212/callback']],
  ['a service in the cloud', ['https://chatgpt.com/connector_platform_oauth_redirect']],
])('%s can be asked for at each of them', async (name, addresses) => {
  const body = { client_name: name, redirect_uris: addresses, token_endpoint_auth_method: 'none' };
  const registered = await w.post('/api/auth/oauth2/register', body, { origin: null });
  expect(registered.body).toMatchObject({ redirect_uris: addresses });
  for (const address of addresses) {
    const asked = new URLSearchParams({
      ...{ client_id: registered.body.client_id, redirect_uri: address, response_type: 'code', state: 's' },
      ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256', resource: `${ORIGIN}/api/agents/mcp` },
    });
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    const answer = await w.send(new Request(`${ORIGIN}/api/auth/oauth2/authorize?${asked}`, { headers }));
    expect([answer.status, answer.headers.get('location')], address).toEqual([
      302,
      expect.stringMatching(`^${ORIGIN}/console#connect`),
    ]);
  }
});
