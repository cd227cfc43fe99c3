/** A visitor looks for what was said. The first thing to wait when the server has too much to do. */
import { search as searchSaid } from '../../conversation/search/search.js';
import { BUSY_RETRY_MS, type FrameOf, type Visit, waitForReadBudget } from './frame-handler.js';

export async function search(visit: Visit, { id, text }: FrameOf<'search'>): Promise<void> {
  const { deps, session } = visit;
  if (deps.load() >= 1) return visit.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await waitForReadBudget(visit))) return;
  visit.send({ t: 'found', id, ...(await searchSaid(deps.store, session.contact, text)) });
}
