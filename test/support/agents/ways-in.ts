/** The three ways in which a program of an AI agent reaches a workspace, each with the official client. */

import { resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ROOT } from '../runs/repository.js';
import type { Service } from '../server/start-service.js';
import { consoleOrigin, sessionOf } from '../server/team-session.js';
import { type LetIn, linkProgram } from './linked-program.js';

/** What sets a workspace up; a grant for it has the reads that come with it, too. */
export const SETUP_WRITES = [
  'onboarding.setBusiness',
  'onboarding.update',
  'knowledge.create',
  'aiAgents.create',
  'inboxes.create',
  'aiAgents.runTests',
];

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind
export type Result = any;

export interface Workspace {
  /** The operations that the program is offered. */
  operations(): Promise<readonly string[]>;
  /** @throws with the workspace's words where it refuses */
  call(operation: string, input?: Readonly<Record<string, unknown>>): Promise<Result>;
  close(): Promise<void>;
}

export type WayIn = (service: Service, orgId: string, letIn: LetIn) => Promise<Workspace>;

const ADAPTER = resolve(ROOT, 'packages/mcp-adapter/dist/main.js');
/** What customers may have; set by the long run. */
const NODE = process.env.OLDEST_NODE || process.execPath;
const INFO = { name: 'Notebook', version: '1.0.0' };

export const mcpAddress = (service: Service): URL => new URL('/api/agents/mcp', consoleOrigin(service));

/** As a person issues it in the console. */
export async function issueCredential(service: Service, orgId: string, over: object = {}): Promise<string> {
  const headers = { ...(await sessionOf(service)), 'content-type': 'application/json' };
  const wanted = { orgId, name: 'Notebook', mode: 'write', procedures: SETUP_WRITES, consent: true, ...over };
  const url = `${consoleOrigin(service)}/api/agents/credentials`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(wanted) });
  if (!answer.ok) throw new Error(await answer.text());
  return ((await answer.json()) as { key: string }).key;
}

export const byCredential: WayIn = async (service, orgId) => {
  const headers = { authorization: `Bearer ${await issueCredential(service, orgId)}` };
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(mcpAddress(service), { requestInit: { headers } }));
  return throughTools(client);
};

export const byLinkedAccount: WayIn = async (service, _orgId, letIn) =>
  throughTools(await linkProgram(mcpAddress(service), INFO, letIn));

export const byAdapter: WayIn = async (service, orgId) => {
  const env = {
    SERVICE_API_TOKEN: await issueCredential(service, orgId),
    SERVICE_API_BASE_URL: consoleOrigin(service),
  };
  const client = new Client(INFO);
  await client.connect(new StdioClientTransport({ command: NODE, args: [ADAPTER], env, stderr: 'inherit' }));
  return {
    async operations() {
      const { operations } = await resultOf(client, 'list_operations');
      return operations.map(({ id }: { readonly id: string }) => id);
    },
    call: (operationId, input = {}) => resultOf(client, 'execute_operation', { operationId, input }),
    close: () => client.close(),
  };
};

const throughTools = (client: Client): Workspace => ({
  async operations() {
    const { tools } = await client.listTools();
    return tools.map(({ name }) => name.replaceAll('__', '.')).filter((name) => name !== 'get_agent_guide');
  },
  call: (operation, input = {}) => resultOf(client, operation.replaceAll('.', '__'), input),
  close: () => client.close(),
});

async function resultOf(client: Client, name: string, input: Readonly<Record<string, unknown>> = {}): Promise<Result> {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as readonly { readonly text: string }[];
  const { text = '' } = first ?? {};
  if (isError) throw new Error(text);
  return JSON.parse(text);
}
