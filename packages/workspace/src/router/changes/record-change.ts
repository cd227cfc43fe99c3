/** Notes a change of a setting for the organization's log, in the transaction that makes it. */
import type { Transaction } from 'kysely';
import type { OrgScope } from '../../callers/caller.js';
import type { Outbox, Tables } from '../../database/tables.js';
import { type CallContext, callerId } from '../procedure.js';
import type { Services } from '../services.js';

/** Of all organizations. */
export const MOST_CHANGES = 100_000;

export type TargetType = 'inbox' | 'ai_agent' | 'knowledge_source';

export interface Change {
  readonly target: TargetType;
  readonly targetId: string;
  /** Of the target after the change. Null: it has none. */
  readonly version: number | null;
  /** Names of the fields that were changed. */
  readonly fields: readonly string[];
}

export type ChangeContext = CallContext & { readonly procedure: string; readonly scope: OrgScope };

/** A change that a caller makes. */
export function recordChange(transaction: Transaction<Tables>, context: ChangeContext, change: Change): Promise<void> {
  const { caller, procedure, scope, services } = context;
  const actor = { actor_kind: caller.kind, actor_id: callerId(caller) };
  return insertChange(transaction, services, { ...actor, org_id: scope, action: procedure }, change);
}

/** A change that the server makes by itself, such as a website that was read again. */
export function recordOwnChange(
  transaction: Transaction<Tables>,
  services: Pick<Services, 'newId' | 'now' | 'log'>,
  { orgId, action }: { readonly orgId: string; readonly action: string },
  change: Change,
): Promise<void> {
  const actor = { actor_kind: 'system', actor_id: 'system' };
  return insertChange(transaction, services, { ...actor, org_id: orgId, action }, change);
}

async function insertChange(
  transaction: Transaction<Tables>,
  { newId, now, log }: Pick<Services, 'newId' | 'now' | 'log'>,
  by: Pick<Outbox, 'actor_kind' | 'actor_id' | 'org_id' | 'action'>,
  { target, targetId, version, fields }: Change,
): Promise<void> {
  const row = { target_type: target, target_id: targetId, version, fields: JSON.stringify(fields) };
  await transaction
    .insertInto('outbox')
    .values({ id: newId('chg'), ...by, ...row, at: now() })
    .execute();
  const { numDeletedRows } = await transaction
    .deleteFrom('outbox')
    .where('id', 'in', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_CHANGES)
        .offset(MOST_CHANGES),
    )
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n)
    log('warn', 'the oldest changes that wait for the log were dropped', { dropped: Number(numDeletedRows) });
}
