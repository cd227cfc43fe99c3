/** A visitor's conversations as wholes: which there are, going to another, erasing one, taking the consent back. */
import { CLOSE, type HelloFrame } from '@service/protocol';
import { ownConversation } from '../../conversation/sessions/sessions.js';
import {
  beginConversation,
  eraseConversation,
  listConversations,
  withdrawConsent,
} from '../../conversation/visitor-conversations.js';
import { BUSY_RETRY_MS, type FrameOf, takeAppendBudget, type Visit, waitForReadBudget } from './frame-handler.js';

/** A client that names where it was comes back there, also when another tab has gone elsewhere meanwhile. */
export async function comeBack(visit: Visit, { cursor }: Pick<HelloFrame, 'cursor'>): Promise<void> {
  if (!cursor || cursor.conversation === visit.session.conversation) return;
  // Told before the welcome: what was written there and not sent must not go into another conversation by it.
  const found = await visit.find(cursor.conversation);
  if (found) visit.enter(found);
}

export async function list(visit: Visit, { id }: FrameOf<'list'>): Promise<void> {
  const { deps, session } = visit;
  if (deps.load() >= 2) return visit.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await waitForReadBudget(visit))) return;
  visit.send({ t: 'conversations', id, conversations: await listConversations(deps.store, session.contact) });
}

export async function open(visit: Visit, { id, conversation }: FrameOf<'open'>): Promise<void> {
  const { deps, session } = visit;
  if (deps.load() >= 3) return visit.refuse('busy', id, BUSY_RETRY_MS);
  if (!takeAppendBudget(visit, id)) return;
  const wanted = conversation ?? (await beginConversation(deps, session, id))?.id;
  if (wanted === undefined) return visit.close(CLOSE.sessionExpired);
  // Looked up also when it was begun just now: the request may come again after that conversation was erased.
  const found = await visit.find(wanted);
  if (!found) return visit.refuse('not_found', id);
  if (conversation !== null) await deps.store.enterConversation(session.id, wanted);
  // What this page offered, it offered there.
  await visit.seat.close();
  visit.enter(found);
  visit.send({ t: 'opened', id, conversation: wanted });
  visit.follow(wanted, null);
}

export async function erase(visit: Visit, { id, conversation }: FrameOf<'erase'>): Promise<void> {
  const found = await ownConversation(visit.deps.store, visit.session, conversation);
  if (!found) return visit.refuse('not_found', id);
  if (!found.erased) await eraseConversation(visit.deps, conversation);
  visit.tellErased(conversation);
}

export async function withdraw(visit: Visit): Promise<void> {
  const { live } = visit.deps;
  for (const session of await withdrawConsent(visit.deps, visit.session)) live.closeEverywhere(session, 'withdrawn');
  visit.close(CLOSE.consentWithdrawn);
}
