/** Whether an opinion is about something that was said there: an id alone says nothing about where it belongs. */
import { FRAME_LIMITS } from '@service/protocol';
import type { Store } from '../../store/store.js';

/** Looks from the end, page by page: opinions are mostly about what was said last. */
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
