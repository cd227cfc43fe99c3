/** What a credential may call: the specification's "Agent catalog entry". It says what there is; whether a call is let through is decided at the call. */
import type { Agent } from '../../callers/caller.js';
import { covers } from '../../callers/may-call.js';
import { inputSchemaOf, OPERATIONS, type Operation } from './operations.js';

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
}

export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'query' | 'mutation';
  readonly inputSchema: object;
  readonly annotations: Annotations;
  readonly availableBeforeApproval: boolean;
}

export interface Catalog {
  readonly version: '1';
  readonly operations: readonly CatalogEntry[];
  readonly excluded: readonly { readonly id: string; readonly reason: string }[];
}

const NOT_GRANTED = 'The credential does not cover it. Its person can issue another one.';

export function catalogFor({ permission }: Agent): Catalog {
  const operations: CatalogEntry[] = [];
  const excluded: { id: string; reason: string }[] = [];
  for (const operation of OPERATIONS.values()) {
    const { id, meta } = operation;
    const reason = operation.excluded ?? (covers(permission, id, meta.kind) ? null : NOT_GRANTED);
    if (reason === null) operations.push(entryOf(operation));
    else excluded.push({ id, reason });
  }
  return { version: '1', operations, excluded };
}

/** Schemas are written when an agent first asks, and stay: there are as many as procedures. */
const entries = new Map<string, CatalogEntry>();

function entryOf(operation: Operation): CatalogEntry {
  const known = entries.get(operation.id);
  if (known) return known;
  const { id, meta, summary, description } = operation;
  const isRead = meta.kind === 'read';
  const entry: CatalogEntry = {
    id,
    name: summary,
    description,
    type: isRead ? 'query' : 'mutation',
    inputSchema: inputSchemaOf(operation),
    annotations: { readOnlyHint: isRead, destructiveHint: meta.kind === 'destructive' },
    availableBeforeApproval: meta.availableBeforeApproval,
  };
  entries.set(id, entry);
  return entry;
}
