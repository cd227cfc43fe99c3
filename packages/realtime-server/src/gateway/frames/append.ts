/** A visitor says something: it is acknowledged when it is in the log, and not before. */
import type { Author, RequestErrorCode } from '@service/protocol';
import type { AppendResult } from '../../conversation/log/append.js';
import { BUSY_FOR_MS, type FrameNamed, mayMake, type Visit } from './visit.js';

type AppendFrame = FrameNamed<'append'>;

export function append(visit: Visit, frame: AppendFrame): Promise<void> | void {
  if (visit.deps.load() >= 3) return visit.refuse('busy', frame.clientId, BUSY_FOR_MS);
  if (!mayMake(visit, frame.clientId)) return;
  const writer = visit.writerIn(frame.conversation);
  return writer instanceof Promise ? writer.then((found) => write(visit, frame, found)) : write(visit, frame, writer);
}

function write(
  visit: Visit,
  { conversation, clientId, body }: AppendFrame,
  writer: Author | null,
): Promise<void> | void {
  const { deps, seat } = visit;
  if (!writer) return visit.refuse('not_found', clientId);
  // Asked for first, so that it stands before anybody answers; a message must not fail for it.
  seat.spoke(conversation)?.catch(deps.tools.deps.onFailure);
  return deps
    .append(conversation, writer, clientId, body)
    .then((result) => answer(visit, conversation, clientId, result));
}

function answer(visit: Visit, conversation: string, clientId: string, result: AppendResult): Promise<void> | void {
  if (!result.ok) return refuse(visit, conversation, clientId, result.code);
  const { seq, at, duplicate } = result;
  visit.send({ t: 'ack', conversation, clientId, seq, at, ...(duplicate && { duplicate: true as const }) });
}

async function refuse(visit: Visit, conversation: string, clientId: string, code: RequestErrorCode): Promise<void> {
  // To a store an erased conversation is a closed one; to whoever writes into it, it is gone.
  const isGone = code === 'conversation_closed' && !(await visit.find(conversation));
  visit.refuse(isGone ? 'not_found' : code, clientId);
}
