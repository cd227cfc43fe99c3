/** The two ways to the workspace: an agent's token at the agent endpoints, or an organization's key at the procedures. They never mix. */
import type { Answer, Send } from './send.js';

export interface Operation {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface WorkspaceApi {
  /** What can be called, as the workspace lists it. */
  catalog(): Promise<Answer>;
  operation(id: string): Promise<Answer>;
  execute(id: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
}

const UNKNOWN: Answer = {
  ok: false,
  problem: 'There is no such operation. Call list_operations for those that there are.',
};

/** A sign-in page of a network or a proxy answers as well, and any address may be set. */
const OTHER: Answer = {
  ok: false,
  problem:
    'What answers at SERVICE_API_BASE_URL is no workspace. Check the address, and whether the network asks to sign in.',
};

/** The answer, where its value has this field. */
const having = (field: string, answer: Answer): Answer =>
  answer.ok && (typeof answer.value !== 'object' || answer.value === null || !(field in answer.value)) ? OTHER : answer;

/** `token`: of the agent. */
export function agentApi(baseUrl: string, token: string, send: Send): WorkspaceApi {
  const headers = { Authorization: `Bearer ${token}` };
  const catalog = async (): Promise<Answer> =>
    having('operations', await send({ method: 'GET', url: `${baseUrl}/api/agents/catalog`, headers }));
  return {
    catalog,
    async operation(id) {
      const answer = await catalog();
      if (!answer.ok) return answer;
      const { operations } = answer.value as { readonly operations: readonly Operation[] };
      const value = operations.find((each) => each.id === id);
      return value ? { ok: true, value } : UNKNOWN;
    },
    execute: (operationId, input) =>
      send({ method: 'POST', url: `${baseUrl}/api/agents/execute`, headers, body: { operationId, input } }),
  };
}

interface Described {
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean; readonly schema: object }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: unknown } } };
}

interface Procedure extends Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** `key`: of the organization. Its operations are those of the described document; the server refuses those that need a person. */
export function keyApi(baseUrl: string, key: string, send: Send): WorkspaceApi {
  const headers = { 'X-API-Key': key };
  /** As last read. The document is large, and changes with the server's version alone. */
  let known: readonly Procedure[] = [];
  const read = async (): Promise<Answer> => {
    // It is public: the key stays here.
    const answer = having('paths', await send({ method: 'GET', url: `${baseUrl}/api/openapi.json`, headers: {} }));
    if (answer.ok) known = proceduresIn(answer.value);
    return answer;
  };
  const find = async (id: string): Promise<Answer & { readonly found?: Procedure }> => {
    const named = (): Procedure | undefined => known.find((each) => each.id === id);
    let found = named();
    if (!found) {
      const answer = await read();
      if (!answer.ok) return answer;
      found = named();
    }
    return found ? { ok: true, value: found, found } : UNKNOWN;
  };
  return {
    async catalog() {
      const answer = await read();
      if (!answer.ok) return answer;
      return { ok: true, value: { operations: known.map(({ id, name, description }) => ({ id, name, description })) } };
    },
    async operation(id) {
      const { found, ...answer } = await find(id);
      if (!found) return answer;
      const { name, description, inputSchema } = found;
      return { ok: true, value: { id, name, description, inputSchema } };
    },
    async execute(id, input) {
      const { found, ...answer } = await find(id);
      if (!found) return answer;
      const url = `${baseUrl}/api/rpc${found.path}`;
      if (found.method === 'POST') return send({ method: 'POST', url, headers, body: input });
      const query = queryOf(input).toString();
      return send({ method: 'GET', url: query === '' ? url : `${url}?${query}`, headers });
    },
  };
}

function proceduresIn(document: unknown): readonly Procedure[] {
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: path.slice(1).replaceAll('/', '.'),
      name: described.summary ?? '',
      description: described.description ?? '',
      inputSchema: inputOf(described),
      method: method.toUpperCase() as Procedure['method'],
      path,
    })),
  );
}

function inputOf({ parameters = [], requestBody }: Described): unknown {
  const body = requestBody?.content['application/json']?.schema;
  if (body !== undefined) return body;
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Lists repeat their name. */
function queryOf(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    for (const each of Array.isArray(value) ? value : [value])
      query.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  return query;
}
