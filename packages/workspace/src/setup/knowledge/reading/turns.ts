/**
 * Whose turn it is to be read: one node reads a source at a time, for as long as its lease, and every write proves by its attempt that
 * the lease is still its own. A node that dies leaves a source that is due when the lease has run out.
 */
import type { Kysely, Transaction } from 'kysely';
import type { KnowledgeSources } from '../../../database/tables/knowledge-tables.js';
import type { Tables } from '../../../database/tables.js';

/** Far longer than the slowest page takes to fetch and to read: each page renews it. */
export const LEASE_MS = 180_000;
/** Sources that are read at once, on all nodes. */
export const AT_ONCE = { organization: 2, all: 8 } as const;
/** Nodes that may end while they read the same source, until it is taken for the cause. */
export const MOST_TRIES = 4;

/** Another node has the source now, or it was changed or deleted: what was read by this one is dropped. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

export interface Turn {
  readonly source: KnowledgeSources;
  readonly run: number;
  readonly attempt: number;
}

/** The source that has waited longest and may be read now; null: there is none. `now`: Unix milliseconds. */
export async function takeTurn(db: Kysely<Tables>, now: number): Promise<Turn | null> {
  if (!(await findDue(db, now, [], []))) return null;
  return db.transaction().execute((transaction) => chooseTurn(transaction, now));
}

async function chooseTurn(transaction: Transaction<Tables>, now: number): Promise<Turn | null> {
  // Nodes that choose at once wait for each other here, so that what they count is true.
  await transaction
    .updateTable('knowledge_turn')
    .set((row) => ({ taken: row('taken', '+', 1) }))
    .execute();
  const live = await transaction
    .selectFrom('knowledge_source')
    .select(['org_id', 'host'])
    .where('state', '=', 'reading')
    .where('due_at', '>', now)
    .execute();
  if (live.length >= AT_ONCE.all) return null;
  const full = [...new Set(live.map(({ org_id }) => org_id))].filter(
    (org) => live.filter(({ org_id }) => org_id === org).length >= AT_ONCE.organization,
  );
  const chosen = await findDue(
    transaction,
    now,
    full,
    live.flatMap(({ host }) => host ?? []),
  );
  if (!chosen) return null;
  const goesOn = chosen.state === 'reading';
  const [run, attempt] = [goesOn ? chosen.run : chosen.run + 1, chosen.attempt + 1];
  await transaction
    .updateTable('knowledge_source')
    .set({
      ...{ state: 'reading', run, attempt, due_at: now + LEASE_MS },
      ...(goesOn ? { tries: chosen.tries + 1 } : { tries: 1, has_more: 0 }),
    })
    .where('id', '=', chosen.id)
    .execute();
  const source = await transaction
    .selectFrom('knowledge_source')
    .selectAll()
    .where('id', '=', chosen.id)
    .executeTakeFirstOrThrow();
  return { source, run, attempt };
}

/** Organizations that have enough, and sites that are being read, are left out, so that the others need not wait for them. */
function findDue(db: Kysely<Tables>, now: number, full: readonly string[], hosts: readonly string[]) {
  let query = db
    .selectFrom('knowledge_source')
    .select(['id', 'state', 'run', 'tries', 'attempt'])
    .where('due_at', '<=', now);
  if (full.length > 0) query = query.where('org_id', 'not in', full);
  if (hosts.length > 0) query = query.where((or) => or.or([or('host', 'is', null), or('host', 'not in', hosts)]));
  return query.orderBy('due_at').limit(1).executeTakeFirst();
}

/**
 * Writes while the turn is still this node's, and renews its lease.
 * @throws TurnLost
 */
export const inTurn = <T>(
  db: Kysely<Tables>,
  { source, attempt }: Turn,
  now: number,
  write: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('knowledge_source')
      .set({ due_at: now + LEASE_MS })
      .where('id', '=', source.id)
      .where('attempt', '=', attempt)
      .where('state', '=', 'reading')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new TurnLost('The source is read elsewhere, or was changed.');
    return write(transaction);
  });

/** This node is leaving: the next one goes on at once. */
export async function giveTurnUp(db: Kysely<Tables>, { source, attempt }: Turn, now: number): Promise<void> {
  await db
    .updateTable('knowledge_source')
    .set((row) => ({ due_at: now, tries: row('tries', '-', 1) }))
    .where('id', '=', source.id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'reading')
    .execute();
}

/** The embedded database belongs to one process: what was being read when it opened is read by no one. */
export async function freeTurns(db: Kysely<Tables>, now: number): Promise<void> {
  await db.updateTable('knowledge_source').set({ due_at: now }).where('state', '=', 'reading').execute();
}
