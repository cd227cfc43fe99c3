/** The four tools, and the same for an organization's key where the earlier ones are turned on. */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Answer, Send } from './send.js';
import type { Settings } from './settings.js';
import { agentApi, keyApi, type WorkspaceApi } from './workspace-api.js';

const INFO = { name: 'service-mcp', version: '0.1.0' };

const NO_KEY: Answer = {
  ok: false,
  problem:
    'No credential is set. Ask the person to issue one in the console, and to set it as SERVICE_API_TOKEN where this program is configured.',
};
const NONE: WorkspaceApi = {
  catalog: async () => NO_KEY,
  operation: async () => NO_KEY,
  execute: async () => NO_KEY,
};

const operationId = z.string().min(1).max(100).describe('As list_operations gives it, such as inboxes.list.');
const input = z
  .record(z.string(), z.unknown())
  .default({})
  .describe('As get_operation_schema describes it. Leave orgId out.');

/** A server with its tools; each connection needs one of its own. */
export function createAdapter({ baseUrl, token, apiKey, legacyKey }: Settings, send: Send): McpServer {
  const server = new McpServer(INFO);
  server.registerTool(
    'get_agent_guide',
    {
      title: 'Read the guide',
      description:
        'How to work with this workspace, and what you must not do. Read it first. Public: it holds nothing of any workspace.',
      annotations: { readOnlyHint: true },
    },
    async () => resultOf(await send({ method: 'GET', url: `${baseUrl}/api/agents/guide`, headers: {} })),
  );
  const api = token !== null ? agentApi(baseUrl, token, send) : apiKey !== null ? keyApi(baseUrl, apiKey, send) : NONE;
  addOperations(server, '', api);
  if (legacyKey !== null) addOperations(server, 'legacy_', keyApi(baseUrl, legacyKey, send));
  return server;
}

/** `prefix`: in front of the tools' names. */
function addOperations(server: McpServer, prefix: string, api: WorkspaceApi): void {
  server.registerTool(
    `${prefix}list_operations`,
    {
      title: 'List the operations',
      description:
        'What you can call, with a description of each, and what you can’t, with the reason. Changes nothing.',
      annotations: { readOnlyHint: true },
    },
    async () => resultOf(await api.catalog()),
  );
  server.registerTool(
    `${prefix}get_operation_schema`,
    {
      title: 'Read how an operation is called',
      description: 'One operation with the JSON Schema of its input. Changes nothing.',
      inputSchema: z.object({ operationId }),
      annotations: { readOnlyHint: true },
    },
    async ({ operationId: id }) => resultOf(await api.operation(id)),
  );
  server.registerTool(
    `${prefix}execute_operation`,
    {
      title: 'Call an operation',
      description:
        'Calls one operation. Its description in list_operations says what it changes, who sees it and how to undo it. Ask the person before you call one that can’t be undone.',
      inputSchema: z.object({ operationId, input }),
      annotations: { destructiveHint: true },
    },
    async ({ operationId: id, input: given }) => resultOf(await api.execute(id, given)),
  );
}

function resultOf(answer: Answer): CallToolResult {
  if (!answer.ok) return { content: [{ type: 'text', text: answer.problem }], isError: true };
  const { value } = answer;
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] };
}
