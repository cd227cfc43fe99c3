/** How much an organization's sources may have in all. */
import type { Kysely } from 'kysely';
import { failure } from '../../contract/errors.js';
import type { Tables } from '../../database/tables.js';

export const KNOWLEDGE_LIMITS = {
  sources: 200,
  /** With content. */
  pages: 5_000,
  /** Of contents, before they are compressed. */
  bytes: 256 * 2 ** 20,
} as const;

export interface KnowledgeUse {
  readonly pages: number;
  readonly bytes: number;
}

export async function countSources(db: Kysely<Tables>, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('knowledge_source')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function knowledgeUse(db: Kysely<Tables>, orgId: string): Promise<KnowledgeUse> {
  const { pages, bytes } = await db
    .selectFrom('knowledge_page')
    .select(({ fn }) => [fn.countAll().as('pages'), fn.sum('bytes').as('bytes')])
    .where('org_id', '=', orgId)
    .where('bytes', '>', 0)
    .executeTakeFirstOrThrow();
  return { pages: Number(pages), bytes: Number(bytes ?? 0) };
}

export const hasRoom = ({ pages, bytes }: KnowledgeUse, more: KnowledgeUse): boolean =>
  pages + more.pages <= KNOWLEDGE_LIMITS.pages && bytes + more.bytes <= KNOWLEDGE_LIMITS.bytes;

export const NO_ROOM = `An organization’s sources have at most ${KNOWLEDGE_LIMITS.pages} pages and ${KNOWLEDGE_LIMITS.bytes / 2 ** 20} MiB in all. Delete some, or choose fewer pages.`;

/**
 * Call it while the organization is held, or two that come at once may both fit.
 * @throws FORBIDDEN with the reason `limit`
 */
export async function mustHaveRoom(db: Kysely<Tables>, orgId: string, more: KnowledgeUse): Promise<void> {
  if (!hasRoom(await knowledgeUse(db, orgId), more)) throw failure('FORBIDDEN', NO_ROOM, { reason: 'limit' });
}

/** @throws like {@link mustHaveRoom} */
export async function mustFitSource(db: Kysely<Tables>, orgId: string): Promise<void> {
  if ((await countSources(db, orgId)) < KNOWLEDGE_LIMITS.sources) return;
  throw failure('FORBIDDEN', `An organization has at most ${KNOWLEDGE_LIMITS.sources} sources. Delete some first.`, {
    reason: 'limit',
  });
}
