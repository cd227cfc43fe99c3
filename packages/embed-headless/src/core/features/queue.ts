import { type LogEvent, readQueueFrame } from '@service/protocol';
import type { ForeignFrame } from '../state/input.js';
import type { Transition } from '../state/transition.js';
import { update } from './deferred-state.js';

/** False: malformed. The wire says `place` and `attended`; this is the only place that knows. */
export function queueReceived(tx: Transition, given: ForeignFrame): boolean {
  const frame = readQueueFrame(given);
  if (!frame) return false;
  const { conversation, place, attended } = frame;
  if (conversation === tx.model.conversation) update(tx, { queue: { position: place, staffed: attended } });
  return true;
}

/** A visitor who leaves the queue and joins it again has another place. */
export function handoffChanged(tx: Transition, { body }: LogEvent): void {
  if (body.kind.startsWith('handoff.')) update(tx, { queue: null });
}
