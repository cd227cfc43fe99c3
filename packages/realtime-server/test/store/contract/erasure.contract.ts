import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../dist/store/store.js';
import { AGENT, append, CNV, file, type Opened, run, session, VISITOR } from '../fixtures.js';

const ALL = { searchedMessages: 1_000, searchedCharacters: 100_000 };

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

    it('forgets no more at once than it may, and one visitor in any case', async () => {
      for (const n of [2, 3, 4]) await store.createSession(session(n));
      for (const n of [1, 2, 3, 4])
        for (const client of ['client-1', 'client-2', 'client-3'])
          await store.append(append(client, client, { conversation: session(n).conversation }));
      const erase = () => store.eraseInactive('demo', 5_000, 10, 5);
      expect([await erase(), await erase(), await erase()]).toEqual([2, 2, 0]);
      expect(await store.eraseInactive('demo', 5_000, 10, 1)).toBe(0);
    });

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
      expect(await store.renewJob(late.run, 'node', 9_000, 'too late')).toBeNull();
      expect(await store.conversation(CNV)).toBeNull();
    });

    it('forgets no more at a time than the limit', async () => {
      for (const n of [2, 3, 4]) await store.createSession(session(n));
      expect(await store.eraseInactive('demo', 5_000, 3)).toBe(3);
      expect(await store.eraseInactive('demo', 5_000, 3)).toBe(1);
    });
  });

  /** Everything that stores words of a conversation, as it comes from a node that has not noticed the erasure. */
  const LATE: Readonly<
    Record<string, (store: Store, job: { readonly id: string; readonly attempt: number }) => unknown>
  > = {
    'a message': (store) => store.append(append('client-late', 'canary')),
    'an answer': (store, { id, attempt }) =>
      store.append(append('client-answer', 'canary', { by: AGENT, writes: { run: id, attempt, ends: 'done' } })),
    'the beginning of an answer': (store, { id }) => store.renewJob(id, 'node', 9_000, 'canary'),
    'the words of a message that are searched': (store) =>
      store.indexMessages({ conversation: CNV, to: 1, messages: [{ seq: 1, at: 2_000, terms: ['canary'] }] }),
    'what the page says of its visitor': (store) =>
      store.setVisitorContext(VISITOR.id, { conversation: CNV, user: { name: 'canary' } }),
    'the tools that the page offers': (store) =>
      store.setPage({
        ...{ conversation: CNV, tab: 'tab', socket: 'socket', node: 'node', visible: true, focusedAt: 0, until: 9_000 },
        offer: '{"instructions":"canary"}',
      }),
    'a call of a page’s function': (store, { id, attempt }) =>
      store.addToolCall({
        ...{ conversation: CNV, id: 'call', run: id, attempt, open: true, dueAt: null, at: 5_000 },
        record: '"canary"',
      }),
    'a file': (store) => store.addAttachment(file(1)),
  };
  const next = { conversation: session(9).conversation, epoch: session(9).epoch };

  describe.each([
    ['erased', (store: Store) => store.eraseConversation({ conversation: CNV, at: 4_000, next })],
    ['of an inactive visitor', (store: Store) => store.eraseInactive('demo', 50_000, 10)],
  ] as const)(`${name}: a conversation that is %s`, (_how, erase) => {
    it.each(Object.entries(LATE))('stores nothing that comes late: %s', async (_what, write) => {
      const opened = await open();
      const { store } = opened;
      await store.createSession(session(1));
      await store.append(append('client-1', 'hello', { run: run(1) }));
      const [job] = await store.claimJobs('node', 3_000, 4_000, 1);
      const held = { id: job?.id ?? '', attempt: job?.attempt ?? 0 };
      await erase(store);
      await Promise.resolve(write(store, held)).catch(() => undefined);
      expect(await store.eventsAfter(CNV, 0, 10)).toEqual([]);
      expect(await store.findMessages([CNV], [{ terms: ['canary'], prefix: false }], 5, ALL)).toEqual([]);
      expect((await store.visitorFacts(VISITOR.id)).claimed).toBeNull();
      expect(await store.pages(CNV, 0)).toEqual([]);
      expect(await store.toolCalls(CNV, 'all')).toEqual([]);
      expect(await store.attachments([file(1).attachment.id])).toEqual([]);
      await opened.dispose();
    });
  });
}
