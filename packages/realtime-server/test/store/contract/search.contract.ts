import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../dist/store/store.js';
import { CNV, type Opened, session } from '../fixtures.js';

const ALL = { searchedMessages: 1_000, searchedCharacters: 100_000 };

export function describeSearch(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: the index of messages`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    describe('the index of messages', () => {
      const messagesIn = (conversation: string, ...texts: readonly string[]) => ({
        conversation,
        to: texts.length,
        messages: texts.map((text, i) => ({ seq: i + 1, at: 2_000 + i, terms: text.split(' ') })),
      });
      const word = (term: string) => ({ terms: [term], prefix: true });
      const OTHER = session(2).conversation;
      beforeEach(async () => {
        await store.createSession(session(2));
        await store.indexMessages(messagesIn(CNV, 'the red boots', 'the blue boots', 'red and blue'));
        await store.indexMessages(messagesIn(OTHER, 'red boots of someone else'));
      });

      it('finds what has all the words, or begins so, the latest first, and only where the query looks', async () => {
        const found = async (...terms: string[]) =>
          (await store.findMessages([CNV], terms.map(word), 10, ALL)).map(({ seq }) => seq);
        expect(await found('boots')).toEqual([2, 1]);
        expect(await found('red', 'boo')).toEqual([1]);
        expect(await found('re', 'bl')).toEqual([3]);
        expect(await found('oots')).toEqual([]);
        expect(await store.findMessages([CNV, OTHER], [word('red')], 2, ALL)).toHaveLength(2);
        expect(await store.findMessages([OTHER], [word('red')], 10, ALL)).toEqual([{ conversation: OTHER, seq: 1 }]);
        expect(await store.findMessages([], [word('red')], 10, ALL)).toEqual([]);
        expect(await store.findMessages([CNV], [], 10, ALL)).toEqual([]);
      });

      it('finds what has any of the words, with the latest message of each conversation for each set of them', async () => {
        await store.indexMessages({
          conversation: CNV,
          to: 4,
          messages: [{ seq: 4, at: 1_000, terms: ['red', 'boots'] }],
        });
        const found = await store.findAnyOf([CNV, OTHER], [word('red'), word('boo')], ALL);
        expect([...found].sort((a, b) => a.conversation.localeCompare(b.conversation) || a.seq - b.seq)).toEqual([
          { conversation: CNV, seq: 2, has: 2 },
          { conversation: CNV, seq: 3, has: 1 },
          { conversation: CNV, seq: 4, has: 3 },
          { conversation: OTHER, seq: 1, has: 3 },
        ]);
        expect(await store.findAnyOf([CNV], [word('red'), word('boo')], { ...ALL, searchedMessages: 1 })).toEqual([
          { conversation: CNV, seq: 3, has: 1 },
        ]);
        expect(await store.findAnyOf([CNV], [], ALL)).toEqual([]);
        expect(await store.findAnyOf([], [word('red')], ALL)).toEqual([]);
      });

      it('finds a phrase only where its words are adjacent', async () => {
        await store.indexMessages({
          conversation: CNV,
          to: 5,
          messages: [
            { seq: 4, at: 3_000, terms: ['靴', 'を', '返', '品'] },
            { seq: 5, at: 3_001, terms: ['品', '返'] },
          ],
        });
        expect(await store.findMessages([CNV], [{ terms: ['返', '品'], prefix: false }], 10, ALL)).toEqual([
          { conversation: CNV, seq: 4 },
        ]);
      });

      it('S3: looks no further back than it may, and always at one message', async () => {
        const seqs = async (reach: Partial<typeof ALL>) =>
          (await store.findMessages([CNV], [word('red')], 10, { ...ALL, ...reach })).map(({ seq }) => seq);
        expect(await seqs({})).toEqual([3, 1]);
        expect(await seqs({ searchedMessages: 2 })).toEqual([3]);
        expect(await seqs({ searchedCharacters: 1 })).toEqual([3]);
      });

      it('finds the words of hundreds of messages, page by page', async () => {
        const many = Array.from({ length: 350 }, (_, i) => ({
          seq: 100 + i,
          at: 5_000 + i,
          terms: i % 50 === 7 ? ['rare', 'word'] : ['word'],
        }));
        await store.indexMessages({ conversation: CNV, to: 450, messages: many });
        expect((await store.findMessages([CNV], [word('rare')], 5, ALL)).map(({ seq }) => seq)).toEqual([
          407, 357, 307, 257, 207,
        ]);
        expect(await store.findMessages([CNV], [word('rare')], 10, ALL)).toHaveLength(7);
      });

      it('knows how far each log is in it, and takes the same twice as once', async () => {
        await store.indexMessages(messagesIn(CNV, 'the red boots', 'the blue boots'));
        const again = await opened.reopen();
        expect(await again.indexedTo([CNV, OTHER, 'cnv_99999999999999999999'])).toEqual(
          new Map([
            [CNV, 3],
            [OTHER, 1],
          ]),
        );
        expect(await again.findMessages([CNV], [word('boots')], 10, ALL)).toHaveLength(2);
      });

      it('has nothing of what was erased, nor of who was forgotten, and takes nothing of it any more', async () => {
        const next = { conversation: 'cnv_000000000000000009', epoch: 'epoch-0009' };
        await store.eraseConversation({ conversation: CNV, at: 5_000, next });
        expect(await store.findMessages([CNV], [word('red')], 10, ALL)).toEqual([]);
        await store.indexMessages(messagesIn(CNV, 'the red boots'));
        expect(await store.findMessages([CNV], [word('red')], 10, ALL)).toEqual([]);
        expect(await store.indexedTo([CNV])).toEqual(new Map());
        expect(await store.findMessages([OTHER], [word('red')], 10, ALL)).toHaveLength(1);
        expect(await store.eraseInactive('demo', 9_000, 10)).toBe(2);
        expect(await store.findMessages([OTHER], [word('red')], 10, ALL)).toEqual([]);
      });
    });
  });
}
