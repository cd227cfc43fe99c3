/** Conversations and messages to store in PostgreSQL. */
import type { Author } from '@service/protocol';
import type { Append, Store } from '../../../dist/store/store.js';

const VISITOR: Author = { kind: 'visitor', id: 'ctc_visitor000000000001' };
export const cnv = (n: number): string => `cnv_0000000000000000${String(n).padStart(4, '0')}`;
export const begin = (store: Store, n: number): Promise<void> =>
  store.createSession({
    tokenHash: `hash-${n}`,
    tokenSalt: 'salt',
    session: `ses_0000000000000000${String(n).padStart(4, '0')}`,
    inbox: 'demo',
    contact: `ctc_0000000000000000${String(n).padStart(4, '0')}`,
    conversation: cnv(n),
    epoch: 'epoch-0001',
    hostOrigin: 'http://shop.test',
    consent: null,
    at: 1_000,
  });
export const message = (clientId: string, over: Partial<Append> = {}): Append => ({
  conversation: cnv(1),
  by: VISITOR,
  clientId,
  body: { kind: 'message', text: clientId },
  at: 2_000,
  ...over,
});
