/** What a client may ask for is what every store can look up. */
import { describe, expect, it } from 'vitest';
import { clientFrameSchema, LAST_SEQ } from '../../src/schema/index.js';

const conversation = 'cnv_00000000000000000001';
const frames = {
  follow: (seq: number) => ({ t: 'follow', conversation, epoch: 'epoch-0001', seq }),
  sync: (after: number) => ({ t: 'sync', id: '1', conversation, after }),
  history: (before: number) => ({ t: 'history', id: '1', conversation, before }),
  read: (seq: number) => ({ t: 'read', conversation, seq }),
  'a filled form': (form: number) => ({
    ...{ t: 'append', conversation, clientId: 'client-0001' },
    body: { kind: 'message', text: 'x', filled: { form, values: {} } },
  }),
};

describe('the number of an event', () => {
  it.each(Object.entries(frames))('is at most what 32 bits hold: %s', (_name, frame) => {
    expect(clientFrameSchema.safeParse(frame(LAST_SEQ)).success).toBe(true);
    expect(clientFrameSchema.safeParse(frame(LAST_SEQ + 1)).success).toBe(false);
  });
});
