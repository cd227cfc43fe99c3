import { search as searchMessages } from '../../conversation/search/search.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';
import { BUSY_RETRY_MS } from './request-error.js';

/** The first request that is refused when the load rises. */
export async function search(client: ClientSession, { id, text }: FrameOf<'search'>): Promise<void> {
  const { deps, session } = client;
  if (deps.load() >= 1) return client.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await client.waitForReadBudget())) return;
  client.send({ t: 'found', id, ...(await searchMessages(deps.store, session.contact, text)) });
}
