/**
 * The log events of a call, in order, computed from the call alone. If a process dies between storing a call and publishing
 * its events, the next one publishes all of them again, and the log drops those it has.
 */
import { createHash } from 'node:crypto';
import { type Author, type LogBody, shownResult, type ToolState } from '@service/protocol';
import { isSettled, type ToolCallRecord } from './tool-call.js';

export interface ToolCallEvent {
  readonly by: Author;
  readonly clientId: string;
  readonly body: LogBody;
}

/** `agent`: the name under which the answerer speaks. */
export function eventsOf(call: ToolCallRecord, agent: string): readonly ToolCallEvent[] {
  if (call.silent) return [];
  const { id, run, name, title, args, effects, hash, asked, decision } = call;
  const ai: Author = { kind: 'ai', id: 'agent', name: agent };
  const system: Author = { kind: 'system', id: 'tools' };
  const events: [Author, LogBody][] = [
    [ai, { kind: 'tool.called', call: id, run, name, ...(title !== undefined && { title }), args, effects }],
  ];
  if (asked) events.push([system, { kind: 'tool.asked', call: id, hash, view: asked.view, expiresAt: asked.until }]);
  if (decision)
    events.push([
      { kind: 'visitor', id: call.contact },
      { kind: 'tool.decided', call: id, hash, approved: decision.approved },
    ]);
  if (isSettled(call)) {
    const { end } = call.phase;
    const state: ToolState = end.ok ? 'succeeded' : end.error.code === 'denied' ? 'denied' : 'failed';
    const { code, outcome } = end.ok ? {} : end.error;
    // A node of a version before has published the event without its result: that one stays.
    events.push([
      system,
      {
        kind: 'tool.settled',
        call: id,
        state,
        ...(code && { code }),
        ...(outcome && { outcome }),
        ...('json' in end && shownResult(end.json)),
      },
    ]);
  }
  const mark = createHash('sha256').update(`${call.conversation}/${id}`).digest('hex').slice(0, 32);
  return events.map(([by, body]) => ({ by, clientId: `tool:${mark}:${body.kind.replace('.', '_')}`, body }));
}
