/** `/api/rpc`, `/api/auth`, links of mails and the described document: what of HTTP a procedure need not know. */
import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ORPCError, onError, traverseContractProcedures } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { type From, OWN_MACHINE } from '@service/realtime-server/runtime';
import type { Caller } from '../callers/caller.js';
import { readCaller } from '../callers/read-caller.js';
import { ERRORS, errorBody, failure } from '../contract/errors.js';
import { AGENTS_PATH, AUTH_PATH, DOCUMENT_PAGE_PATH, DOCUMENT_PATH, MAIL_PATH, RPC_PATH } from '../contract/paths.js';
import { requestHoldsNul, unstorable } from '../contract/unstorable.js';
import type { Client } from '../router/procedure.js';
import { router } from '../router/router.js';
import type { Services } from '../router/services.js';
import { agentRoutes } from './agents/agent-routes.js';
import { answerDiscovery, resourceMetadataUrl } from './agents/discovery.js';
import { createAttemptLimits } from './attempt-limits.js';
import { countAttempt } from './count-attempt.js';
import { describedDocument } from './described-document.js';
import { documentPage, PAGE_HEADERS } from './document-page.js';
import { largeCalls } from './large-calls.js';
import { mailRoutes } from './mail-routes.js';
import { checkOrigin, isRead } from './origins/check-origin.js';
import { listedOrigins } from './origins/listed-origins.js';

/** Characters. Longer ones are cut. */
const MOST_USER_AGENT = 500;

/** Answers a request, or null where this package has nothing. `from` null: our own machine. */
export type WorkspaceRoutes = (request: Request, from: From | null) => Promise<Response | null>;

/** Each of these takes a secret that could be guessed, or leaves a row behind: they are counted by address, and by account where one is named. */
const GUESSABLE: ReadonlySet<string> = new Set([
  `${AUTH_PATH}/sign-in/email`,
  `${AUTH_PATH}/request-password-reset`,
  `${AUTH_PATH}/reset-password`,
  `${AUTH_PATH}/send-verification-email`,
  `${AUTH_PATH}/change-password`,
  `${AUTH_PATH}/two-factor/enable`,
  `${AUTH_PATH}/two-factor/disable`,
  `${AUTH_PATH}/two-factor/generate-backup-codes`,
  `${AUTH_PATH}/two-factor/verify-totp`,
  `${AUTH_PATH}/two-factor/verify-backup-code`,
  `${AUTH_PATH}/oauth2/register`,
  `${AUTH_PATH}/oauth2/token`,
  `${RPC_PATH}/accounts/createOwner`,
  `${RPC_PATH}/accounts/readInvitation`,
  `${RPC_PATH}/accounts/acceptInvitation`,
  `${RPC_PATH}/website/inspectFirst`,
]);

/** Programs send forms to these, as OAuth has it. They read no cookie. */
const TAKES_FORMS: ReadonlySet<string> = new Set([`${AUTH_PATH}/oauth2/token`, `${AUTH_PATH}/oauth2/revoke`]);

/** The router takes further spellings of them, such as one with a slash at its end. No rule that goes by the path would hold for those. */
const PROCEDURES: ReadonlyMap<string, readonly string[]> = methodsByPath(router);

export function workspaceRoutes(services: Services, cookie: string): WorkspaceRoutes {
  const { auth, settings, now, log } = services;
  const limits = createAttemptLimits(now);
  const handler = procedureHandler(log);
  const described = describeOnce(settings.publicUrl);
  const mail = mailRoutes(services);
  const listed = listedOrigins(settings.mcpOrigins);
  const large = largeCalls();
  const agents = agentRoutes(services, listed, large, cookie);

  return async (request, from) => {
    const answer = listed.answerPreflight(request) ?? (await answerRequest(request, from ?? OWN_MACHINE));
    return answer && listed.shown(request, answer);
  };

  async function answerRequest(request: Request, from: From): Promise<Response | null> {
    const { pathname } = new URL(request.url);
    if (pathname === DOCUMENT_PATH && isRead(request))
      return new Response((await described()).json, { headers: { 'Content-Type': 'application/json' } });
    if (isRead(request)) {
      const discovered = await answerDiscovery(pathname, services);
      if (discovered) return discovered;
    }
    if (pathname === DOCUMENT_PAGE_PATH && isRead(request))
      return new Response((await described()).page, { headers: PAGE_HEADERS });
    const isBelow = (path: string): boolean => pathname.startsWith(`${path}/`);
    const [isAuth, isMail, isAgents] = [isBelow(AUTH_PATH), isBelow(MAIL_PATH), isBelow(AGENTS_PATH)];
    if (!isAuth && !isMail && !isAgents) {
      if (!isBelow(RPC_PATH)) return null;
      if (!PROCEDURES.has(pathname)) return nothing();
    }
    const client = clientOf(request, from);
    try {
      // They ask for an origin of their own accord, and take no cookie where agents are.
      if (isAgents) {
        if (!isRead(request) && request.method !== 'DELETE') checkType(request);
        return (await agents(request, from, client)) ?? nothing();
      }
      // Its links prove themselves: no cookie is read, so no origin is asked for.
      if (isMail) return (await mail(request)) ?? nothing();
      if (!isRead(request)) {
        if (!listed.isFrom(request)) checkOrigin(request, settings.publicUrl);
        if (!TAKES_FORMS.has(pathname)) checkType(request);
      }
      if (GUESSABLE.has(pathname)) await countAttempt(request, from.group, limits, auth.passwords);
      if (isAuth && (await requestHoldsNul(request))) throw unstorable();
      if (isAuth) return (await auth.handle(request, from.group ?? OWN_MACHINE.address)) ?? nothing();
      const caller = await readCaller(request.headers, from, { ...services, cookie });
      return await large(request, caller, () => answerCall(request, caller, client));
    } catch (error) {
      return failed(error, isAgents);
    }
  }

  async function answerCall(request: Request, caller: Caller, client: Client): Promise<Response> {
    const context = { caller, client, services };
    const { matched, response } = await handler.handle(asRead(request), { prefix: RPC_PATH, context });
    return matched ? response : nothing(otherMethods(request));
  }

  function failed(error: unknown, isAgents: boolean): Response {
    if (!(error instanceof ORPCError)) log('error', 'a request failed', { error: (error as Error).message });
    const shown = error instanceof ORPCError ? error : failure('INTERNAL_SERVER_ERROR', '');
    return Response.json(errorBody(shown), {
      status: shown.status,
      headers: headersOf(shown, isAgents, settings.publicUrl),
    });
  }
}

/** Monitors ask for the head of a read alone. Its body is left out when the answer is sent. */
const asRead = (request: Request): Request =>
  request.method === 'HEAD' ? new Request(request, { method: 'GET' }) : request;

function methodsByPath(of: typeof router): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  traverseContractProcedures({ router: of, path: [] }, ({ contract }) => {
    const { method = 'POST', path } = contract['~orpc'].route;
    const at = `${RPC_PATH}${path}`;
    found.set(at, [...(found.get(at) ?? []), method]);
  });
  return found;
}

/** A read is GET, with its input in the address. A program that sends it by POST learns that. */
function otherMethods(request: Request): string {
  const methods = PROCEDURES.get(new URL(request.url).pathname) ?? [];
  return ` for ${request.method}: use ${methods.join(' or ')}`;
}

const procedureHandler = (log: Services['log']) =>
  new OpenAPIHandler(router, {
    plugins: [new SmartCoercionPlugin({ schemaConverters: [new ZodToJsonSchemaConverter()] })],
    customErrorResponseBodyEncoder: errorBody,
    // Of procedures alone: a body that is no JSON is its sender's fault, and no failure of ours.
    clientInterceptors: [
      onError((error) => {
        if (!(error instanceof ORPCError) || error.code === 'INTERNAL_SERVER_ERROR')
          log('error', 'a procedure failed', { error: (error as Error).message });
      }),
    ],
  });

const clientOf = (request: Request, { group }: From): Client => ({
  address: group,
  userAgent: request.headers.get('user-agent')?.slice(0, MOST_USER_AGENT) ?? null,
});

/** Writes the document and its page when one of them is first asked for, not at the start and not for each request. */
function describeOnce(publicUrl: string): () => Promise<{ readonly json: string; readonly page: string }> {
  const write = async () => {
    const document = await describedDocument(router, publicUrl);
    return { json: JSON.stringify(document), page: documentPage(document) };
  };
  let written: ReturnType<typeof write> | null = null;
  return () => {
    written ??= write();
    return written;
  };
}

/**
 * What forms can't send.
 * @throws BAD_REQUEST
 */
function checkType(request: Request): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw failure('BAD_REQUEST', 'Send JSON, with `Content-Type: application/json`.');
}

const nothing = (forMethod = ''): Response =>
  Response.json(errorBody(failure('NOT_FOUND', `There is nothing at this address${forMethod}. See /api/docs.`)), {
    status: ERRORS.NOT_FOUND.status,
  });

function headersOf(error: ORPCError<string, unknown>, isAgents: boolean, publicUrl: string): Record<string, string> {
  const seconds = (error.data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds;
  return {
    ...(seconds !== undefined && { 'Retry-After': String(seconds) }),
    ...(isAgents &&
      error.status === ERRORS.UNAUTHORIZED.status && {
        'WWW-Authenticate': `Bearer resource_metadata="${resourceMetadataUrl(publicUrl)}"`,
      }),
  };
}
