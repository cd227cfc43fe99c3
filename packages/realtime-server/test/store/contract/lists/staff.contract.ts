import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../dist/store/store.js';
import { append, type Opened, session } from '../../fixtures.js';

const INBOXES = ['demo', 'other', 'calm', 'third'];

export function describeStaff(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: the queue and the operators`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('lets those who wait for a person stand in the order in which they asked, each inbox in a line of its own', async () => {
      const ids = [1, 2, 3, 4].map((n) => session(n).conversation);
      const [first, second, third, other] = ids as [string, string, string, string];
      for (const n of [2, 3]) await store.createSession(session(n));
      await store.createSession(session(4, { inbox: 'other' }));
      let deeds = 0;
      const does = (conversation: string, kind: 'handoff.requested' | 'handoff.ended' | 'conversation.closed') =>
        store.append({ ...append(`deed-${++deeds}`), conversation, by: { kind: 'human', id: 'desk' }, body: { kind } });
      const line = async (inbox = 'demo', limit = 10) => (await store.queue(inbox, limit)).conversations;

      // Not in the order in which they came to the site.
      for (const id of [third, other, first, second]) await does(id, 'handoff.requested');
      expect(await line()).toEqual([third, first, second]);
      expect(await line('demo', 2)).toEqual([third, first]);
      expect(await line('other')).toEqual([other]);
      expect(await line('unknown')).toEqual([]);
      // Asking again changes nothing; giving up and coming back does.
      await does(third, 'handoff.requested');
      expect(await line()).toEqual([third, first, second]);
      await does(third, 'handoff.ended');
      await does(third, 'handoff.requested');
      expect(await line()).toEqual([first, second, third]);
      expect((await store.handoffs(10, INBOXES)).map(({ id }) => id)).toEqual([other, first, second, third]);
      // Those with a person are behind all who wait.
      await store.append({ ...append('take-1'), conversation: first, body: { kind: 'handoff.accepted' } });
      expect((await store.handoffs(10, INBOXES)).map(({ id }) => id)).toEqual([other, second, third, first]);
      await does(second, 'conversation.closed');
      const next = { conversation: 'cnv_000000000000000097', epoch: 'epoch-0097' };
      expect(await line()).toEqual([third]);
      await store.eraseConversation({ conversation: third, at: 6_000, next });
      expect(await line()).toEqual([]);
    });

    it('knows who took a conversation over last', async () => {
      const { conversation } = session(1);
      const takes = (n: number, id: string, name?: string) =>
        store.append({
          ...append(`take-${n}`),
          conversation,
          by: { kind: 'human', id, ...(name !== undefined && { name }) },
          body: { kind: 'handoff.accepted' },
        });
      expect(await store.takenBy(conversation)).toBeNull();
      await takes(1, 'opr_1', 'Ada');
      await store.append({
        ...append('message-1'),
        conversation,
        by: { kind: 'human', id: 'opr_2', name: 'Kim' },
        body: { kind: 'message', text: '{"kind":"handoff.accepted"}' },
      });
      expect(await store.takenBy(conversation)).toEqual({ id: 'opr_1', name: 'Ada' });
      await takes(2, 'opr_2', 'Kim “K” Ø');
      expect(await store.takenBy(conversation)).toEqual({ id: 'opr_2', name: 'Kim “K” Ø' });
      await takes(3, 'opr_3');
      expect(await store.takenBy(conversation)).toEqual({ id: 'opr_3', name: null });
    });

    it('lists those who wait in turns between the inboxes, and each inbox page by page', async () => {
      const inboxOf = (n: number) => (n <= 5 ? 'demo' : n <= 7 ? 'calm' : 'third');
      const ids = new Map<string, number>();
      for (const n of [2, 3, 4, 5, 6, 7, 8, 9]) await store.createSession(session(n, { inbox: inboxOf(n) }));
      for (let n = 1; n <= 9; n++) {
        ids.set(session(n).conversation, n);
        await store.append({
          ...append(`deed-${n}`),
          conversation: session(n).conversation,
          body: { kind: 'handoff.requested' },
        });
      }
      for (const n of [3, 7])
        await store.append({
          ...append(`taken-${n}`),
          conversation: session(n).conversation,
          by: { kind: 'human', id: 'desk' },
          body: { kind: 'handoff.accepted' },
        });
      const numbers = (found: readonly { readonly id: string }[]) => found.map(({ id }) => ids.get(id));
      expect(numbers(await store.handoffs(10, INBOXES))).toEqual([1, 6, 8, 2, 9, 4, 5, 3, 7]);
      // However many wait elsewhere, each inbox is there; and those with a person are as well.
      expect(numbers(await store.handoffs(3, INBOXES))).toEqual([1, 6, 8, 3, 7]);
      expect(await store.handoffs(10, [])).toEqual([]);
      expect(await store.handoffs(10, ['unknown'])).toEqual([]);
      const first = await store.handoffsOf(['demo'], null, 3);
      expect(numbers(first)).toEqual([1, 2, 4]);
      const second = await store.handoffsOf(['demo'], first[2]?.place ?? null, 3);
      expect(numbers(second)).toEqual([5, 3]);
      expect(await store.handoffsOf(['demo'], second[1]?.place ?? null, 3)).toEqual([]);
      expect(await store.handoffsOf(['unknown'], null, 3)).toEqual([]);
    });

    it('knows when the team of an inbox was last there, and nothing of another one’s', async () => {
      expect((await store.queue('demo', 1)).staffSeenAt).toBe(0);
      await store.recordStaffSeen(['demo', 'calm'], 5_000);
      // A node whose clock is behind takes nothing back.
      await store.recordStaffSeen(['calm', 'demo'], 4_000);
      await store.recordStaffSeen(['calm'], 6_000);
      await store.recordStaffSeen([], 7_000);
      const again = await opened.reopen();
      const seen = ['demo', 'calm', 'elsewhere'].map(async (inbox) => (await again.queue(inbox, 1)).staffSeenAt);
      expect(await Promise.all(seen)).toEqual([5_000, 6_000, 0]);
    });

    it('knows who answers by their account, and keeps their picture as it came until it is taken away', async () => {
      const picture = Uint8Array.from({ length: 9_000 }, (_, i) => (i * 31) % 256);
      const odd = 'Zoë "Z\u0000" O’Hara \u{1f984}';
      expect(await store.operatorOf('usr_1')).toBeNull();
      const ingrid = await store.ensureOperatorOf('usr_1', 'opr_00000000000000000001', 'Ingrid', 1_000);
      expect(ingrid).toEqual({ id: 'opr_00000000000000000001', name: 'Ingrid', picturedAt: null });
      // Another person of the same name is another one.
      const other = await store.ensureOperatorOf('usr_2', 'opr_00000000000000000002', 'Ingrid', 2_000);
      expect(other.id).toBe('opr_00000000000000000002');
      // The same account is the same person, with the id of the first time and the name of now.
      expect(await store.ensureOperatorOf('usr_2', 'opr_00000000000000000003', odd, 3_000)).toEqual({
        ...other,
        name: odd,
      });
      expect(await store.picture(ingrid.id)).toBeNull();
      expect(await store.setPicture(ingrid.id, picture, 4_000)).toBe(true);
      store = await opened.reopen();
      expect(await store.operatorOf('usr_1')).toEqual({ ...ingrid, picturedAt: 4_000 });
      expect(Buffer.from((await store.picture(ingrid.id)) ?? []).equals(picture)).toBe(true);
      expect(await store.picture(other.id)).toBeNull();
      expect(await store.setPicture(ingrid.id, null, 5_000)).toBe(true);
      expect([await store.picture(ingrid.id), await store.operatorOf('usr_1')]).toEqual([null, ingrid]);
      expect(await store.setPicture('opr_00000000000000000009', picture, 5_000)).toBe(false);
    });
  });
}
