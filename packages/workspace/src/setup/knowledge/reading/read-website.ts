/**
 * Reads a website page by page. What is found waits in the ledger, so that another node can go on where this one ended, and no page is
 * read twice in one run.
 */
import type { Found, SiteVisit } from '@service/answering/ports';
import type { KnowledgePages } from '../../../database/tables/knowledge-tables.js';
import type { Services } from '../../../router/services.js';
import { loadContent } from '../contents.js';
import { basesOf, countChange } from '../source-bases.js';
import type { Website } from '../source-fields.js';
import { noteFound, noteUnread } from './note-found.js';
import { saveOutcome } from './save-outcome.js';
import { inTurn, type Turn } from './turns.js';

/** Pages after which what was read is used, before the run has ended. */
const USED_EVERY = 25;

/**
 * @returns why it ended early; null: everything was read
 * @throws TurnLost
 */
export async function readWebsite(services: Services, turn: Turn, signal: AbortSignal): Promise<string | null> {
  const { database, knowledge, now } = services;
  const { source } = turn;
  const settings = JSON.parse(source.settings) as Website;
  const visit = knowledge.reader.visit(settings);
  const begun = await visit.begin(signal);
  if (!begun.ok) {
    const start = { key: settings.startUrl, address: settings.startUrl, reason: begun.problem };
    if (source.read_at === null) await noteUnread(services, turn, [start]);
    return begun.problem;
  }
  await noteFound(services, turn, settings, begun);
  await noteUnread(services, turn, begun.unread);
  let handled = await countHandled(services, turn);
  for (;;) {
    signal.throwIfAborted();
    const page = await nextPage(services, turn);
    if (!page) return null;
    if (handled >= settings.maxPages) {
      await skipWaiting(
        services,
        turn,
        `More than ${settings.maxPages} pages were found. Read more, or choose fewer with “include” and “exclude”.`,
      );
      return null;
    }
    const known = { key: page.page_key, address: page.address, etag: page.etag, lastModified: page.last_modified };
    const outcome = await visit.read(known, signal);
    if (outcome.kind === 'over') {
      await skipWaiting(services, turn, outcome.reason);
      return null;
    }
    handled += 1;
    const found =
      outcome.kind === 'unchanged' ? await linksOf(services, visit, page) : 'found' in outcome ? outcome : null;
    if (found) await noteFound(services, turn, settings, found);
    await saveOutcome(services, turn, page, outcome);
    if (handled % USED_EVERY === 0)
      await inTurn(database.db, turn, now(), async (transaction) =>
        countChange(transaction, source.org_id, await basesOf(transaction, source.id), now()),
      );
  }
}

async function nextPage({ database }: Services, { source, run }: Turn): Promise<KnowledgePages | undefined> {
  return database.db
    .selectFrom('knowledge_page')
    .selectAll()
    .where('source_id', '=', source.id)
    .where('found', '=', run)
    .where('run', '<', run)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
}

/** Pages that were asked for in this run, also by a node that is gone. */
async function countHandled({ database }: Services, { source, run }: Turn): Promise<number> {
  const { count } = await database.db
    .selectFrom('knowledge_page')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('source_id', '=', source.id)
    .where('run', '=', run)
    .where('state', 'in', ['read', 'failed', 'moved'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Pages that are not asked for in this run. What was read of them before is used. */
async function skipWaiting({ database, now }: Services, turn: Turn, reason: string): Promise<void> {
  const { source, run } = turn;
  await inTurn(database.db, turn, now(), async (transaction) => {
    await transaction
      .updateTable('knowledge_page')
      .set({ run, state: 'skipped', reason })
      .where('source_id', '=', source.id)
      .where('found', '=', run)
      .where('run', '<', run)
      .execute();
  });
}

async function linksOf({ database }: Services, visit: SiteVisit, page: KnowledgePages): Promise<Found> {
  const content = await loadContent(database.db, page.id);
  return visit.linksIn({ key: page.page_key, address: page.address }, content);
}
