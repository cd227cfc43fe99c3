/** The end of a run: what became of the source, in one of three words, and when it is read again. */

import { recordOwnChange } from '../../../router/changes/record-change.js';
import type { Services } from '../../../router/services.js';
import { countPages, deleteUnfound, NO_PAGES, type PageCounts } from '../page-rows.js';
import { basesOf, countChange } from '../source-bases.js';
import { REFRESH_MS, type SourceState, type Website } from '../source-fields.js';
import { inTurn, type Turn } from './turns.js';

type Finishing = Pick<Services, 'database' | 'now' | 'newId' | 'log'>;

/**
 * @param problem why the run ended before its end; null: it has read everything
 * @throws TurnLost
 */
export async function finishRun(services: Finishing, turn: Turn, problem: string | null): Promise<readonly string[]> {
  const { database, now } = services;
  const { source, run } = turn;
  return inTurn(database.db, turn, now(), async (transaction) => {
    if (problem === null) await deleteUnfound(transaction, source.id, run);
    const counts = (await countPages(transaction, [source.id])).get(source.id) ?? NO_PAGES;
    const { state, why } = outcomeOf(source.type, counts, problem);
    await transaction
      .updateTable('knowledge_source')
      .set({ state, problem: why, tries: 0, due_at: nextAt(turn, now()), read_at: now() })
      .where('id', '=', source.id)
      .execute();
    const bases = await basesOf(transaction, source.id);
    await countChange(transaction, source.org_id, bases, now());
    await recordOwnChange(
      transaction,
      services,
      { orgId: source.org_id, action: 'knowledge.read' },
      { target: 'knowledge_source', targetId: source.id, version: source.version, fields: ['state', 'pages'] },
    );
    return bases;
  });
}

const TO_DO: Readonly<Record<string, string>> = {
  website:
    'No page of it has text that can be used. See the reasons in its pages; the site may build its text by scripts, which are not run: add the text as articles or files.',
  file: 'Nothing of it can be used. Save it with text in it, and add it again.',
};

/** A source without a passage has failed, whatever its pages say. */
export function outcomeOf(
  type: string,
  { passages, failed }: Pick<PageCounts, 'passages' | 'failed'>,
  problem: string | null,
): { readonly state: SourceState; readonly why: string | null } {
  if (passages === 0) return { state: 'failed', why: problem ?? TO_DO[type] ?? 'It has no text. Write some.' };
  if (problem !== null) return { state: 'partly', why: `${problem} What was read before is used.` };
  return failed > 0
    ? { state: 'partly', why: 'Some pages could not be read: see the reasons.' }
    : { state: 'ready', why: null };
}

function nextAt({ source }: Turn, now: number): number | null {
  if (source.type !== 'website') return null;
  const pause = REFRESH_MS[(JSON.parse(source.settings) as Website).refresh];
  return pause === null ? null : now + pause;
}
