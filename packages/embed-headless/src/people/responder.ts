/** Which person answers now, read off what a client reports. A file of its own: a screen that only names them needs no more. */
import type { Author } from '@service/protocol';
import type { ChatState } from '../core/index.js';

/** The part of a chat that tells who answers: a client's state, or what `useChat` returns. */
export type ResponderSource = Pick<ChatState, 'handledBy' | 'timeline'>;

/** As they came or wrote last. Null: nobody answers, or an assistant does, or whoever it is has not said a word yet. */
export function responderOf({ handledBy, timeline }: ResponderSource): Author | null {
  if (handledBy !== 'human') return null;
  const latest = timeline.findLast(
    (entry) => entry.type === 'person' || (entry.type === 'notice' && entry.notice === 'handoff-accepted'),
  );
  return latest?.type === 'person' ? latest.author : latest?.type === 'notice' ? latest.by : null;
}
