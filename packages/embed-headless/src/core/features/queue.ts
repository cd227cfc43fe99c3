/** Where the visitor stands who waits for a person: as the server said last, and only as long as the log agrees. */
import { readQueueFrame } from '@service/protocol';
import type { QueueStatus } from '../api/chat-state.js';
import type { Feature } from '../state/feature.js';
import type { Run } from '../state/transition.js';

export interface LinePart {
  readonly said: QueueStatus | null;
}

export const line: Feature<'line'> = {
  part: { said: null },
  // It is only ever told.
  take: () => undefined,
  view: ({ said }, { handledBy }) => ({ queue: handledBy === 'queued' ? said : null }),
  heard(run, given) {
    const frame = readQueueFrame(given);
    if (!frame) return given.t !== 'line';
    const { conversation, place, attended } = frame;
    if (conversation === run.model.conversation) run.setPart('line', { said: { position: place, staffed: attended } });
    return true;
  },
  // Who leaves the line and joins it again stands somewhere else.
  arrived(run, { body }) {
    if (body.kind.startsWith('handoff.')) forget(run);
  },
  disconnected: forget,
  left: forget,
};

function forget(run: Run): void {
  run.setPart('line', { said: null });
}
