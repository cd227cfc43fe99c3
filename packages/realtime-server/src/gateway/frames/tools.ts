/** What a page says about its functions and the calls it was given. None of it is about a foreign conversation. */
import type { PageSeat } from '../../tools/page-seat.js';
import type { FrameNamed, Serve, Visit } from './visit.js';

export async function offerTools(visit: Visit, frame: FrameNamed<'tools'>): Promise<void> {
  if (!(await visit.owns(frame.conversation))) return visit.refuse('not_found');
  await visit.seat.offer(frame);
}

export async function toolsFocus({ seat }: Visit): Promise<void> {
  await seat.focus();
}

type CallFrame = 'tool.claim' | 'tool.refuse' | 'tool.decide' | 'tool.started' | 'tool.progress' | 'tool.result';

/** A foreign conversation and one that doesn't exist are the same to whoever asks. */
export function ofCall<Name extends CallFrame>(
  tell: (seat: PageSeat, frame: FrameNamed<Name>) => Promise<void>,
): Serve<Name> {
  return async (visit, frame) => {
    const { conversation, call }: FrameNamed<CallFrame> = frame;
    if (!(await visit.owns(conversation))) return visit.refuse('not_found', call);
    await tell(visit.seat, frame);
  };
}
