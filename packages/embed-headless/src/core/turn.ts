/**
 * Whose turn it is, computed from the log: every message a visitor writes while the agent answers is owed one answer.
 * The window of the log may begin anywhere, so an answer whose question lies before it owes nothing.
 */
import { type Handler, type LogEvent, nextHandler } from '@service/protocol';
import type { Turn } from './chat-state.js';

/** `waiting` is how many messages to the agent are still on their way into the log. */
export function turnOf(events: readonly LogEvent[], handler: Handler, waiting: number): Turn {
  if (handler !== 'agent') return 'ready';
  let owed = 0;
  let writing = 0;
  let who: Handler = 'agent';
  for (const { body, by } of events) {
    who = nextHandler(who, body);
    if (body.kind === 'message' && by.kind === 'visitor' && who === 'agent') owed += 1;
    else if (body.kind === 'answer.started') writing = 1;
    else if (body.kind === 'answer.completed' || body.kind === 'answer.interrupted') {
      writing = 0;
      owed = Math.max(0, owed - 1);
    } else if (body.kind === 'handoff.requested') {
      owed = 0;
      writing = 0;
    }
  }
  if (writing > 0) return 'streaming';
  return owed > 0 || waiting > 0 ? 'submitted' : 'ready';
}
