/** The workspace's procedures by name. Names, inputs and outputs are those of the server's table; none is written twice. */
import type { InferRouterInputs, InferRouterOutputs } from '@orpc/server';
import type { Router } from '@service/workspace';
import { READS } from './reads.js';
import { json, send, type WorkspaceResult } from './send.js';

type InputTable = InferRouterInputs<Router>;
type OutputTable = InferRouterOutputs<Router>;

/** `members.list` … */
type Flat<Table> = {
  [Group in keyof Table]: Group extends string
    ? { [Name in keyof Table[Group] as Name extends string ? `${Group}.${Name}` : never]: Table[Group][Name] }
    : never;
}[keyof Table];
type Join<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Inputs = Join<Flat<Omit<InputTable, 'health'>>>;
export type Outputs = Join<Flat<Omit<OutputTable, 'health'>>>;
export type ProcedureName = keyof Inputs & keyof Outputs & string;

export interface WorkspaceClientOptions {
  /** The workspace's origin. Default: the page's own, with its session. */
  readonly baseUrl?: string;
  /** An organization's key, for a backend. Never in a browser. */
  readonly apiKey?: string;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
}

export interface WorkspaceClient {
  /** Calls a procedure. Never rejects. */
  call<Name extends ProcedureName>(name: Name, input: Inputs[Name]): Promise<WorkspaceResult<Outputs[Name]>>;
}

export function createWorkspaceClient({
  baseUrl = '',
  apiKey,
  fetch: fetchIt = (...given) => fetch(...given),
}: WorkspaceClientOptions = {}): WorkspaceClient {
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'x-api-key': apiKey };
  return {
    call(name, input) {
      const address = `${baseUrl}/api/rpc/${name.replace('.', '/')}`;
      if (!READS.has(name)) {
        const init = json((input ?? {}) as object);
        return send(fetchIt, address, { ...init, headers: { ...init.headers, ...headers } });
      }
      const query = new URLSearchParams(Object.entries((input ?? {}) as Record<string, string>)).toString();
      return send(fetchIt, query ? `${address}?${query}` : address, { headers });
    },
  };
}
