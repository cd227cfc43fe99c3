/** The catalog as an MCP server, without sessions: each request brings its credential and sees the tools of that one. */
import type { CallToolResult, McpHttpHandler, Server, Tool } from '@modelcontextprotocol/server';
import type { Agent } from '../../callers/caller.js';
import { tooManyRequests } from '../../callers/read-caller.js';
import { errorBody, failure } from '../../contract/errors.js';
import { isLarge } from '../../contract/is-large.js';
import { FILE_PROCEDURES } from '../../contract/paths.js';
import type { Client } from '../../router/procedure.js';
import type { Services } from '../../router/services.js';
import { tooLarge } from '../large-calls.js';
import { type CatalogEntry, catalogFor } from './catalog.js';
import { execute } from './execute.js';
import { agentGuide } from './guide.js';

const NAME = 'conversation-workspace';
const VERSION = '1.0.0';
/** Of one request that the library reads. */
const MOST_BYTES = 1_048_576;
/** Open streams of clients that wait for a changed list. Ours changes with a new credential alone, so nothing is ever sent. */
const MOST_STREAMS = 100;

export interface McpCall {
  readonly caller: Agent;
  readonly client: Client;
}

export type AnswerMcp = (request: Request, asked: McpCall) => Promise<Response>;

const GUIDE: Tool = {
  name: 'get_agent_guide',
  title: 'Read the guide',
  description:
    'How to work with this workspace: what there is, in which order to set it up, and what you must not do. Changes nothing.',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true },
};

/** Loads the protocol's library when the first agent comes: no other request needs it. */
export function createMcp(services: Services): AnswerMcp {
  let opening: Promise<McpHttpHandler> | null = null;
  return async (request, { caller, client }) => {
    opening ??= open(services);
    const handler = await opening;
    // The token is checked already; the library passes the rest on unread.
    const authInfo = { token: '', clientId: caller.credentialId, scopes: [], extra: { caller, client } };
    if (!isLarge(request)) return handler.fetch(request, { authInfo });
    const parsedBody = await fileCallIn(request);
    if (parsedBody === null) return tooLarge();
    const answer = await handler.fetch(request, { authInfo, parsedBody });
    // To its end: the call has its place until then.
    return new Response(await answer.arrayBuffer(), answer);
  };
}

/**
 * A call with a file, which is read here: the library would hold it twice. Null: it is another message.
 * @throws BAD_REQUEST
 */
async function fileCallIn(request: Request): Promise<object | null> {
  const body: unknown = await request.json().catch(() => {
    throw failure('BAD_REQUEST', 'The body is not valid JSON.');
  });
  const { method, params } = (body ?? {}) as {
    readonly method?: unknown;
    readonly params?: { readonly name?: unknown };
  };
  const name = params?.name;
  const isFileCall = method === 'tools/call' && typeof name === 'string' && FILE_PROCEDURES.has(operationOf(name));
  return isFileCall ? (body as object) : null;
}

async function open(services: Services): Promise<McpHttpHandler> {
  const library = await import('@modelcontextprotocol/server');
  return library.createMcpHandler(
    ({ authInfo }) => {
      const server = new library.Server({ name: NAME, version: VERSION }, { capabilities: { tools: {} } });
      addTools(server, authInfo?.extra as unknown as McpCall, services);
      return server;
    },
    {
      maxRequestBodySize: MOST_BYTES,
      maxSubscriptions: MOST_STREAMS,
      onerror: (error) => services.log('info', 'an agent’s request was refused', { error: error.message }),
    },
  );
}

function addTools(server: Server, { caller, client }: McpCall, services: Services): void {
  const refusal = countedBeyondFirst(() => services.auth.limit(caller.credentialId));
  server.setRequestHandler('tools/list', () => {
    const refused = refusal();
    if (refused) throw refused;
    return { tools: [GUIDE, ...catalogFor(caller).operations.map(toolOf)] };
  });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const refused = refusal();
    if (refused) return resultOf({ ok: false, status: refused.status, error: errorBody(refused) });
    if (params.name === GUIDE.name)
      return { content: [{ type: 'text', text: agentGuide(services.settings.publicUrl) }] };
    const operationId = operationOf(params.name);
    return resultOf(await execute({ operationId, input: params.arguments ?? {}, caller, client }, services));
  });
}

/** One request may bring a hundred messages, and was counted as one. Counts the others; null: there is room for this one. */
function countedBeyondFirst(limit: () => number | null): () => ReturnType<typeof tooManyRequests> | null {
  let isFirst = true;
  return () => {
    const retryAfterSeconds = isFirst ? null : limit();
    isFirst = false;
    return retryAfterSeconds === null ? null : tooManyRequests(retryAfterSeconds);
  };
}

const operationOf = (tool: string): string => tool.replaceAll('__', '.');

const toolOf = ({ id, name, description, inputSchema, annotations }: CatalogEntry): Tool => ({
  name: id.replaceAll('.', '__'),
  title: name,
  description,
  inputSchema: inputSchema as Tool['inputSchema'],
  annotations: { ...annotations },
});

/** What a procedure refuses is a result for the agent to read, never a failure of the protocol. */
function resultOf(outcome: Awaited<ReturnType<typeof execute>>): CallToolResult {
  const value = outcome.ok ? outcome.result : outcome.error;
  const text = { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
  if (!outcome.ok) return { ...text, isError: true };
  return isObject(value) ? { ...text, structuredContent: value } : text;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
