/**
 * The route that the site's own pages ask for a token. Only the site's session decides who is logged in: the request's body
 * is read for a nonce and nothing else. Pages of other sites get nothing, and no cache stores an answer.
 */
import { type IdentityKey, type IdentityUser, NONCE, signIdentity } from './sign-identity.js';

/** What a route needs to know. `Req`: the request of your framework. */
export interface IdentityRouteOptions<Req> {
  /** Of the inbox, as `npm run identity` has shown it. */
  readonly key: IdentityKey;
  /** Who is logged in, by your own session; null: no one. Must not look into the body or the query. */
  readonly getUser: (request: Req) => IdentityUser | null | Promise<IdentityUser | null>;
  /** Origins of pages on other sites that may ask, too. Pages of the same site always may. Default: none. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** The parts of Node's and Express's request that are used. */
export interface NodeIdentityRequest extends AsyncIterable<unknown> {
  /** GET, POST … */
  readonly method?: string | undefined;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Already read by a body parser. */
  readonly body?: unknown | undefined;
}

/** The parts of Node’s and Express’s response that are used. */
export interface NodeIdentityResponse {
  /** Begins the answer. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Ends it. */
  end(text?: string): unknown;
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object | null;
}

interface Asked {
  readonly method: string;
  header(name: string): string | null;
  body(): Promise<unknown>;
  user(): Promise<IdentityUser | null>;
}

const MOST_BODY_BYTES = 1_024;

/**
 * For everything that speaks web `Request` and `Response` (Next.js, Hono, Remix, Deno, Bun):
 *
 *     export const POST = identityRoute({ key, getUser: async () => (await auth())?.user ?? null });
 *
 * Answers `{ token }`; 401 when no one is logged in, 403 to pages of other sites, 405 to anything but POST. Rejects when `getUser` does, or when
 * the key can't be right.
 */
export function identityRoute(options: IdentityRouteOptions<Request>): (request: Request) => Promise<Response> {
  return async (request) => {
    const { status, headers, body } = await answer(options, {
      method: request.method,
      header: (name) => request.headers.get(name),
      body: async () => parse(await readCapped(request.body ?? [])),
      user: async () => options.getUser(request),
    });
    return new Response(body && JSON.stringify(body), { status, headers });
  };
}

/**
 * The same for Node's `http`, Express and Fastify's raw request; with or without a body parser before it.
 * Answers the same. Rejects when `getUser` does, or when the key can't be right.
 */
export function nodeIdentityRoute<Req extends NodeIdentityRequest>(
  options: IdentityRouteOptions<Req>,
): (request: Req, response: NodeIdentityResponse) => Promise<void> {
  return async (request, response) => {
    const { status, headers, body } = await answer(options, {
      method: request.method ?? 'GET',
      header: (name) => request.headers[name]?.toString() ?? null,
      body: async () =>
        'body' in request && request.body !== undefined ? request.body : parse(await readCapped(request)),
      user: async () => options.getUser(request),
    });
    response.writeHead(status, headers);
    response.end(body ? JSON.stringify(body) : undefined);
  };
}

async function answer<Req>({ key, allowedOrigins = [] }: IdentityRouteOptions<Req>, asked: Asked): Promise<Answer> {
  const origin = asked.header('origin');
  const isListed = origin !== null && allowedOrigins.includes(origin);
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', Vary: 'Origin, Sec-Fetch-Site' };
  if (isListed) {
    headers['Access-Control-Allow-Origin'] = origin;
    headers['Access-Control-Allow-Credentials'] = 'true';
    headers['Access-Control-Allow-Headers'] = 'Content-Type';
    headers['Access-Control-Allow-Methods'] = 'POST';
  }
  const say = (status: number, body: object | null): Answer => ({
    status,
    headers: body ? { ...headers, 'Content-Type': 'application/json' } : headers,
    body,
  });
  const refuse = (status: number, code: string, message: string): Answer => say(status, { code, message });

  if (asked.method === 'OPTIONS' && isListed) return say(204, null);
  if (asked.method !== 'POST') {
    headers.Allow = 'POST';
    return refuse(405, 'METHOD_NOT_SUPPORTED', 'Ask with POST.');
  }
  // Browsers can't be made to lie in this header; who has neither it nor a listed origin is no page of ours.
  const site = asked.header('sec-fetch-site');
  if (!isListed && site !== 'same-origin' && site !== 'same-site')
    return refuse(403, 'FORBIDDEN', 'Only pages of this site, and of allowedOrigins, may ask.');
  let nonce: unknown;
  try {
    nonce = nonceIn(await asked.body());
  } catch {
    return refuse(400, 'BAD_REQUEST', `The body must be JSON of at most ${MOST_BODY_BYTES} bytes.`);
  }
  if (nonce !== undefined && !(typeof nonce === 'string' && NONCE.test(nonce)))
    return refuse(400, 'BAD_REQUEST', 'nonce: must be 22 to 43 characters of base64url.');
  const user = await asked.user();
  if (!user) return refuse(401, 'identity_required', 'No one is logged in.');
  return say(200, { token: signIdentity(key, user, nonce === undefined ? {} : { nonce }) });
}

function nonceIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'nonce' in body ? body.nonce : undefined;
}

function parse(text: string): unknown {
  return text === '' ? {} : JSON.parse(text);
}

async function readCapped(stream: AsyncIterable<unknown> | Iterable<unknown>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
    size += bytes.length;
    if (size > MOST_BODY_BYTES) throw new RangeError('The body is too large.');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString('utf8');
}
