/**
 * The shop's accounts: two customers and a session cookie, in place of a site's real login. The chat needs one route of
 * them, `/chat-token`, which returns a signed token of who is logged in.
 */
import { randomBytes } from 'node:crypto';
import { nodeIdentityRoute } from '@service/embed-sdk/server';

const CUSTOMERS = {
  kim: { id: 'customer-1001', name: 'Kim Larsen', email: 'kim@havn-hei.example', emailVerified: true },
  lee: { id: 'customer-1002', name: 'Lee Berg', email: 'lee@havn-hei.example', emailVerified: true },
};
const COOKIE = /(?:^|; )shop=([\w-]{22})(?:;|$)/;

/** Path → answer to a POST, or nothing when the shop has no key to sign with. */
export function accounts(identityKey) {
  const sessions = new Map();
  const idOf = (request) => COOKIE.exec(request.headers.cookie ?? '')?.[1];
  const customerOf = (request) => sessions.get(idOf(request)) ?? null;
  const sendJson = (response, body, headers = {}) =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers })
      .end(JSON.stringify(body));
  const cookie = (id, seconds) => ({
    'Set-Cookie': `shop=${id}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}`,
  });
  const signIn = (name) => (request, response) => {
    sessions.delete(idOf(request));
    const id = randomBytes(16).toString('base64url');
    sessions.set(id, CUSTOMERS[name]);
    sendJson(response, { name: CUSTOMERS[name].name }, cookie(id, 86_400));
  };
  return new Map([
    ['/account', (request, response) => sendJson(response, { name: customerOf(request)?.name ?? null })],
    ['/sign-in/kim', signIn('kim')],
    ['/sign-in/lee', signIn('lee')],
    [
      '/sign-out',
      (request, response) => {
        sessions.delete(idOf(request));
        sendJson(response, { name: null }, cookie('', 0));
      },
    ],
    ...(identityKey ? [['/chat-token', nodeIdentityRoute({ key: identityKey, getUser: customerOf })]] : []),
  ]);
}
