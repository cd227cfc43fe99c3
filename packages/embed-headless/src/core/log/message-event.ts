import type { LogEvent, WidgetEvents } from '@service/protocol';

/** The public event `message` for an event of the log. Null: not a message. */
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
