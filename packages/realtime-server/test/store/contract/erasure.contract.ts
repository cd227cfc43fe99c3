import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../dist/store/store.js';
import { AGENT, append, CNV, type Opened, run, session } from '../fixtures.js';

export function describeErasure(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: the erasure of inactive contacts`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('forgets who was neither seen nor written to since, with all they wrote, and no one else', async () => {
      for (const [n, over] of [
        [2, { at: 9_000 }],
        [3, { inbox: 'other' }],
        [4, {}],
        [5, {}],
      ] as const)
        await store.createSession(session(n, over));
      await store.append(append('client-old', 'my old words', { run: run(1) }));
      // Someone who was written to yesterday, and someone who came back.
      await store.append(append('client-new', 'hello', { conversation: session(4).conversation, at: 8_000 }));
      await store.touchSession(session(5).session, 8_500);

      expect(await store.eraseInactive('demo', 5_000, 10)).toBe(1);
      expect(await store.eraseInactive('demo', 5_000, 10)).toBe(0);
      expect(await store.findSession(session(1).tokenHash)).toBeNull();
      expect(await store.conversation(CNV)).toBeNull();
      expect(await store.eventsAfter(CNV, 0, 10)).toEqual([]);
      expect(await store.claimJobs('node', 10_000, 20_000, 10)).toEqual([]);
      for (const n of [2, 3, 4, 5]) expect(await store.findSession(session(n).tokenHash)).not.toBeNull();
    });

    it('has nothing left to take a late word of someone who was forgotten', async () => {
      const { event } = (await store.append(append('client-1', 'hello', { run: run(1) }))) as {
        event: { seq: number };
      };
      expect(event.seq).toBe(1);
      const [claimed] = await store.claimJobs('node', 3_000, 4_000, 1);
      expect(await store.eraseInactive('demo', 5_000, 10)).toBe(1);
      const late = { run: claimed?.id ?? '', attempt: claimed?.attempt ?? 0, ends: 'done' } as const;
      expect(await store.append(append('client-late', 'too late', { by: AGENT, writes: late }))).toEqual({
        kind: 'not-found',
      });
      expect(await store.renewJob(late.run, 'node', 9_000, 'too late')).toBe(false);
      expect(await store.conversation(CNV)).toBeNull();
    });

    it('forgets no more at a time than the limit', async () => {
      for (const n of [2, 3, 4]) await store.createSession(session(n));
      expect(await store.eraseInactive('demo', 5_000, 3)).toBe(3);
      expect(await store.eraseInactive('demo', 5_000, 3)).toBe(1);
    });
  });
}
