import type { Handler } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityPlace, ListFilter, Store } from '../../../../dist/store/store.js';
import { AGENT, append, type Opened, session } from '../../fixtures.js';

const ALL: readonly Handler[] = ['agent', 'queued', 'human', 'closed'];
const MINUTE = 60_000;
const T0 = 1_700_000_000_000;

export function describeConversationList(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: the list of conversations`, () => {
    let opened: Opened;
    let store: Store;
    let sent: number;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      sent = 0;
    });
    afterEach(() => opened.dispose());

    const idOf = (n: number): string => `cnv_${String(n).padStart(20, '0')}`;
    const begin = async (n: number, inbox = 'demo'): Promise<string> => {
      const id = String(n).padStart(20, '0');
      const own = { tokenHash: `hash-${n}`, session: `ses_${id}`, contact: `ctc_${id}`, conversation: idOf(n) };
      await store.createSession(session(1, { ...own, epoch: `epoch-${id}`, inbox }));
      return idOf(n);
    };
    const says = (n: number, at: number, over: object = {}) =>
      store.append({ ...append(`client-${++sent}`), conversation: idOf(n), at, ...over });
    const does = (n: number, at: number, kind: string, by: object = { kind: 'human', id: 'opr_ada', name: 'Ada' }) =>
      says(n, at, { by, body: { kind } });
    const filter = (over: Partial<ListFilter> = {}): ListFilter => ({ inboxes: ['demo'], handlers: ALL, ...over });
    /** All pages, and how long each was. */
    const list = async (over: Partial<ListFilter> = {}, limit = 50) => {
      const places: ActivityPlace[] = [];
      const lengths: number[] = [];
      for (let after: ActivityPlace | null = null; ; ) {
        const page = await store.byActivity(filter(over), after, limit);
        places.push(...page.places);
        lengths.push(page.places.length);
        if (!page.next) return { ids: places.map(({ id }) => id), places, lengths };
        after = page.next;
      }
    };

    it('has the one with the latest event first, and of two at one time the larger id', async () => {
      for (const n of [1, 2, 3, 4]) await begin(n);
      await says(2, T0);
      await says(1, T0 + 1);
      await says(3, T0 + 1);
      expect((await list()).places).toEqual([
        { id: idOf(3), active: T0 + 1 },
        { id: idOf(1), active: T0 + 1 },
        { id: idOf(2), active: T0 },
      ]);
      // A second later, and within the span in which the store lists nothing.
      await says(2, T0 + 1_000);
      expect((await list()).ids).toEqual([idOf(2), idOf(3), idOf(1)]);
      await says(1, T0 + 5 * MINUTE);
      expect((await list()).ids).toEqual([idOf(1), idOf(2), idOf(3)]);
      // From a node whose clock is behind: what counts is the time that the last event has.
      await says(1, T0);
      expect((await list()).ids).toEqual([idOf(2), idOf(3), idOf(1)]);
      store = await opened.reopen();
      expect((await list()).ids).toEqual([idOf(2), idOf(3), idOf(1)]);
    });

    it('has only what has begun and is not erased, in the inboxes and with the handlers that are asked for', async () => {
      for (const [n, inbox] of [[1], [2], [3, 'other'], [4, 'calm'], [5]] as const) await begin(n, inbox);
      for (const n of [1, 2, 3, 4]) await says(n, T0 + n);
      await does(2, T0 + 10, 'handoff.requested');
      await does(4, T0 + 11, 'conversation.closed');
      const ids = async (over: Partial<ListFilter>) => (await list(over)).ids;
      const inboxes = ['demo', 'other', 'calm'];
      expect(await ids({ inboxes })).toEqual([4, 2, 3, 1].map(idOf));
      expect(await ids({ inboxes: ['other', 'unknown'] })).toEqual([idOf(3)]);
      expect(await ids({ inboxes: [] })).toEqual([]);
      expect(await ids({ inboxes, handlers: ['closed'] })).toEqual([idOf(4)]);
      expect(await ids({ inboxes, handlers: ['queued', 'human'] })).toEqual([idOf(2)]);
      expect(await ids({ inboxes, handlers: ['agent'] })).toEqual([3, 1].map(idOf));
      const next = { conversation: 'cnv_000000000000000097', epoch: 'epoch-0097' };
      await store.eraseConversation({ conversation: idOf(4), at: T0 + 12, next });
      expect(await ids({ inboxes })).toEqual([2, 3, 1].map(idOf));
      expect(await ids({ inboxes: Array.from({ length: 300 }, (_, i) => `inbox-${i}`).concat('demo') })).toEqual(
        [2, 1].map(idOf),
      );
    });

    it('skips nothing and doubles nothing from page to page, also where hundreds are active within a minute', async () => {
      const seed = 7;
      let state = seed;
      const random = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      const count = 260;
      const latest = new Map<string, number>();
      await Promise.all(Array.from({ length: count }, (_, n) => begin(n, n % 3 === 0 ? 'other' : 'demo')));
      for (let round = 0, at = T0; round < 3; round++, at += 40_000)
        await Promise.all(
          Array.from({ length: count }, (_, n) => {
            const then = at + random(30_000);
            latest.set(idOf(n), then);
            return says(n, then);
          }),
        );
      const expected = [...latest].sort(([a, x], [b, y]) => y - x || (a < b ? 1 : -1)).map(([id]) => id);
      const found = await list({ inboxes: ['demo', 'other'] }, 7);
      expect(found.ids, `seed ${seed}`).toEqual(expected);

      // While pages are read, some that were not shown yet and some that were get an event.
      const seen: string[] = [];
      const moved = new Set<string>();
      let at = T0 + 10 * MINUTE;
      for (let after: ActivityPlace | null = null, pages = 0; ; pages++) {
        const page = await store.byActivity(filter({ inboxes: ['demo', 'other'] }), after, 20);
        seen.push(...page.places.map(({ id }) => id));
        if (!page.next) break;
        after = page.next;
        for (let i = 0; i < 3; i++) {
          const n = random(count);
          if (!seen.includes(idOf(n))) moved.add(idOf(n));
          await says(n, ++at);
        }
      }
      expect(new Set(seen).size, `seed ${seed}`).toBe(seen.length);
      expect(new Set([...seen, ...moved]).size, `seed ${seed}`).toBe(count);
      expect(seen, `seed ${seed}`).toEqual(expected.filter((id) => seen.includes(id)));
    });

    it('has those that a person took over last', async () => {
      for (const n of [1, 2, 3]) {
        await begin(n);
        await does(n, T0 + n, 'handoff.accepted');
      }
      await does(2, T0 + 20, 'handoff.accepted', { kind: 'human', id: 'opr_kim', name: 'Kim' });
      const mine: Partial<ListFilter> = { handlers: ['human'], takenBy: 'opr_ada' };
      expect((await list(mine)).ids).toEqual([3, 1].map(idOf));
      await does(3, T0 + 30, 'handoff.ended');
      expect((await list(mine)).ids).toEqual([idOf(1)]);
      expect((await list({ ...mine, takenBy: 'opr_nobody' })).ids).toEqual([]);
    });

    it('reads a bounded part of thousands for one page, and goes on from there', async () => {
      const count = 1_050;
      const all = (each: (n: number) => Promise<unknown>) =>
        Promise.all(Array.from({ length: count }, (_, n) => each(n)));
      await all((n) => begin(n));
      await all((n) => does(n, T0 + n * MINUTE, 'handoff.accepted'));
      await all((n) => says(n, T0 + (n + 10) * MINUTE));
      await does(0, T0 + 11 * MINUTE, 'handoff.accepted', { kind: 'human', id: 'opr_kim' });
      const { ids, lengths } = await list({ handlers: ['human'], takenBy: 'opr_kim' });
      expect(ids).toEqual([idOf(0)]);
      expect(lengths).toEqual([0, 1]);
    });

    it('shows of each who is there, who took it over, whether they are blocked, and their last words', async () => {
      const [first, second] = [await begin(1), await begin(2)];
      const contact = `ctc_${String(1).padStart(20, '0')}`;
      await store.setVisitorContext(contact, { conversation: first, user: { name: 'Zoë', email: 'zoe@havn.example' } });
      await says(1, T0, { body: { kind: 'message', text: 'Where is my “parcel”?' } });
      await does(1, T0 + 1, 'handoff.accepted');
      await says(1, T0 + 2, {
        by: { kind: 'human', id: 'opr_ada', name: 'Ada Ø' },
        body: { kind: 'message', text: 'On its way' },
      });
      await says(2, T0 + 3);
      await says(2, T0 + 4, { by: AGENT, body: { kind: 'answer.started', message: 'msg_1', run: 'run_1' } });
      const block = { ...{ id: 'blk_1', inbox: 'demo', contact, conversation: first }, name: 'Ada', reason: 'spam' };
      await store.blockContact({ ...block, at: T0, addressUntil: null }, 10);
      await store.markSeen(first, 1);
      const [other, one, ...none] = await store.listed([second, first, 'cnv_unknown']);
      expect(none).toEqual([]);
      expect(one).toMatchObject({
        ...{ id: first, inbox: 'demo', contact, handler: 'human', head: 3, seen: 1, activeAt: T0 + 2 },
        takenBy: { id: 'opr_ada', name: 'Ada' },
        facts: { verified: null, claimed: { name: 'Zoë', email: 'zoe@havn.example' } },
        isBlocked: true,
        asked: { seq: 1, body: { text: 'Where is my “parcel”?' } },
        latest: { seq: 3, by: { kind: 'human', name: 'Ada Ø' }, body: { text: 'On its way' } },
      });
      expect(other).toMatchObject({
        ...{ id: second, handler: 'agent', takenBy: null, isBlocked: false, activeAt: T0 + 4 },
        facts: { verified: null, claimed: null },
        ...{ asked: { seq: 1 }, latest: { seq: 1 } },
      });
      await store.unblockContact(contact, 'Ada', T0 + 9);
      const next = { conversation: 'cnv_000000000000000097', epoch: 'epoch-0097' };
      await store.eraseConversation({ conversation: second, at: T0 + 12, next });
      const left = await store.listed([second, first]);
      expect(left.map(({ id, isBlocked }) => [id, isBlocked])).toEqual([[first, false]]);
      expect(await store.listed([])).toEqual([]);
    });

    it('reads messages of many conversations at once, and counts those that wait or are with a person', async () => {
      for (const [n, inbox] of [[1], [2], [3], [4, 'other'], [5]] as const) {
        await begin(n, inbox);
        await says(n, T0);
        if (n < 5) await does(n, T0 + 1, 'handoff.requested');
      }
      await does(3, T0 + 2, 'handoff.accepted');
      const found = await store.messagesAt([
        { conversation: idOf(2), seq: 1 },
        { conversation: idOf(1), seq: 2 },
        { conversation: idOf(9), seq: 1 },
      ]);
      expect(found.map(({ conversation, event }) => [conversation, event.body.kind]).sort()).toEqual([
        [idOf(1), 'handoff.requested'],
        [idOf(2), 'message'],
      ]);
      expect(await store.messagesAt([])).toEqual([]);
      expect(await store.handoffCounts(['demo'], 10)).toEqual({ waiting: 2, taken: 1 });
      expect(await store.handoffCounts(['demo', 'other'], 10)).toEqual({ waiting: 3, taken: 1 });
      expect(await store.handoffCounts(['demo', 'other'], 2)).toEqual({ waiting: 2, taken: 1 });
      expect(await store.handoffCounts([], 2)).toEqual({ waiting: 0, taken: 0 });
    });
  });
}
