/** `/api/agents`: the endpoints for AI agents, which take a bearer credential alone, and those at which people let agents in. */
import type { From } from '@service/realtime-server/runtime';
import { z } from 'zod';
import type { Person } from '../../callers/caller.js';
import { type AgentParts, readAgent, readCaller } from '../../callers/read-caller.js';
import { failure, wrongInput } from '../../contract/errors.js';
import { isLarge } from '../../contract/is-large.js';
import { AGENTS_PATH, FILE_PROCEDURES, MCP_PATH } from '../../contract/paths.js';
import { holdsUnstorable, unstorable } from '../../contract/unstorable.js';
import type { Client } from '../../router/procedure.js';
import type { Services } from '../../router/services.js';
import { type LargeCalls, tooLarge } from '../large-calls.js';
import { isOwnHost, isOwnOrigin } from '../origins/check-origin.js';
import type { ListedOrigins } from '../origins/listed-origins.js';
import { answeredRequest, answerRequest, shownRequest, showRequest } from './answer-request.js';
import { catalogFor } from './catalog.js';
import { execute } from './execute.js';
import { agentGuide } from './guide.js';
import { issueCredential, newCredential } from './issue-credential.js';
import { createMcp } from './mcp.js';
import { permissionChoices } from './permission-choices.js';

/** Null: there is nothing at this address. */
export type AgentRoutes = (request: Request, from: From, client: Client) => Promise<Response | null>;

const executed = z.object({ operationId: z.string().max(100), input: z.record(z.string(), z.unknown()).default({}) });

const NO_STORE = { 'Cache-Control': 'no-store' };

/** They throw what the procedures throw: an `ORPCError` of the table. */
export function agentRoutes(services: Services, listed: ListedOrigins, large: LargeCalls, cookie: string): AgentRoutes {
  const parts: AgentParts = { ...services, cookie };
  const { publicUrl } = services.settings;
  const mcp = createMcp(services);

  /** At the console alone. */
  const forPerson = async <T extends z.ZodType>(
    request: Request,
    from: From,
    schema: T,
    answer: (person: Person, input: z.output<T>) => Promise<object>,
  ): Promise<Response> => {
    if (!isOwnOrigin(request, publicUrl))
      throw failure('FORBIDDEN', `Let agents in at the console, ${publicUrl}/console.`);
    const caller = await readCaller(request.headers, from, parts);
    if (caller.kind !== 'person')
      throw failure('UNAUTHORIZED', 'This needs a person who is signed in; keys are refused.');
    return Response.json(await answer(caller, await readBody(request, schema)), { headers: NO_STORE });
  };

  const carryOut = async (request: Request, from: From, client: Client): Promise<Response> => {
    const caller = await readAgent(request.headers, from, parts);
    return large(request, caller, async () => {
      const called = await readBody(request, executed);
      if (isLarge(request) && !FILE_PROCEDURES.has(called.operationId)) return tooLarge();
      const outcome = await execute({ ...called, caller, client }, services);
      return outcome.ok
        ? Response.json(outcome.result, { headers: NO_STORE })
        : Response.json(outcome.error, { status: outcome.status, headers: NO_STORE });
    });
  };

  const answerMcp = async (request: Request, from: From, client: Client): Promise<Response> => {
    // Before the credential is read: a page of another site must not learn whether there is one.
    const isOfPage = request.headers.has('origin') && !isOwnOrigin(request, publicUrl);
    if (!isOwnHost(request, publicUrl) || (isOfPage && !listed.isFrom(request)))
      throw failure('FORBIDDEN', `Programs reach this at ${publicUrl}. Pages of other sites are refused.`);
    const caller = await readAgent(request.headers, from, parts);
    return large(request, caller, () => mcp(request, { caller, client }));
  };

  return async (request, from, client) => {
    const { pathname } = new URL(request.url);
    if (pathname === MCP_PATH) return answerMcp(request, from, client);
    switch (`${request.method} ${pathname.slice(AGENTS_PATH.length)}`) {
      case 'GET /guide':
        return new Response(agentGuide(publicUrl), { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
      case 'GET /permissions':
        return Response.json(permissionChoices(), { headers: NO_STORE });
      case 'GET /catalog':
        return Response.json(catalogFor(await readAgent(request.headers, from, parts)), { headers: NO_STORE });
      case 'POST /execute':
        return carryOut(request, from, client);
      case 'POST /credentials':
        return forPerson(request, from, newCredential, (person, input) => issueCredential(person, input, services));
      case 'POST /access/read':
        return forPerson(request, from, shownRequest, (_person, input) => showRequest(input, services));
      case 'POST /access/answer':
        return forPerson(request, from, answeredRequest, (person, input) =>
          answerRequest(person, request.headers, input, services),
        );
      default:
        return null;
    }
  };
}

/** @throws BAD_REQUEST with what is wrong with each field */
async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  const body: unknown = await request.json().catch(() => {
    throw failure('BAD_REQUEST', 'The body is not valid JSON.');
  });
  if (holdsUnstorable(body)) throw unstorable();
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  throw wrongInput(error.issues);
}
