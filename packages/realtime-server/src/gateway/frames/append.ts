import type { AppendBody, RequestErrorCode } from '@service/protocol';
import { ADMISSION_LIMITS } from '../admission/admission-limits.js';
import type { ClientSession } from '../client-session.js';
import type { FrameOf } from './frame-handler.js';
import { BUSY_RETRY_MS } from './request-error.js';

/** What begins or goes on with a conversation. A visitor may end things and rate answers at any time. */
const IN_PAUSE_REFUSED: ReadonlySet<string> = new Set(['message', 'handoff.requested']);

/** Whether the log is read for the answer that is rated, or for the form that is filled in. */
function looksThroughLog(body: AppendBody): boolean {
  return body.kind === 'feedback' || (body.kind === 'message' && body.filled !== undefined);
}

/** A message of the visitor. It is acknowledged after its commit, and not before. */
export async function append(
  client: ClientSession,
  { conversation, clientId, body }: FrameOf<'append'>,
): Promise<void> {
  const { deps } = client;
  if (deps.load() >= 3) return client.refuse('busy', clientId, BUSY_RETRY_MS);
  if (!client.takeAppendBudget(clientId) || !client.takeStoredBytes(clientId, body)) return;
  if (looksThroughLog(body) && !(await client.waitForReadBudget())) return;
  const author = await client.authorIn(conversation);
  if (!author) return client.refuse('not_found', clientId);
  if (client.isInPause() && IN_PAUSE_REFUSED.has(body.kind)) return client.refuse('inbox_paused', clientId);
  if (body.kind === 'handoff.requested' && !(await mayRequestPerson(client, conversation, clientId))) return;
  // Started before the append, so that it is stored before the answer asks for a page. A message must not fail for it.
  client.pageTools.noteMessage(conversation).catch(deps.tools.deps.onFailure);
  const result = await deps.append(conversation, author, clientId, body);
  if (!result.ok) return refuse(client, conversation, clientId, result.code);
  const { seq, at, duplicate } = result;
  client.send({ t: 'ack', conversation, clientId, seq, at, ...(duplicate && { duplicate: true as const }) });
}

/** A program can ask for a person without end and say nothing; people say what they want. */
async function mayRequestPerson(client: ClientSession, conversation: string, clientId: string): Promise<boolean> {
  const isSilent = (await client.deps.store.conversation(conversation))?.head === 0;
  return client.takeHandoffBudget(isSilent ? ADMISSION_LIMITS.silentHandoff : 1, clientId);
}

async function refuse(
  client: ClientSession,
  conversation: string,
  clientId: string,
  code: RequestErrorCode,
): Promise<void> {
  // The store calls an erased conversation closed; to the client it is gone.
  const isGone = code === 'conversation_closed' && !(await client.find(conversation));
  client.refuse(isGone ? 'not_found' : code, clientId);
}
