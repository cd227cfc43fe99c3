/** What a page says about its functions and the calls it was given. None of it is about a foreign conversation. */
import type { PageToolsSession } from '../../tools/page-tools-session.js';
import type { FrameHandler, FrameOf, Visit } from './frame-handler.js';

export async function offerTools(visit: Visit, frame: FrameOf<'tools'>): Promise<void> {
  if (!(await visit.owns(frame.conversation))) return visit.refuse('not_found');
  await visit.seat.offer(frame);
}

export async function toolsFocus({ seat }: Visit): Promise<void> {
  await seat.focus();
}

type CallFrame = 'tool.claim' | 'tool.refuse' | 'tool.decide' | 'tool.started' | 'tool.progress' | 'tool.result';

/** A foreign conversation and one that doesn't exist are the same to whoever asks. */
export function ofCall<Name extends CallFrame>(
  tell: (seat: PageToolsSession, frame: FrameOf<Name>) => Promise<void>,
): FrameHandler<Name> {
  return async (visit, frame) => {
    const { conversation, call }: FrameOf<CallFrame> = frame;
    if (!(await visit.owns(conversation))) return visit.refuse('not_found', call);
    await tell(visit.seat, frame);
  };
}
