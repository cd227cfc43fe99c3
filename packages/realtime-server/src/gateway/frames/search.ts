import { search as searchMessages } from '../../conversation/search/search.js';
import { SEARCH_WORK } from '../../runtime/limits.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';
import { BUSY_RETRY_MS } from './request-error.js';

/** The first request that is refused when the load rises; and one of a session at a time, or it could have many at once. */
export async function search(client: ClientSession, { id, text }: FrameOf<'search'>): Promise<void> {
  const { deps, session } = client;
  if (deps.load() >= 1) return client.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await client.waitForReadBudget(SEARCH_WORK.readsPerSearch))) return;
  const found = await client.searchAlone(() =>
    searchMessages(deps.store, session.contact, text, (characters) => client.waitForSearchedBudget(characters)),
  );
  if (found === null) return client.refuse('busy', id, BUSY_RETRY_MS);
  client.send({ t: 'found', id, ...found });
}
