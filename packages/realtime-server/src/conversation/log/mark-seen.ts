/** Stores how far the business has read a conversation, and notifies its visitor when the number has risen. */
import type { Bus } from '../../bus/bus.js';
import type { Conversation, Store } from '../../store/store.js';

/** `seq`: the number of the last event that was shown to them. */
export type MarkSeen = (conversation: Conversation, seq: number) => Promise<void>;

export function markSeenIn(store: Store, bus: Bus): MarkSeen {
  return async ({ id, seen }, seq) => {
    if (seq > seen) bus.publish(id, { kind: 'seen', seq: await store.markSeen(id, seq) });
  };
}
