/** Letting AI agents in: the routes of `/api/agents` that a person uses, and the list of the account's credentials. */
import type { IssuedCredential, PermissionChoices, ShownRequest } from '@service/workspace';
import { json, send, type WorkspaceResult } from './send.js';

export interface WantedPermission {
  readonly orgId: string;
  readonly mode: 'read' | 'write';
  /** With `write`: these, and the reads that come with them. With `read`: these reads; left out, every read. */
  readonly procedures?: readonly string[];
  /** Seconds; at most thirty days. */
  readonly expiresIn: number;
}

export interface ListedCredential {
  readonly id: string;
  readonly name: string | null;
  readonly start: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastRequest: string | null;
  readonly metadata: {
    readonly orgId?: string;
    readonly mode?: string;
    readonly procedures?: readonly string[] | null;
  } | null;
}

export interface Agents {
  /** What can be chosen. */
  choices(): Promise<WorkspaceResult<PermissionChoices>>;
  /** The person's consent is part of the call: make it from a button that says so. */
  issue(name: string, wanted: WantedPermission): Promise<WorkspaceResult<IssuedCredential>>;
  /** Those of the account that is signed in. */
  list(): Promise<WorkspaceResult<readonly ListedCredential[]>>;
  revoke(id: string): Promise<WorkspaceResult<unknown>>;
  /** `request`: what follows `#connect?` in the address. */
  readRequest(request: string): Promise<WorkspaceResult<ShownRequest>>;
  /** Resolves with the address at which the program waits. */
  allow(request: string, wanted: WantedPermission): Promise<WorkspaceResult<{ readonly url: string }>>;
  refuse(request: string): Promise<WorkspaceResult<{ readonly url: string }>>;
}

export function createAgents(baseUrl = '', fetchIt: typeof fetch = (...given) => fetch(...given)): Agents {
  const post = <T>(path: string, body: object): Promise<WorkspaceResult<T>> =>
    send(fetchIt, `${baseUrl}/api${path}`, json(body));
  const get = <T>(path: string): Promise<WorkspaceResult<T>> => send(fetchIt, `${baseUrl}/api${path}`);
  return {
    choices: () => get('/agents/permissions'),
    issue: (name, wanted) => post('/agents/credentials', { name, ...wanted, consent: true }),
    async list() {
      const result = await get<{ readonly apiKeys: readonly ListedCredential[] }>(
        '/auth/api-key/list?configId=agent&limit=100&offset=0',
      );
      return result.ok ? { ok: true, value: result.value.apiKeys } : result;
    },
    revoke: (keyId) => post('/auth/api-key/delete', { configId: 'agent', keyId }),
    readRequest: (request) => post('/agents/access/read', { request }),
    allow: (request, wanted) => post('/agents/access/answer', { request, accept: true, ...wanted, consent: true }),
    refuse: (request) => post('/agents/access/answer', { request, accept: false }),
  };
}
