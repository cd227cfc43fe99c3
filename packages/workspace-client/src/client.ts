/** The workspace's procedures by name. Names, inputs and outputs are those of the server's table; none is written twice. */
import type { AnyProcedure, InferRouterInputs, InferRouterOutputs } from '@orpc/server';
import type { Router } from '@service/workspace';
import { READS } from './reads.js';
import { json, send, type WorkspaceResult } from './send.js';

type Join<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** `members.list` … */
type Procedures<Node, Path extends string = ''> = Node extends AnyProcedure
  ? Readonly<Record<Path, Node>>
  : {
      [Key in keyof Node & string]: Procedures<Node[Key], Path extends '' ? Key : `${Path}.${Key}`>;
    }[keyof Node & string];
type Table = Omit<Join<Procedures<Router>>, 'health'>;

export type ProcedureName = keyof Table & string;
export type Inputs = {
  [Name in ProcedureName]: Table[Name] extends AnyProcedure ? InferRouterInputs<Table[Name]> : never;
};
export type Outputs = {
  [Name in ProcedureName]: Table[Name] extends AnyProcedure ? InferRouterOutputs<Table[Name]> : never;
};

/** Procedures whose path is specified and is not their name. */
export const PATHS: Readonly<Partial<Record<ProcedureName, string>>> = {
  'profile.email.preferences.get': 'emails/preferences',
  'profile.email.preferences.update': 'emails/preferences',
  'admin.panelStats': 'admin/panel-stats',
  'admin.emails.getMetrics': 'admin/emails/metrics',
};

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
  // A redirect would carry the key to another address.
  const own: RequestInit = apiKey === undefined ? {} : { redirect: 'error' };
  return {
    call(name, input) {
      const address = `${baseUrl}/api/rpc/${PATHS[name] ?? name.replaceAll('.', '/')}`;
      if (!READS.has(name)) {
        const init = json((input ?? {}) as object);
        return send(fetchIt, address, { ...own, ...init, headers: { ...init.headers, ...headers } });
      }
      const query = queryOf((input ?? {}) as Record<string, unknown>);
      return send(fetchIt, query ? `${address}?${query}` : address, { ...own, headers });
    },
  };
}

/** What is not given is left out: a query has no word for it. Reads take texts, numbers and booleans alone. */
const queryOf = (input: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(input).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  ).toString();
