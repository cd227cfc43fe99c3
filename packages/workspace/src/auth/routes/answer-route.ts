/** A route of the auth library, with what this product asks of it: codes work once, no token is shown, and refusals are clear. */
import type { betterAuth } from 'better-auth';
import { parseCookies } from 'better-auth/cookies';
import { AUTH_PATH } from '../../contract/paths.js';
import { ADDRESS_HEADER, type AuthSettings, type authOptions } from '../auth-options.js';
import type { AuthRows } from '../auth-rows.js';
import { registrationOf } from '../linking/registration.js';
import { isForAgents } from './agent-keys.js';
import { isAllowed } from './allowed-routes.js';
import { withClearMessage } from './clear-messages.js';
import { noteChange, withOthersEnded } from './new-password.js';
import { withoutTokens, withToken } from './session-tokens.js';
import { refuseKnownCode, refuseUsedCode } from './used-codes.js';

export type AuthLibrary = ReturnType<typeof betterAuth<ReturnType<typeof authOptions>>>;

/** The library's name of the cookie between the password and the code. */
const STEP_COOKIE = 'two_factor';

/** Null: a route that isn't reachable. `address`: from where the request comes. */
export async function answerRoute(
  auth: AuthLibrary,
  rows: AuthRows,
  settings: AuthSettings,
  request: Request,
  address: string,
): Promise<Response | null> {
  const path = new URL(request.url).pathname.slice(AUTH_PATH.length);
  if (!isAllowed(request.method, path) || !(await isForAgents(path, request))) return null;
  if (path === REGISTER_PATH) return register(auth, rows, request);
  const headers = new Headers(request.headers);
  headers.set(ADDRESS_HEADER, address);
  const refusal = await refuseKnownCode(path, request, settings, () => enteringUser(auth, headers));
  if (refusal) return refusal;
  const given = await withOthersEnded(path, new Request(request.clone(), { headers }));
  const asked = await withToken(path, given, async (id) => {
    const userId = (await auth.api.getSession({ headers }))?.user.id;
    return userId === undefined ? null : ((await rows.find('session', { id, userId }))?.token ?? null);
  });
  const response = await withClearMessage(await auth.handler(asked));
  await noteChange(path, response, rows);
  const answer = await refuseUsedCode(path, request, response, settings, async (token) => {
    await (await auth.$context).internalAdapter.deleteSession(token);
  });
  return withoutTokens(answer);
}

const REGISTER_PATH = '/oauth2/register';
/** Of programs that ask for access. Those that no person has let in are removed after a day. */
const MOST_CLIENTS = 10_000;

async function register(auth: AuthLibrary, rows: AuthRows, request: Request): Promise<Response> {
  const registration = registrationOf(await request.json().catch(() => null));
  if (!registration.ok)
    return Response.json({ error: registration.error, error_description: registration.description }, { status: 400 });
  if ((await rows.count('oauthClient', {})) >= MOST_CLIENTS)
    return Response.json(
      { error: 'temporarily_unavailable', error_description: 'Too many programs have registered. Try again tomorrow.' },
      { status: 503 },
    );
  // Without the cookie: a program that registers is no one's.
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return auth.handler(new Request(request.url, { method: 'POST', headers, body: JSON.stringify(registration.body) }));
}

/** Who has entered the password and not yet the code. Null: no one. */
async function enteringUser(auth: AuthLibrary, headers: Headers): Promise<string | null> {
  const { createAuthCookie, internalAdapter } = await auth.$context;
  const signed = parseCookies(headers.get('cookie') ?? '').get(createAuthCookie(STEP_COOKIE).name);
  if (signed === undefined) return null;
  const identifier = signed.slice(0, signed.lastIndexOf('.'));
  return (await internalAdapter.findVerificationValue(identifier))?.value ?? null;
}
