/** Whether feedback is about an answer of this conversation: the id alone does not show it. */
import { FRAME_LIMITS } from '@service/protocol';
import type { Store } from '../../store/store.js';

/** Reads from the end, page by page: feedback is mostly about the last answers. */
export async function isAnswerIn(store: Store, conversation: string, message: string): Promise<boolean> {
  let before = ((await store.conversation(conversation))?.head ?? 0) + 1;
  while (before > 1) {
    const events = await store.eventsBefore(conversation, before, FRAME_LIMITS.replayEvents);
    if (events.some(({ body }) => body.kind.startsWith('answer.') && 'message' in body && body.message === message))
      return true;
    before = events[0]?.seq ?? 1;
  }
  return false;
}
