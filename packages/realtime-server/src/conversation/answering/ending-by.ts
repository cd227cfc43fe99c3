import type { BusMessage } from '../../bus/bus.js';
import type { Ending } from './answerer.js';

/** After these, the agent has nothing more to say. */
const ENDS_ANSWERS: ReadonlySet<string | null> = new Set([
  'handoff.requested',
  'handoff.accepted',
  'conversation.closed',
]);

/** How an answer in progress ends by a message about its conversation; null: it goes on. */
export function endingBy(message: BusMessage): Ending | null {
  if (message.kind === 'stop') return 'stopped';
  // The log is gone, and with it the place for the end of the answer.
  if (message.kind === 'erased') return 'lost';
  return ENDS_ANSWERS.has(bodyKindOf(message)) ? 'handoff' : null;
}

/** Of the event that was committed; null for other messages. */
function bodyKindOf(message: BusMessage): string | null {
  if (message.kind === 'event') return message.event.body.kind;
  return message.kind === 'head' ? message.body : null;
}
