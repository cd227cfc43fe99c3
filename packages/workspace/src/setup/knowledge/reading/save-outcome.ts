/** Writes what became of a page into the ledger. A page that is reached at several addresses is noted once, under its own. */
import type { PageOutcome, ReadPage } from '@service/answering/ports';
import type { Transaction } from 'kysely';
import type { KnowledgePages } from '../../../database/tables/knowledge-tables.js';
import type { Tables } from '../../../database/tables.js';
import type { Services } from '../../../router/services.js';
import { packed, saveContent } from '../contents.js';
import { digest } from '../documents.js';
import { hasRoom, knowledgeUse, NO_ROOM } from '../limits.js';
import { changePage, findByKey, lastPlace, NO_CONTENT, newPage } from '../page-rows.js';
import { inTurn, type Turn } from './turns.js';

type Outcome = Exclude<PageOutcome, { readonly kind: 'over' }>;

/** @throws TurnLost */
export async function saveOutcome(
  services: Services,
  turn: Turn,
  asked: KnowledgePages,
  outcome: Outcome,
): Promise<void> {
  const { database, now } = services;
  const content = outcome.kind === 'read' ? await packed(outcome.content) : null;
  await inTurn(database.db, turn, now(), async (transaction) => {
    const page = await pageAt(services, transaction, turn, asked, outcome);
    if (page === null) return;
    const result = { run: turn.run, found: turn.run, read_at: now() };
    switch (outcome.kind) {
      case 'unchanged':
        return changePage(transaction, page.id, { ...result, state: 'read' });
      case 'skipped':
        return changePage(transaction, page.id, { ...result, ...NO_CONTENT, state: 'skipped', reason: outcome.reason });
      case 'failed': {
        const { reason, isPassing } = outcome;
        const stays = isPassing && page.content_hash !== null;
        const words = stays ? `${reason} What was read before is used.` : reason;
        return changePage(transaction, page.id, {
          ...result,
          ...(!stays && NO_CONTENT),
          state: 'failed',
          reason: words,
        });
      }
      case 'read':
        return saveRead(transaction, turn, page, { ...outcome, packed: content as string }, result);
    }
  });
}

/** The row of the page that answered; null: it has been noted in this run already. */
async function pageAt(
  { newId }: Services,
  transaction: Transaction<Tables>,
  { source, run }: Turn,
  asked: KnowledgePages,
  { at }: Outcome,
): Promise<KnowledgePages | null> {
  if (at.key === asked.page_key) return { ...asked, address: at.address };
  const own = await findByKey(transaction, source.id, at.key);
  // Two pages that name each other as the right one are two pages.
  if (own?.state === 'moved' && own.run === run) return asked;
  await changePage(transaction, asked.id, { run, ...NO_CONTENT, state: 'moved', reason: at.address });
  if (own) return own.run === run ? null : own;
  const made = newPage({
    ...{ id: newId('pag'), org_id: source.org_id, source_id: source.id, page_key: at.key, address: at.address },
    ...{ found: run, place: (await lastPlace(transaction, source.id)) + 1 },
  });
  await transaction.insertInto('knowledge_page').values(made).execute();
  return made;
}

async function saveRead(
  transaction: Transaction<Tables>,
  { source, run }: Turn,
  page: KnowledgePages,
  read: ReadPage & { readonly packed: string },
  result: Pick<KnowledgePages, 'run' | 'found' | 'read_at'>,
): Promise<void> {
  const hash = digest(read.textHash);
  const twin = await findTwin(transaction, source.id, hash, page.id, run);
  if (twin !== undefined) {
    const reason = `It says the same as ${twin}.`;
    return changePage(transaction, page.id, { ...result, ...NO_CONTENT, state: 'skipped', reason });
  }
  const use = await knowledgeUse(transaction, source.org_id);
  const bytes = read.content.length;
  const more = { pages: page.bytes > 0 ? 0 : 1, bytes: bytes - page.bytes };
  if (!hasRoom(use, more))
    return changePage(transaction, page.id, { ...result, ...NO_CONTENT, state: 'skipped', reason: NO_ROOM });
  if (page.content_hash !== hash || page.bytes !== bytes) await saveContent(transaction, page.id, read.packed);
  const { title, passages, problem, etag, lastModified } = read;
  await changePage(transaction, page.id, {
    ...{ ...result, state: 'read', reason: problem, title, passages, bytes, etag },
    ...{ content_hash: hash, last_modified: lastModified, address: page.address },
  });
}

/** Where another page of the source, which was read in this run, says the same. */
async function findTwin(
  transaction: Transaction<Tables>,
  sourceId: string,
  hash: string,
  except: string,
  run: number,
): Promise<string | undefined> {
  const row = await transaction
    .selectFrom('knowledge_page')
    .select('address')
    .where('source_id', '=', sourceId)
    .where('content_hash', '=', hash)
    .where('run', '=', run)
    .where('id', '!=', except)
    .executeTakeFirst();
  return row?.address;
}
