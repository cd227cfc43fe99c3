/** Sources as they are stored. */
import type { Kysely } from 'kysely';
import { inByteOrder } from '../../database/byte-order.js';
import type { KnowledgeSources } from '../../database/tables/knowledge-tables.js';
import type { Tables } from '../../database/tables.js';
import { deleteContents } from './contents.js';
import { basesOf, countChange } from './source-bases.js';
import type { SourceState, SourceType } from './source-fields.js';

/** A transaction, or the database itself. */
type Db = Kysely<Tables>;

/** What lists read: everything but what people wrote. */
export type SourceRow = Omit<KnowledgeSources, 'written'>;

const LISTED = [
  'id',
  'org_id',
  'type',
  'title',
  'language',
  'settings',
  'left_to_people',
  'state',
  'problem',
  'version',
  'run',
  'tries',
  'attempt',
  'due_at',
  'host',
  'has_more',
  'read_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof KnowledgeSources)[];

export const findSource = (db: Db, orgId: string, id: string): Promise<KnowledgeSources | undefined> =>
  db.selectFrom('knowledge_source').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

export interface SourceFilter {
  readonly type: SourceType | null;
  readonly state: SourceState | null;
  /** The id behind which the list begins; null: at its beginning. */
  readonly after: string | null;
  readonly limit: number;
}

/** In the order in which they were made. */
export function listSources(db: Db, orgId: string, { type, state, after, limit }: SourceFilter): Promise<SourceRow[]> {
  let query = db.selectFrom('knowledge_source').select(LISTED).where('org_id', '=', orgId);
  if (type !== null) query = query.where('type', '=', type);
  if (state !== null) query = query.where('state', '=', state);
  const id = inByteOrder(db, 'id');
  if (after !== null) query = query.where(id, '>', after);
  return query.orderBy(id).limit(limit).execute();
}

export type NewSource = Pick<
  KnowledgeSources,
  'id' | 'org_id' | 'type' | 'title' | 'language' | 'settings' | 'written' | 'left_to_people' | 'host'
>;

/** `isPaused`: it is not read, and not used. */
export async function insertSource(db: Db, source: NewSource, isPaused: boolean, at: number): Promise<void> {
  await db
    .insertInto('knowledge_source')
    .values({
      ...source,
      ...{ version: 1, run: 0, tries: 0, attempt: 0, has_more: 0, problem: null, read_at: null },
      ...dueAt(isPaused, at),
      ...{ created_at: at, updated_at: at },
    })
    .execute();
}

const dueAt = (isPaused: boolean, at: number): Pick<KnowledgeSources, 'state' | 'due_at'> =>
  isPaused ? { state: 'paused', due_at: null } : { state: 'pending', due_at: at };

/** A change by people. The node that reads it now loses its turn: it is read anew. */
export async function updateSource(
  db: Db,
  id: string,
  change: Partial<Pick<KnowledgeSources, 'title' | 'language' | 'settings' | 'written' | 'left_to_people' | 'host'>>,
  isPaused: boolean,
  at: number,
): Promise<void> {
  await db
    .updateTable('knowledge_source')
    .set((now) => ({
      ...change,
      ...dueAt(isPaused, at),
      problem: null,
      version: now('version', '+', 1),
      attempt: now('attempt', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute();
}

/** It is read again as soon as there is room. False: it is paused, or is read now. */
export async function makeDue(db: Db, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('knowledge_source')
    .set({ state: 'pending', due_at: at })
    .where('id', '=', id)
    // One that is read now goes on.
    .where('state', 'not in', ['paused', 'reading'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** With its pages and contents. @returns how many passages it had, and which bases */
export async function deleteSource(
  db: Db,
  orgId: string,
  id: string,
  at: number,
): Promise<{ readonly passages: number; readonly bases: readonly string[] }> {
  const bases = await basesOf(db, id);
  const pages = await db.selectFrom('knowledge_page').select(['id', 'passages']).where('source_id', '=', id).execute();
  await deleteContents(
    db,
    pages.map((page) => page.id),
  );
  await db.deleteFrom('knowledge_page').where('source_id', '=', id).execute();
  await db.deleteFrom('knowledge_source_base').where('source_id', '=', id).execute();
  await db.deleteFrom('knowledge_source').where('id', '=', id).execute();
  await countChange(db, orgId, bases, at);
  return { bases, passages: pages.reduce((all, { passages }) => all + passages, 0) };
}

/** Everything of an organization that is deleted. */
export async function deleteSources(db: Db, orgId: string, at: number): Promise<void> {
  const rows = await db.selectFrom('knowledge_source').select('id').where('org_id', '=', orgId).execute();
  for (const { id } of rows) await deleteSource(db, orgId, id, at);
}
