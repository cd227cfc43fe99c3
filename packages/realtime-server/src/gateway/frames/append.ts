/** A visitor says something: it is acknowledged when it is in the log, and not before. */
import type { RequestErrorCode } from '@service/protocol';
import { BUSY_RETRY_MS, type FrameOf, takeAppendBudget, type Visit } from './frame-handler.js';

export async function append(visit: Visit, { conversation, clientId, body }: FrameOf<'append'>): Promise<void> {
  const { deps, seat } = visit;
  if (deps.load() >= 3) return visit.refuse('busy', clientId, BUSY_RETRY_MS);
  if (!takeAppendBudget(visit, clientId)) return;
  const writer = await visit.writerIn(conversation);
  if (!writer) return visit.refuse('not_found', clientId);
  // Started before the append, so that it is stored before the answer asks for a page. A message must not fail for it.
  seat.noteMessage(conversation).catch(deps.tools.deps.onFailure);
  const result = await deps.append(conversation, writer, clientId, body);
  if (!result.ok) return refuse(visit, conversation, clientId, result.code);
  const { seq, at, duplicate } = result;
  visit.send({ t: 'ack', conversation, clientId, seq, at, ...(duplicate && { duplicate: true as const }) });
}

async function refuse(visit: Visit, conversation: string, clientId: string, code: RequestErrorCode): Promise<void> {
  // To a store an erased conversation is a closed one; to whoever writes into it, it is gone.
  const isGone = code === 'conversation_closed' && !(await visit.find(conversation));
  visit.refuse(isGone ? 'not_found' : code, clientId);
}
