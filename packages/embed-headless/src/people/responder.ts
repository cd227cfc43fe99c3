import type { Author } from '@service/protocol';
import type { ChatState } from '../core/index.js';

/** The part of the client's state that says who answers. */
export type ResponderSource = Pick<ChatState, 'handledBy' | 'timeline'>;

/** The author of the latest message or handoff of a person. Null: the agent answers, or no person has joined yet. */
export function responderOf({ handledBy, timeline }: ResponderSource): Author | null {
  if (handledBy !== 'human') return null;
  const latest = timeline.findLast(
    (entry) => entry.type === 'person' || (entry.type === 'notice' && entry.notice === 'handoff-accepted'),
  );
  return latest?.type === 'person' ? latest.author : latest?.type === 'notice' ? latest.by : null;
}
