/** Notes addresses that a site names: each once, whichever page named it. */
import type { Found, PageAddress } from '@service/answering/ports';
import type { Transaction } from 'kysely';
import type { KnowledgePages } from '../../../database/tables/knowledge-tables.js';
import type { Tables } from '../../../database/tables.js';
import type { Services } from '../../../router/services.js';
import { lastPlace, newPage } from '../page-rows.js';
import type { Website } from '../source-fields.js';
import { inTurn, type Turn } from './turns.js';

/** Rows of one statement, and pages of one transaction: others wait for it. */
const AT_ONCE = 100;
const IN_TRANSACTION = 500;

/** How many addresses a source notes: those that may be read, and as many again that may not. */
const mostNoted = ({ maxPages }: Website): number => 2 * maxPages + 500;

/** @throws TurnLost */
export async function noteFound(services: Services, turn: Turn, settings: Website, { found, hasMore }: Found) {
  let isFull = hasMore;
  for (let at = 0; at < found.length; at += IN_TRANSACTION) {
    const some = found.slice(at, at + IN_TRANSACTION);
    const full = await inTurn(services.database.db, turn, services.now(), (transaction) =>
      noteSome(services, transaction, turn, settings, some),
    );
    isFull ||= full;
    if (full) break;
  }
  if (!isFull) return;
  await inTurn(services.database.db, turn, services.now(), async (transaction) => {
    await transaction.updateTable('knowledge_source').set({ has_more: 1 }).where('id', '=', turn.source.id).execute();
  });
}

/** @returns whether some had no room */
async function noteSome(
  { newId }: Services,
  transaction: Transaction<Tables>,
  { source, run }: Turn,
  settings: Website,
  found: Found['found'],
): Promise<boolean> {
  const known = await findKnown(transaction, source.id, found);
  const again = found.filter(({ key }) => known.has(key)).map(({ key }) => key);
  for (let at = 0; at < again.length; at += AT_ONCE)
    await transaction
      .updateTable('knowledge_page')
      .set({ found: run })
      .where('source_id', '=', source.id)
      .where('page_key', 'in', again.slice(at, at + AT_ONCE))
      .where('found', '<', run)
      .execute();
  const [count, last] = [await countNoted(transaction, source.id, run), await lastPlace(transaction, source.id)];
  const others = found.filter(({ key }) => !known.has(key));
  const fresh = others.slice(0, Math.max(0, mostNoted(settings) - count));
  const rows = fresh.map(
    ({ key, address, skip }, index): KnowledgePages =>
      newPage({
        ...{ id: newId('pag'), org_id: source.org_id, source_id: source.id, page_key: key, address },
        ...{ place: last + 1 + index, found: run },
        ...(skip !== null && { run, state: 'skipped', reason: skip }),
      }),
  );
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await transaction
      .insertInto('knowledge_page')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
  return fresh.length < others.length;
}

async function findKnown(
  transaction: Transaction<Tables>,
  sourceId: string,
  found: readonly PageAddress[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const rows = await transaction
      .selectFrom('knowledge_page')
      .select('page_key')
      .where('source_id', '=', sourceId)
      .where(
        'page_key',
        'in',
        found.slice(at, at + AT_ONCE).map(({ key }) => key),
      )
      .execute();
    for (const { page_key } of rows) known.add(page_key);
  }
  return known;
}

async function countNoted(transaction: Transaction<Tables>, sourceId: string, run: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('knowledge_page')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('source_id', '=', sourceId)
    .where('found', '=', run)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Addresses that were asked for and gave nothing, such as a sitemap. @throws TurnLost */
export async function noteUnread(
  { database, now, newId }: Services,
  turn: Turn,
  unread: readonly (PageAddress & { readonly reason: string })[],
): Promise<void> {
  const { source, run } = turn;
  if (unread.length === 0) return;
  await inTurn(database.db, turn, now(), async (transaction) => {
    const last = await lastPlace(transaction, source.id);
    const result = { run, found: run, state: 'failed' } as const;
    const rows = unread.map(({ key, address, reason }, index) =>
      newPage({
        ...{ id: newId('pag'), org_id: source.org_id, source_id: source.id, page_key: key, address, reason, ...result },
        place: last + 1 + index,
      }),
    );
    await transaction
      .insertInto('knowledge_page')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['source_id', 'page_key'])
          .doUpdateSet((row) => ({ ...result, reason: row.ref('excluded.reason') })),
      )
      .execute();
  });
}
