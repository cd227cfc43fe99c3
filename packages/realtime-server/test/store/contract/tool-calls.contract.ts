/** Client tool calls and open pages; part of store.contract.ts. */
import { describe, expect, it } from 'vitest';
import { localBus } from '../../../dist/bus/local.js';
import { type NewPage, type NewToolCall, type Store, StoreUnavailable } from '../../../dist/store/store.js';
import { ToolCallService } from '../../../dist/tools/tool-call-service.js';
import { turnedClock } from '../../support/manual-clock.js';

const RUN = 'run_000000000000000001';

/** `ready` gives a store with the conversation, and a run of it that attempt 1 holds. */
export function describeToolCalls(
  ready: () => Promise<{ store: Store; reopen(): Promise<Store>; conversation: string }>,
): void {
  describe('calls of functions and open pages', () => {
    const call = (conversation: string, id: string, over: Partial<NewToolCall> = {}): NewToolCall => ({
      conversation,
      id,
      run: RUN,
      record: `{"of":"${id}"}`,
      attempt: 1,
      open: true,
      dueAt: 5_000,
      at: 3_000,
      ...over,
    });

    it('are stored once under their id, and only while the attempt holds the run', async () => {
      const { store, conversation } = await ready();
      expect(await store.addToolCall(call(conversation, 'a'))).toBe('added');
      expect(await store.addToolCall(call(conversation, 'a', { record: '{}' }))).toBe('known');
      expect(await store.addToolCall(call(conversation, 'b', { attempt: 2 }))).toBe('run-over');
      expect(await store.toolCall(conversation, 'a')).toEqual({
        conversation,
        id: 'a',
        run: RUN,
        revision: 1,
        record: '{"of":"a"}',
      });
      expect(await store.toolCall(conversation, 'b')).toBeNull();
    });

    it('change only from the state they were read in, however many try', async () => {
      const { store, conversation } = await ready();
      await store.addToolCall(call(conversation, 'a'));
      const change = { conversation, id: 'a', revision: 1, open: true, dueAt: null };
      const tried = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.updateToolCall({ ...change, record: `{"by":${n}}` })),
      );
      expect(tried.filter(Boolean)).toHaveLength(1);
      expect(await store.toolCall(conversation, 'a')).toMatchObject({
        revision: 2,
        record: `{"by":${tried.indexOf(true)}}`,
      });
    });

    it('are listed in the order they were made, all or those that are open, also after a restart', async () => {
      const { store, reopen, conversation } = await ready();
      for (const id of ['c', 'a', 'b']) await store.addToolCall(call(conversation, id));
      await store.updateToolCall({ conversation, id: 'a', revision: 1, record: '{}', open: false, dueAt: null });
      const again = await reopen();
      expect((await again.toolCalls(conversation, 'all')).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
      expect((await again.toolCalls(conversation, 'open')).map(({ id }) => id)).toEqual(['c', 'b']);
    });

    it('that a new one of an answer is compared with are those of that answer, and all that are open', async () => {
      const { store, conversation } = await ready();
      for (const id of ['c', 'a', 'b']) await store.addToolCall(call(conversation, id));
      const { run } = call(conversation, 'a');
      await store.updateToolCall({ conversation, id: 'a', revision: 1, record: '{}', open: false, dueAt: null });
      expect((await store.toolCallsBeside(conversation, run)).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
      expect((await store.toolCallsBeside(conversation, 'another')).map(({ id }) => id)).toEqual(['c', 'b']);
      expect(await store.toolCallsBeside('cnv_another', run)).toEqual([]);
    });

    it('that are due are given to one of several who ask, and come again later', async () => {
      const { store, conversation } = await ready();
      for (const id of ['a', 'b', 'c', 'd']) await store.addToolCall(call(conversation, id));
      await store.addToolCall(call(conversation, 'later', { dueAt: 9_000 }));
      await store.addToolCall(call(conversation, 'never', { dueAt: null }));
      expect(await store.claimDueToolCalls(4_999, 6_000, 10)).toEqual([]);
      const taken = (await Promise.all([1, 2, 3].map(() => store.claimDueToolCalls(5_000, 6_000, 2)))).flat();
      expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
      const rest = await store.claimDueToolCalls(5_000, 6_000, 10);
      expect([...taken, ...rest].map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
      expect(await store.claimDueToolCalls(6_000, 7_000, 10)).toHaveLength(4);
    });

    it('pages count while their node says so, and keep where the visitor wrote last', async () => {
      const { store, conversation } = await ready();
      const page: NewPage = {
        conversation,
        tab: 'tab-1',
        socket: 's1',
        node: 'n1',
        offer: '{"tools":[]}',
        visible: false,
        focusedAt: 0,
        until: 2_000,
      };
      await store.setPage(page);
      await store.setPage({ ...page, tab: 'tab-2', node: 'n2' });
      await store.touchPage(conversation, 'tab-1', { spokeAt: 1_500 });
      await store.touchPage(conversation, 'tab-1', { focusedAt: 1_600 });
      await store.setPage({ ...page, socket: 's2', offer: '{}', visible: true });
      const [first] = (await store.pages(conversation, 1_999)).filter(({ tab }) => tab === 'tab-1');
      expect(first).toEqual({
        conversation,
        tab: 'tab-1',
        socket: 's2',
        node: 'n1',
        offer: '{}',
        visible: true,
        focusedAt: 1_600,
        spokeAt: 1_500,
      });
      expect(await store.pages(conversation, 2_000)).toEqual([]);
      await store.renewPages('n1', 4_000, 3_000);
      expect((await store.pages(conversation, 3_000)).map(({ tab }) => tab)).toEqual(['tab-1']);
      expect(await store.removePage(conversation, 'tab-1', 's1')).toBe(false);
      expect(await store.removePage(conversation, 'tab-1', 's2')).toBe(true);
      expect(await store.pages(conversation, 3_000)).toEqual([]);
    });

    it('pages that stay open while the store is away for longer than they count are all open when it is back', async () => {
      const { store, conversation } = await ready();
      const clock = turnedClock();
      let away = false;
      const renewed: string[] = [];
      const rooms = [1, 2].map(
        (n) =>
          new ToolCallService({
            store: {
              ...store,
              claimDueToolCalls: async () => [],
              async renewPages(node, until, before) {
                if (away) throw new StoreUnavailable('away');
                await store.renewPages(node, until, before);
                renewed.push(node);
              },
            },
            bus: localBus(),
            append: () => Promise.reject(new Error('nothing is to be written')),
            clock,
            random: (bytes) => new Uint8Array(bytes).fill(n),
            agentName: () => 'Assistant',
            inboxes: { get: () => null },
            onFailure: () => undefined,
          }),
      );
      const second = async (): Promise<void> => {
        clock.turn(1_000);
        // A question that failed is over by then.
        await new Promise((done) => setImmediate(done));
      };
      const tabs = async (at: number): Promise<string[]> =>
        (await store.pages(conversation, at)).map(({ tab }) => tab).sort();
      for (const [n, room] of rooms.entries()) {
        const page = { conversation, tab: `tab-${n}`, socket: `s${n}`, node: room.node, offer: '{}', visible: true };
        await store.setPage({ ...page, focusedAt: 0, until: room.pageExpiry() });
        room.start();
      }
      await expect.poll(() => renewed).toHaveLength(2);
      away = true;
      for (let s = 0; s < 70; s++) await second();
      expect(await tabs(clock.now())).toEqual([]);
      away = false;
      await second();
      await expect.poll(() => renewed).toHaveLength(4);
      expect(await tabs(clock.now())).toEqual(['tab-0', 'tab-1']);

      // One of the nodes dies: its page counts no more, and is forgotten in the end.
      await rooms[1]?.stop();
      clock.turn(3_700_000);
      await expect.poll(() => second().then(() => tabs(0))).toEqual(['tab-0']);
      await rooms[0]?.stop();
    });
  });
}
