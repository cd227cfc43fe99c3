import { type Handler, type LogEvent, nextHandler } from '@service/protocol';

/**
 * `delivered`: it is with the agent or a person. `read`: the agent has begun its answer, or a person has opened the conversation or
 * written.
 */
export type DeliveryStatus = 'sent' | 'delivered' | 'read';

/** Of every message of the visitor, by its number in the log. `seen`: how far people have seen the log. */
export function deliveryStatuses(events: readonly LogEvent[], seen: number): ReadonlyMap<number, DeliveryStatus> {
  const reached = new Map<number, DeliveryStatus>();
  /** Numbers of messages that wait for the agent, and of those that no person has seen. */
  let asked: number[] = [];
  let unseen: number[] = [];
  const begun = new Set<string>();
  let handler: Handler = 'agent';
  for (const { seq, by, body } of events) {
    handler = nextHandler(handler, body);
    if (by.kind === 'visitor' && body.kind === 'message') {
      // Queued: no one has it yet.
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
