/** The public `message` event for an event of the log, or null when the log tells of something else. */
import type { LogEvent, WidgetEvents } from '@service/protocol';

export function messageEvent(event: LogEvent): WidgetEvents['message'] | null {
  const { body, by, at } = event;
  const name = by.name ?? null;
  if (body.kind === 'message' && by.kind === 'visitor') {
    return { role: 'user', content: body.text, author: { kind: 'visitor', name }, id: event.clientId, at };
  }
  if (body.kind === 'message') {
    return { role: 'assistant', content: body.text, author: { kind: 'human', name }, id: event.clientId, at };
  }
  if (body.kind === 'answer.completed') {
    return { role: 'assistant', content: body.text, author: { kind: 'ai', name }, id: body.message, at };
  }
  return null;
}
