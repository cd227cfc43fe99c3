/**
 * Pages of other sites that work with agents' addresses: those that the operator lists. They may read the answers, and never send the
 * cookie of a person. A page that is not listed can't read any.
 */
import { errorBody, failure } from '../../contract/errors.js';
import { AUTH_PATH, DISCOVERY_PATHS, MCP_PATH } from '../../contract/paths.js';

export interface ListedOrigins {
  /** A listed page has sent it, without a cookie, to an address that is open to such pages. */
  isFrom(request: Request): boolean;
  /**
   * What a browser asks before it sends the request of a page: yes, or no for a page that is not listed. Null: it is another request.
   */
  answerPreflight(request: Request): Response | null;
  /** The answer, which the page may read where it is listed. */
  shown(request: Request, answer: Response): Response;
}

const OPEN: ReadonlySet<string> = new Set([
  MCP_PATH,
  ...['/oauth2/register', '/oauth2/token', '/oauth2/revoke'].map((path) => AUTH_PATH + path),
]);

/** What clients of both generations of the protocol send. */
const SENT = 'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id';
/** What they have to see: where to ask for access, and how long to wait. */
const SEEN = 'Retry-After, WWW-Authenticate';
const PREFLIGHT_SECONDS = 600;

/** `origins`: as `new URL(…).origin` writes them. */
export function listedOrigins(origins: readonly string[]): ListedOrigins {
  const listed: ReadonlySet<string> = new Set(origins);
  const originOf = (request: Request): string | null => {
    const origin = request.headers.get('origin');
    return origin !== null && listed.has(origin) && isOpen(request) ? origin : null;
  };
  return {
    isFrom: (request) => originOf(request) !== null && !request.headers.has('cookie'),
    answerPreflight(request) {
      if (request.method !== 'OPTIONS' || !isOpen(request)) return null;
      const origin = originOf(request);
      if (origin === null) return Response.json(errorBody(NOT_LISTED), { status: NOT_LISTED.status });
      return new Response(null, {
        status: 204,
        headers: {
          ...readableBy(origin),
          'Access-Control-Allow-Methods': 'GET, POST',
          'Access-Control-Allow-Headers': SENT,
          'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
        },
      });
    },
    shown(request, answer) {
      if (!isOpen(request)) return answer;
      const origin = originOf(request);
      const headers = new Headers(answer.headers);
      const added = origin === null ? VARIES : { ...readableBy(origin), 'Access-Control-Expose-Headers': SEEN };
      for (const [name, value] of Object.entries(added)) headers.set(name, value);
      return new Response(answer.body, { status: answer.status, headers });
    },
  };
}

const NOT_LISTED = failure(
  'FORBIDDEN',
  'Pages of this site are refused. The operator’s setting MCP_ORIGINS lists those that may.',
);

/** A cache must not show one page the answer for another one. */
const VARIES = { Vary: 'Origin' };

const readableBy = (origin: string) => ({ ...VARIES, 'Access-Control-Allow-Origin': origin });

function isOpen({ url }: Request): boolean {
  const { pathname } = new URL(url);
  return OPEN.has(pathname) || DISCOVERY_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
