/**
 * Tokens of sessions reach no script. A page needs none: its own is in a cookie that scripts can't read. The library's answers hold
 * them, so they are taken out here. Where a session is shown, its id is in the token's place, and ending one takes that id.
 */
import { isJson, textIn, withJson } from '../../contract/json-messages.js';

const END_PATH = '/revoke-session';

/** `path`: below `/api/auth`. `tokenOf`: the token of the asking person's session with this id; null: they have no such session. */
export async function withToken(
  path: string,
  request: Request,
  tokenOf: (id: string) => Promise<string | null>,
): Promise<Request> {
  if (path !== END_PATH) return request;
  const id = await textIn(request, 'token');
  if (id === null) return request;
  return new Request(request, { body: JSON.stringify({ token: (await tokenOf(id)) ?? '' }) });
}

/** The answer without tokens. */
export async function withoutTokens(response: Response): Promise<Response> {
  if (!isJson(response)) return response;
  const text = await response.clone().text();
  return text === '' ? response : withJson(response, withoutToken(JSON.parse(text)));
}

function withoutToken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutToken);
  if (typeof value !== 'object' || value === null) return value;
  const { token, ...rest } = value as Record<string, unknown>;
  const shown = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, withoutToken(inner)]));
  const isSession = token !== undefined && 'userId' in rest;
  return isSession ? { ...shown, token: rest.id } : shown;
}
