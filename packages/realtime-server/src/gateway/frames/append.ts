/** A visitor says something: it is acknowledged when it is in the log, and not before. */
import { BUSY_FOR_MS, type FrameNamed, mayMake, type Visit } from './visit.js';

export async function append(visit: Visit, frame: FrameNamed<'append'>): Promise<void> {
  const { deps } = visit;
  const { conversation, clientId } = frame;
  if (deps.load() >= 3) return visit.refuse('busy', clientId, BUSY_FOR_MS);
  if (!mayMake(visit, clientId)) return;
  const writer = await visit.writerIn(conversation);
  if (!writer) return visit.refuse('not_found', clientId);
  // Asked for first, so that it stands before anybody answers; a message must not fail for it.
  visit.seat.spoke(conversation)?.catch(deps.tools.deps.onFailure);
  const result = await deps.append(conversation, writer, clientId, frame.body);
  if (!result.ok) {
    // To a store an erased conversation is a closed one; to whoever writes into it, it is gone.
    const isGone = result.code === 'conversation_closed' && !(await visit.find(conversation));
    return visit.refuse(isGone ? 'not_found' : result.code, clientId);
  }
  const { seq, at, duplicate } = result;
  visit.send({ t: 'ack', conversation, clientId, seq, at, ...(duplicate && { duplicate: true as const }) });
}
