/** A visitor's conversations as wholes: list, open, erase, withdraw consent. */
import { CLOSE, type HelloFrame } from '@service/protocol';
import { ownConversation } from '../../conversation/sessions/sessions.js';
import {
  beginConversation,
  eraseConversation,
  listConversations,
  withdrawConsent,
} from '../../conversation/visitor-conversations.js';
import { ADMISSION_LIMITS } from '../admission/admission-limits.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';
import { BUSY_RETRY_MS } from './request-error.js';

/** A client that names its last conversation returns to it, also when another tab has opened a different one meanwhile. */
export async function returnToConversation(
  client: ClientSession,
  { cursor }: Pick<HelloFrame, 'cursor'>,
): Promise<void> {
  if (!cursor || cursor.conversation === client.session.conversation) return;
  // An erased one is reported before the welcome: unsent messages for it must not go into another conversation.
  const found = await client.find(cursor.conversation);
  if (found) client.enter(found);
}

export async function list(client: ClientSession, { id }: FrameOf<'list'>): Promise<void> {
  const { deps, session } = client;
  if (deps.load() >= 2) return client.refuse('busy', id, BUSY_RETRY_MS);
  if (!(await client.waitForReadBudget())) return;
  client.send({ t: 'conversations', id, conversations: await listConversations(deps.store, session.contact) });
}

export async function open(client: ClientSession, { id, conversation }: FrameOf<'open'>): Promise<void> {
  const { deps, session } = client;
  if (deps.load() >= 3) return client.refuse('busy', id, BUSY_RETRY_MS);
  if (!client.takeAppendBudget(id)) return;
  if (conversation === null && !client.takeStoredBytes(id, null)) return;
  const wanted = conversation ?? (await beginConversation(deps, session, id))?.id;
  if (wanted === undefined) return client.socket.close(CLOSE.sessionExpired);
  // Also when it was begun just now: the same request may come again after that conversation was erased.
  const found = await client.find(wanted);
  if (!found) return client.refuse('not_found', id);
  if (conversation !== null) await deps.store.enterConversation(session.id, wanted);
  // The page offered its tools in the conversation before.
  await client.pageTools.close();
  client.enter(found);
  client.send({ t: 'opened', id, conversation: wanted });
  client.subscribe(wanted, null);
}

/** Never refused, whatever the load: it is the visitor's right. Each leaves a mark, which counts as stored. */
export async function erase(client: ClientSession, { id, conversation }: FrameOf<'erase'>): Promise<void> {
  if (!(await client.waitForSignalBudget(ADMISSION_LIMITS.signalsPerErasure))) return;
  const found = await ownConversation(client.deps.store, client.session, conversation);
  if (!found) return client.refuse('not_found', id);
  if (!found.erased) {
    client.chargeStoredBytes(null);
    await eraseConversation(client.deps, conversation);
  }
  client.reportErased(conversation);
}

export async function withdraw(client: ClientSession): Promise<void> {
  const { live } = client.deps;
  for (const session of await withdrawConsent(client.deps, client.session)) live.closeEverywhere(session, 'withdrawn');
  client.socket.close(CLOSE.consentWithdrawn);
}
