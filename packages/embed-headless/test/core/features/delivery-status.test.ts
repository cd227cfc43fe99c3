/** The delivery status of a message: sent, or read. */
import { describe, expect, it } from 'vitest';
import { deliveryStatuses } from '../../../src/core/features/delivery-status.js';
import { own, server, settle, visit } from './visits.js';

describe('the delivery status of a message', () => {
  const visitor = { kind: 'visitor', id: 'v' } as const;
  const person = { kind: 'human', id: 'p' } as const;
  const log = (...bodies: readonly [by: { kind: string; id: string }, body: object][]) =>
    bodies.map(([by, body], i) => ({ seq: i + 1, at: 0, by, clientId: `client-${i}`, body })) as never;
  const message = [visitor, { kind: 'message', text: 'x' }] as const;
  const started = (run: string) =>
    [
      { kind: 'ai', id: 'a' },
      { kind: 'answer.started', run, message: run, attempt: 1 },
    ] as const;

  it('is read when its own answer begins, not when that of an earlier one does', () => {
    const reached = deliveryStatuses(log([...message], [...message], [...started('r1')], [...started('r1')]), 0);
    expect([...reached]).toEqual([
      [1, 'read'],
      [2, 'delivered'],
    ]);
  });

  it('is sent while the visitor waits for a person, and read when one opens or answers the conversation', () => {
    const waiting = [[visitor, { kind: 'handoff.requested' }], [...message]] as const;
    expect(deliveryStatuses(log(...waiting.map(([a, b]) => [a, b] as [typeof a, typeof b])), 0).get(2)).toBe('sent');
    expect(deliveryStatuses(log(...waiting.map(([a, b]) => [a, b] as [typeof a, typeof b])), 2).get(2)).toBe('read');
    const answered = [...waiting, [person, { kind: 'handoff.accepted' }], [...message]] as const;
    const reached = deliveryStatuses(log(...answered.map(([a, b]) => [a, b] as [typeof a, typeof b])), 0);
    expect([reached.get(2), reached.get(4)]).toEqual(['read', 'delivered']);
  });

  it('changes when a person opens the conversation', async () => {
    const client = await visit();
    client.requestHuman();
    client.sendMessage('anyone?');
    await settle();
    expect(own(client)).toEqual([['anyone?', 'sent']]);
    server.conversation.markSeen();
    await settle();
    expect(own(client)).toEqual([['anyone?', 'read']]);
  });
});
