/** What a visitor sees of their requests for a person. */
import type { LogBody, LogEvent } from '@service/protocol';
import { expect, it } from 'vitest';
import { toTimelineEntries } from '../../../src/core/view/timeline.js';

it('of requests for a person while one waits, the first is shown; a later one is another request', () => {
  const requested: LogBody = { kind: 'handoff.requested' };
  const bodies: readonly LogBody[] = [
    requested,
    { kind: 'message', text: 'Hello?' },
    requested,
    { kind: 'handoff.accepted' },
    { kind: 'handoff.ended' },
    requested,
    requested,
  ];
  const events = bodies.map(
    (body, i): LogEvent => ({ seq: i + 1, at: 0, by: { kind: 'visitor', id: 'v' }, clientId: `client-${i}`, body }),
  );
  const shown = toTimelineEntries(events).map((entry) => (entry.type === 'notice' ? entry.notice : entry.type));
  expect(shown).toEqual(['handoff-requested', 'own', 'handoff-accepted', 'handoff-ended', 'handoff-requested']);
});
