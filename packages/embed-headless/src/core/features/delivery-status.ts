/**
 * How far a stored message of the visitor has come, computed from the log: with whoever answers, or also seen by them. The
 * agent has seen a message when its answer to it has begun; a person, when they have opened the conversation or written.
 */
import { type Handler, type LogEvent, nextHandler } from '@service/protocol';

export type DeliveryStatus = 'sent' | 'delivered' | 'read';

/** By number. `seen`: how far people have seen the log. Every message of the visitor among the events is in it. */
export function deliveryStatuses(events: readonly LogEvent[], seen: number): ReadonlyMap<number, DeliveryStatus> {
  const reached = new Map<number, DeliveryStatus>();
  /** Messages that wait for the agent, and those that nobody has seen. */
  let asked: number[] = [];
  let unseen: number[] = [];
  const begun = new Set<string>();
  let handler: Handler = 'agent';
  for (const { seq, by, body } of events) {
    handler = nextHandler(handler, body);
    if (by.kind === 'visitor' && body.kind === 'message') {
      // Nobody has it while a person is waited for: it lies there.
      reached.set(seq, seq <= seen ? 'read' : handler === 'queued' ? 'sent' : 'delivered');
      if (handler === 'agent') asked.push(seq);
      unseen.push(seq);
    } else if (body.kind === 'answer.started' && !begun.has(body.run)) {
      begun.add(body.run);
      // Questions are answered in their order, one at a time.
      const [question, ...others] = asked;
      asked = others;
      if (question !== undefined) reached.set(question, 'read');
    } else if (by.kind === 'human') {
      for (const each of unseen) reached.set(each, 'read');
      unseen = [];
    }
    if (handler !== 'agent') asked = [];
  }
  return reached;
}
