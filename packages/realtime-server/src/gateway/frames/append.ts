/** A visitor says something: it is acknowledged when it is in the log, and not before. */
import { BUSY_FOR_MS, type FrameNamed, type Visit } from './visit.js';

export async function append(visit: Visit, frame: FrameNamed<'append'>): Promise<void> {
  const { deps } = visit;
  const { conversation, clientId } = frame;
  if (deps.load() >= 3) return visit.refuse('busy', clientId, BUSY_FOR_MS);
  const allowed = visit.appends.take(deps.clock.now());
  if (!allowed.ok) return visit.refuse('rate_limited', clientId, allowed.retryAfterMs);
  const writer = await visit.writerIn(conversation);
  if (!writer) return visit.refuse('not_found', clientId);
  // Asked for first, so that it stands before anybody answers; a message must not fail for it.
  visit.seat.spoke(conversation).catch(deps.tools.deps.onFailure);
  const result = await deps.append(conversation, writer, clientId, frame.body);
  if (!result.ok) return visit.refuse(result.code, clientId);
  const { seq, at, duplicate } = result;
  visit.send({ t: 'ack', conversation, clientId, seq, at, ...(duplicate && { duplicate: true as const }) });
}
