import { describe, expect, it } from 'vitest';
import {
  enqueue,
  markRefused,
  nextToSend,
  type Outbox,
  ofAccount,
  parseOutbox,
  remove,
  serializeOutbox,
} from '../src/outbox/outbox.js';

const message = (clientId: string, account = 'usr_ada') =>
  ({ clientId, account, conversation: 'cnv', action: 'messages', text: clientId }) as const;

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

  it('is as it was after a reload', () => {
    expect(parseOutbox(serializeOutbox(both))).toEqual(both);
  });

  it('sends nothing that another account has left in the tab', () => {
    const mixed = enqueue(both, message('third', 'usr_kim'));
    expect(ofAccount(mixed, 'usr_kim').map(({ clientId }) => clientId)).toEqual(['third']);
    expect(ofAccount(mixed, 'usr_ada')).toEqual(both);
  });
});
