/** Inboxes as they are stored. */
import type { InboxState } from '@service/realtime-server/ports';
import type { Kysely } from 'kysely';
import { inByteOrder } from '../../database/byte-order.js';
import type { Inboxes } from '../../database/tables/inbox-tables.js';
import type { Tables } from '../../database/tables.js';
import { type ChangedIn, changedNow } from '../../router/changes/changed-fields.js';
import { type InboxFields, inboxFields } from './inbox-fields.js';

/** A transaction, or the database itself. */
type Db = Kysely<Tables>;

export interface StoredInbox {
  readonly id: string;
  readonly orgId: string;
  readonly state: InboxState;
  readonly fields: InboxFields;
  readonly aiAgentId: string | null;
  readonly teamIds: readonly string[];
  /** Sealed. Null: there are none. */
  readonly identityKeys: string | null;
  readonly version: number;
  readonly changedIn: ChangedIn;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type InboxChange = Partial<InboxFields> & {
  readonly state?: InboxState;
  readonly aiAgentId?: string | null;
  readonly teamIds?: readonly string[];
  readonly identityKeys?: string;
};

export async function findInbox(db: Db, orgId: string, id: string): Promise<StoredInbox | null> {
  const row = await db
    .selectFrom('inbox')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? storedInbox(row) : null;
}

/** By their ids: those made earlier come first. At most `limit` behind the id `after`. */
export async function pageOfInboxes(
  db: Db,
  orgId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly StoredInbox[]> {
  const id = inByteOrder(db, 'id');
  let query = db.selectFrom('inbox').selectAll().where('org_id', '=', orgId).orderBy(id).limit(limit);
  if (after !== null) query = query.where(id, '>', after);
  return (await query.execute()).map(storedInbox);
}

/** Those that this AI agent answers in, without archived ones. */
export async function inboxesOfAgent(db: Db, orgId: string, agentId: string): Promise<readonly StoredInbox[]> {
  const rows = await db
    .selectFrom('inbox')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('ai_agent_id', '=', agentId)
    .where('state', '!=', 'archived')
    .orderBy('id')
    .execute();
  return rows.map(storedInbox);
}

export const allInboxes = async (db: Db): Promise<readonly StoredInbox[]> =>
  (await db.selectFrom('inbox').selectAll().orderBy('id').execute()).map(storedInbox);

/** Without those that are archived. */
export async function countInboxes(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('inbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .where('state', '!=', 'archived')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertInbox(
  db: Db,
  inbox: Pick<StoredInbox, 'id' | 'orgId' | 'state' | 'fields' | 'aiAgentId' | 'teamIds'> & { readonly at: number },
): Promise<void> {
  const { id, orgId, state, fields, aiAgentId, teamIds, at } = inbox;
  const row: Inboxes = {
    ...{ id, state, org_id: orgId, ai_agent_id: aiAgentId, identity_keys: null, version: 1, changed_in: '{}' },
    fields: JSON.stringify(fields),
    team_ids: JSON.stringify(teamIds),
    created_at: at,
    updated_at: at,
  };
  await db.insertInto('inbox').values(row).execute();
  await countUp(db);
}

/** @returns the new version */
export async function updateInbox(db: Db, before: StoredInbox, change: InboxChange, at: number): Promise<number> {
  const { state, aiAgentId, teamIds, identityKeys, ...fields } = change;
  const version = before.version + 1;
  await db
    .updateTable('inbox')
    .set({
      version,
      ...(state !== undefined && { state }),
      ...(aiAgentId !== undefined && { ai_agent_id: aiAgentId }),
      ...(teamIds !== undefined && { team_ids: JSON.stringify(teamIds) }),
      ...(identityKeys !== undefined && { identity_keys: identityKeys }),
      fields: JSON.stringify({ ...before.fields, ...fields }),
      changed_in: JSON.stringify(changedNow(before.changedIn, Object.keys(change), version)),
      updated_at: at,
    })
    .where('id', '=', before.id)
    .execute();
  await countUp(db);
  return version;
}

/** With everything that belongs to it. */
export async function deleteInboxesOf(db: Db, orgId: string): Promise<void> {
  const own = db.selectFrom('inbox').select('id').where('org_id', '=', orgId);
  await db.deleteFrom('inbox_consent_wording').where('inbox_id', 'in', own).execute();
  await db.deleteFrom('inbox_install').where('inbox_id', 'in', own).execute();
  await db.deleteFrom('inbox').where('org_id', '=', orgId).execute();
  await countUp(db);
}

/** In the transaction of each change that servers must see: they compare this number. */
export async function countUp(db: Db): Promise<void> {
  await db
    .updateTable('revision')
    .set((now) => ({ revision: now('revision', '+', 1) }))
    .where('name', '=', 'inboxes')
    .execute();
}

export async function inboxRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('revision').select('revision').where('name', '=', 'inboxes').executeTakeFirst();
  return Number(row?.revision ?? 0);
}

const storedInbox = (row: Inboxes): StoredInbox => ({
  id: row.id,
  orgId: row.org_id,
  state: row.state as InboxState,
  // Fields of a newer version of this program are left out, and those that it did not know yet have their defaults.
  fields: inboxFields.strip().parse(JSON.parse(row.fields)),
  aiAgentId: row.ai_agent_id,
  teamIds: JSON.parse(row.team_ids),
  identityKeys: row.identity_keys,
  version: row.version,
  changedIn: JSON.parse(row.changed_in),
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});
