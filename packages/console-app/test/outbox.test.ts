import { describe, expect, it } from 'vitest';
import {
  enqueue,
  markRefused,
  nextToSend,
  type Outbox,
  parseOutbox,
  remove,
  serializeOutbox,
} from '../src/outbox/outbox.js';

const message = (clientId: string) => ({ clientId, conversation: 'cnv', action: 'messages', text: clientId }) as const;

describe('outbox', () => {
  const both: Outbox = enqueue(enqueue([], message('first')), message('second'));

  it('sends the next action only when the one before is confirmed', () => {
    expect(nextToSend(both)?.clientId).toBe('first');
    expect(nextToSend(remove(both, 'first'))?.clientId).toBe('second');
    expect(nextToSend([])).toBeNull();
  });

  it('goes on after a refused action, and shows that one until it is discarded', () => {
    const refused = markRefused(both, 'first', 'Too long.');
    expect(nextToSend(refused)?.clientId).toBe('second');
    expect(refused[0]).toMatchObject({ text: 'first', refused: 'Too long.' });
  });

  it('reads what an earlier version stored in the tab', () => {
    const stored = '[{"clientId":"first","conversation":"cnv","deed":"take","refused":null}]';
    expect(parseOutbox(stored)).toEqual([{ clientId: 'first', conversation: 'cnv', action: 'take', refused: null }]);
    expect(parseOutbox(serializeOutbox(both))).toEqual(both);
  });
});
