/**
 * Tokens of sessions reach no script. A page needs none: its own is in a cookie that scripts can't read. The library's answers hold
 * them, so they are taken out here. Where a session is shown, its id is in the token's place, and ending one takes that id.
 */

const END_PATH = '/revoke-session';

/** `path`: below `/api/auth`. `tokenOf`: the token of the asking person's session with this id; null: they have no such session. */
export async function withToken(
  path: string,
  request: Request,
  tokenOf: (id: string) => Promise<string | null>,
): Promise<Request> {
  if (path !== END_PATH) return request;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null);
  const id = (body as { token?: unknown } | null)?.token;
  if (typeof id !== 'string') return request;
  return new Request(request, { body: JSON.stringify({ token: (await tokenOf(id)) ?? '' }) });
}

/** The answer without tokens; its headers, with the cookie, stay. */
export async function withoutTokens(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.includes('json')) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const shown = text === '' ? null : JSON.stringify(withoutToken(JSON.parse(text)));
  return new Response(shown, { status: response.status, headers });
}

function withoutToken(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutToken);
  if (typeof value !== 'object' || value === null) return value;
  const { token, ...rest } = value as Record<string, unknown>;
  const shown = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, withoutToken(inner)]));
  const isSession = token !== undefined && 'userId' in rest;
  return isSession ? { ...shown, token: rest.id } : shown;
}
