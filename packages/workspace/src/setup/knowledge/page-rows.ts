/** The ledger of a source: each page once, with what became of it. */
import type { Kysely } from 'kysely';
import type { KnowledgePages } from '../../database/tables/knowledge-tables.js';
import type { Tables } from '../../database/tables.js';
import { deleteContents } from './contents.js';
import { isInboxBase } from './source-bases.js';
import type { PageState } from './source-fields.js';

type Db = Kysely<Tables>;

export interface PageCounts {
  readonly waiting: number;
  readonly read: number;
  readonly skipped: number;
  readonly failed: number;
  readonly passages: number;
  readonly bytes: number;
}

export const NO_PAGES: PageCounts = { waiting: 0, read: 0, skipped: 0, failed: 0, passages: 0, bytes: 0 };

/** Of several sources, by their ids. */
export async function countPages(db: Db, sourceIds: readonly string[]): Promise<ReadonlyMap<string, PageCounts>> {
  const counts = new Map<string, PageCounts>();
  if (sourceIds.length === 0) return counts;
  const rows = await db
    .selectFrom('knowledge_page')
    .select(['source_id', 'state'])
    .select(({ fn }) => [fn.countAll().as('pages'), fn.sum('passages').as('passages'), fn.sum('bytes').as('bytes')])
    .where('source_id', 'in', sourceIds)
    .where('state', '!=', 'moved')
    .groupBy(['source_id', 'state'])
    .execute();
  for (const { source_id, state, ...row } of rows) {
    const before = counts.get(source_id) ?? NO_PAGES;
    counts.set(source_id, {
      ...before,
      [state]: Number(row.pages),
      passages: before.passages + Number(row.passages ?? 0),
      bytes: before.bytes + Number(row.bytes ?? 0),
    });
  }
  return counts;
}

/** Pages and documents that were read, of sources that only AI agents have. Those of inboxes are among the inbox's own articles. */
export async function countAgentArticles(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('knowledge_page')
    .innerJoin('knowledge_source', 'knowledge_source.id', 'knowledge_page.source_id')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('knowledge_page.org_id', '=', orgId)
    .where('knowledge_page.passages', '>', 0)
    .where('knowledge_source.state', '!=', 'paused')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('knowledge_source_base')
            .select('base')
            .whereRef('knowledge_source_base.source_id', '=', 'knowledge_source.id')
            .where(isInboxBase),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface PageFilter {
  readonly state: PageState | null;
  /** The place behind which the list begins. */
  readonly after: number;
  readonly limit: number;
}

/** In the order in which they were found. */
export function listPages(db: Db, sourceId: string, { state, after, limit }: PageFilter): Promise<KnowledgePages[]> {
  const query = db
    .selectFrom('knowledge_page')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('place', '>', after);
  return (state === null ? query.where('state', '!=', 'moved') : query.where('state', '=', state))
    .orderBy('place')
    .limit(limit)
    .execute();
}

export const findPage = (db: Db, sourceId: string, id: string): Promise<KnowledgePages | undefined> =>
  db.selectFrom('knowledge_page').selectAll().where('source_id', '=', sourceId).where('id', '=', id).executeTakeFirst();

export const findByKey = (db: Db, sourceId: string, key: string): Promise<KnowledgePages | undefined> =>
  db
    .selectFrom('knowledge_page')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('page_key', '=', key)
    .executeTakeFirst();

export async function lastPlace(db: Db, sourceId: string): Promise<number> {
  const row = await db
    .selectFrom('knowledge_page')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return Number(row?.place ?? 0);
}

export const newPage = (
  page: Pick<KnowledgePages, 'id' | 'org_id' | 'source_id' | 'page_key' | 'address' | 'place' | 'found'> &
    Partial<KnowledgePages>,
): KnowledgePages => ({
  ...{ title: '', state: 'waiting', reason: null, run: 0, passages: 0, bytes: 0, content_hash: null },
  ...{ etag: null, last_modified: null, questions: '[]', read_at: null },
  ...page,
});

/** Nothing is stored of it any more. */
export const NO_CONTENT = {
  passages: 0,
  bytes: 0,
  content_hash: null,
  etag: null,
  last_modified: null,
} as const satisfies Partial<KnowledgePages>;

export async function changePage(db: Db, id: string, change: Partial<KnowledgePages>): Promise<void> {
  await db.updateTable('knowledge_page').set(change).where('id', '=', id).execute();
  if (change.content_hash === null) await deleteContents(db, [id]);
}

/** Pages that no other one leads to any more. @returns whether one of them was used */
export async function deleteUnfound(db: Db, sourceId: string, run: number): Promise<boolean> {
  const rows = await db
    .selectFrom('knowledge_page')
    .select(['id', 'passages'])
    .where('source_id', '=', sourceId)
    .where('found', '<', run)
    .execute();
  await deleteContents(
    db,
    rows.map(({ id }) => id),
  );
  await db.deleteFrom('knowledge_page').where('source_id', '=', sourceId).where('found', '<', run).execute();
  return rows.some(({ passages }) => passages > 0);
}
