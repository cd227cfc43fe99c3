/**
 * What the writer thread says of an append. Of something new only what nobody else knows: the event is made of what was asked
 * for and its number, and copying it back from another thread would cost every message as much as sending it.
 */
import type { Append, Appended } from '../store.js';

type Fresh = Extract<Appended, { kind: 'appended' }>;

export type AppendAnswer = Exclude<Appended, Fresh> | (Omit<Fresh, 'event'> & { readonly seq: number });

/** In the writer thread. */
export function answerOf(appended: Appended): AppendAnswer {
  if (appended.kind !== 'appended') return appended;
  const { kind, event, handler, epoch } = appended;
  return { kind, seq: event.seq, handler, epoch };
}

/** In the thread that has asked. */
export function appendedOf({ at, by, clientId, body }: Append, answer: AppendAnswer): Appended {
  if (answer.kind !== 'appended') return answer;
  const { kind, seq, handler, epoch } = answer;
  return { kind, event: { seq, at, by, clientId, body }, handler, epoch };
}
