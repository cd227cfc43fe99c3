/** Calls one operation for an agent. Whether it may is decided by the procedure's own guard, as at every door. */
import { call, ORPCError } from '@orpc/server';
import type { Agent } from '../../callers/caller.js';
import { type ErrorBody, errorBody, failure } from '../../contract/errors.js';
import type { Client } from '../../router/procedure.js';
import type { Services } from '../../router/services.js';
import { OPERATIONS } from './operations.js';

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly status: number; readonly error: ErrorBody };

export interface Execution {
  readonly operationId: string;
  readonly input: unknown;
  readonly caller: Agent;
  readonly client: Client;
}

/** Never rejects. An error that no procedure names is logged, and answered without its text. */
export async function execute({ operationId, input, caller, client }: Execution, services: Services): Promise<Outcome> {
  try {
    const operation = OPERATIONS.get(operationId);
    if (!operation)
      throw failure('NOT_FOUND', 'There is no such operation. Read the catalog for those that there are.');
    const { procedure, path } = operation;
    const context = { caller, client, services };
    const result = await call(procedure, input, { context, path });
    return { ok: true, result: result ?? null };
  } catch (thrown) {
    const known = thrown instanceof ORPCError ? thrown : null;
    if (!known || known.code === 'INTERNAL_SERVER_ERROR')
      services.log('error', 'a procedure failed', { operation: operationId, error: (thrown as Error).message });
    const error = known ?? failure('INTERNAL_SERVER_ERROR', '');
    return { ok: false, status: error.status, error: errorBody(error) };
  }
}
