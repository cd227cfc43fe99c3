/**
 * Whose turn it is, computed from the log: every message a visitor writes while the agent answers is owed one answer.
 * The window of the log may begin anywhere, so an answer whose question lies before it owes nothing.
 */
import { type Handler, type LogEvent, nextHandler } from '@service/protocol';
import type { Turn } from '../api/chat-state.js';

/** `waiting` is how many messages to the agent are still on their way into the log. */
export function turnOf(events: readonly LogEvent[], handler: Handler, waiting: number): Turn {
  if (handler !== 'agent') return 'ready';
  let owed = 0;
  const writing = new Set<string>();
  /** Answers that somebody took over from; they still end, but nobody waits for them any more. */
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
