import { type Handler, type LogEvent, nextHandler } from '@service/protocol';
import type { Turn } from '../api/chat-state.js';

/**
 * Every message to the agent is owed one answer. The loaded part of the log may begin anywhere: an answer to an earlier question
 * counts for none.
 * @param waiting number of unsent messages
 */
export function turnOf(events: readonly LogEvent[], handler: Handler, waiting: number): Turn {
  if (handler !== 'agent') return 'ready';
  let owed = 0;
  const writing = new Set<string>();
  /** Answers that a person took over from: they still end, but none is owed. */
  const overtaken = new Set<string>();
  let who: Handler = 'agent';
  for (const { body, by } of events) {
    const before = who;
    who = nextHandler(who, body);
    if (before === 'agent' && who !== 'agent') {
      owed = 0;
      for (const run of writing) overtaken.add(run);
      writing.clear();
    }
    if (body.kind === 'message' && by.kind === 'visitor' && who === 'agent') owed += 1;
    else if (body.kind === 'answer.started' && !overtaken.has(body.run)) writing.add(body.run);
    else if (body.kind === 'answer.completed' || body.kind === 'answer.interrupted') {
      if (overtaken.has(body.run)) continue;
      writing.delete(body.run);
      owed = Math.max(0, owed - 1);
    }
  }
  if (writing.size > 0) return 'streaming';
  return owed > 0 || waiting > 0 ? 'submitted' : 'ready';
}
