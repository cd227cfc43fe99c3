import type { FoundFrame, ServerFrame } from '@service/protocol';
import { readFoundFrame } from '@service/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dailyRuns } from '../../../../../test/support/runs/daily.js';
import { excerptOf } from '../../../dist/conversation/search/excerpt.js';
import { search as searchMessages } from '../../../dist/conversation/search/search.js';
import { phrasesOf, termsOf } from '../../../dist/conversation/search/search-terms.js';
import { firstWords, words } from '../../../dist/conversation/search/words.js';
import { SEARCH_WORK } from '../../../dist/runtime/limits.js';
import { DONE, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

let server: TestServer;
beforeEach(async () => {
  server = await serve(async function* ({ text }) {
    yield {
      kind: 'text',
      text: `**Boots** like “${text}” can go back within [30 days](https://shop.test/returns).[1]`,
    };
    yield DONE;
  });
});
afterEach(() => server.dispose());

const messageOf = (seq: number, text: string) => ({
  seq,
  at: seq,
  by: { kind: 'visitor', id: 'vis_1' },
  body: { kind: 'message', text },
});

let asked = 0;
async function search(visitor: WireClient, text: string): Promise<FoundFrame> {
  const id = `search-${++asked}`;
  visitor.send({ t: 'search', id, text });
  return visitor.next('found', (frame) => frame.id === id);
}
const answers = (visitor: WireClient) => visitor.events.filter(({ body }) => body.kind === 'answer.completed').length;
async function ask(visitor: WireClient, text: string): Promise<void> {
  const before = answers(visitor);
  visitor.say(text);
  await visitor.until(() => answers(visitor) > before, 'the answer');
}
const marked = ({ hits }: FoundFrame): string[][] =>
  hits.map(({ excerpt, marks }) => marks.map(([from, to]) => excerpt.slice(from, to)));

describe('a search', () => {
  it('finds messages of both sides, by any word or its beginning, with its place and the words marked', async () => {
    const visitor = await WireClient.join(server.port);
    await ask(visitor, 'Größe 42, bitte');
    const found = await search(visitor, 'grosse 42');
    expect(found).toMatchObject({
      more: false,
      hits: [
        { conversation: visitor.conversation, seq: 3, by: 'ai', name: 'Assistant' },
        { conversation: visitor.conversation, seq: 1, by: 'visitor', excerpt: 'Größe 42, bitte' },
      ],
    });
    expect(marked(found)).toEqual([
      ['Größe', '42'],
      ['Größe', '42'],
    ]);
    expect((await search(visitor, 'BOO')).hits[0]?.excerpt).toBe(
      'Boots like “Größe 42, bitte” can go back within 30 days.',
    );
    // What comes later is found by the next search.
    await ask(visitor, 'And in blue?');
    expect((await search(visitor, 'blue')).hits.map(({ seq }) => seq)).toEqual([6, 4]);
    expect((await search(visitor, 'returns')).hits).toEqual([]);
    expect((await search(visitor, ' ?! ')).hits).toEqual([]);
    await visitor.close();
  });

  it('looks in all conversations of the visitor, in no one else’s, and not in what they erased', async () => {
    const visitor = await WireClient.join(server.port);
    const other = await WireClient.join(server.port, { instance: 'instance-0002' });
    await ask(visitor, 'my secret boots');
    await ask(other, 'their secret boots');
    const first = visitor.conversation;
    visitor.send({ t: 'open', id: 'open-0000-0001', conversation: null });
    const { conversation } = await visitor.next('opened');
    await visitor.next('live', (frame) => frame.conversation === conversation);
    visitor.send({
      t: 'append',
      conversation,
      clientId: 'client-second',
      body: { kind: 'message', text: 'another secret' },
    });
    await visitor.next('ack', ({ clientId }) => clientId === 'client-second');
    const both = await search(visitor, 'secret');
    expect(new Set(both.hits.map((hit) => hit.conversation))).toEqual(new Set([first, conversation]));
    expect(JSON.stringify(both)).not.toContain('their');
    visitor.send({ t: 'erase', id: 'erase-1', conversation: first });
    await visitor.next('erased');
    const left = await search(visitor, 'secret');
    expect(left.hits.filter((hit) => hit.conversation === first)).toEqual([]);
    await Promise.all([visitor.close(), other.close()]);
  });

  it('S3: is the only one of its session, in whatever tab, and a refused one can be sent again', async () => {
    const visitor = await WireClient.join(server.port);
    await ask(visitor, 'boots');
    const ids = Array.from({ length: 6 }, (_, at) => `search-at-once-${at}`);
    const tabs = [visitor, await WireClient.join(server.port, { session: visitor.token, instance: 'instance-0002' })];
    for (const id of ids)
      for (const tab of tabs) tab.send({ t: 'search', id: `${id}-${tabs.indexOf(tab)}`, text: 'boots' });
    const all = () => tabs.flatMap(({ frames }) => frames).filter(({ t }) => t === 'found' || t === 'error');
    await visitor.until(() => all().length === 12, 'an answer to each');
    expect(all().some(({ t }) => t === 'found')).toBe(true);
    for (const frame of all()) if (frame.t === 'error') expect(frame).toMatchObject({ code: 'busy', retry: true });
    expect((await search(visitor, 'boots')).hits).toHaveLength(2);
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it('S3: lets everything else have its turn between any two messages, and looks at a bounded part of the texts', async () => {
    const text = '退'.repeat(8_000);
    const events = Array.from({ length: 40 }, (_, at) => messageOf(at + 1, text));
    const calls: string[] = [];
    const store = {
      conversationsOf: async () => [{ id: 'cnv_mine', head: events.length }],
      indexedTo: async () => new Map([['cnv_mine', 0]]),
      eventsAfter: async (_: string, after: number, most: number) => events.slice(after, after + most),
      indexMessages: async ({ messages }: { messages: readonly unknown[] }) =>
        void calls.push(`index ${messages.length}`),
      findMessages: async () => events.slice(0, 31).map(({ seq }) => ({ conversation: 'cnv_mine', seq })),
    };
    const normalized = vi.spyOn(String.prototype, 'normalize');
    const rest = async () => calls.push('rest') > 0;
    const found = await searchMessages(store as never, 'con_1', '退退退貨', rest);
    const characters = normalized.mock.contexts.reduce((sum: number, each) => sum + String(each).length, 0);
    normalized.mockRestore();
    expect(found?.hits).toHaveLength(30);
    // To index each once, and then for all the excerpts together; the signs and as many line breaks, decomposed and composed.
    const looked = 40 * 8_000 + SEARCH_WORK.excerptCharacters;
    expect(characters).toBeLessThan(4.5 * looked);
    expect(calls.filter((each) => each === 'rest')).toHaveLength(40 + 30);
    expect(calls.filter((each) => each.startsWith('index'))).toEqual(['index 20', 'index 20']);
  });

  it('waits when the server has too much to do', async () => {
    const visitor = await WireClient.join(server.port);
    server.overload(1);
    visitor.send({ t: 'search', id: 'search-busy', text: 'boots' });
    expect(await visitor.next('error')).toMatchObject({ re: 'search-busy', code: 'busy', retry: true });
    await visitor.close();
  });
});

describe('words', () => {
  it.each([
    ['返品', '靴を返品したい', ['返品']],
    ['品返', '靴を返品したい', []],
    ['退货', '我想退货，可以吗', ['退货']],
    ['usb-c cab', 'The USB-C cables', ['USB', 'C', 'cables']],
    ['حذا', 'أريد حذاءً جديدًا', ['حذاءً']],
    ['한국', '한국어로 답해 주세요', ['한국어로']],
  ])('%j in %j are %j', (query, text, expected) => {
    const { excerpt, marks } = excerptOf(text, phrasesOf(query));
    expect(
      marks
        .map(([from, to]) => excerpt.slice(from, to))
        .join('|')
        .replace(/(?<=\p{Script=Han})\|(?=\p{Script=Han})/gu, ''),
    ).toBe(expected.join('|'));
  });

  it('an excerpt of anything is one that a client takes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        (text, query) => {
          const hit = {
            conversation: 'cnv_000000000000000001',
            seq: 1,
            at: 0,
            by: 'ai' as const,
            ...excerptOf(text, phrasesOf(query)),
          };
          const frame = { t: 'found', id: 'a', hits: [hit], more: false } as ServerFrame;
          expect(readFoundFrame(frame)).toEqual(frame);
          expect(termsOf(text).every((term) => /^[\p{L}\p{N}\p{M}]+$/u.test(term))).toBe(true);
        },
      ),
      { numRuns: dailyRuns(1_000) },
    );
  });

  it('folded together are the words that each has when it is folded alone', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 }).map((some) => some.replaceAll('\n', ''));
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        expect(texts.length === 0 ? [] : firstWords(texts)).toEqual(texts.map((each) => words(each)[0]));
      }),
      { numRuns: dailyRuns(1_000) },
    );
  });

  it('a place at the very end of the longest answer is found and shown', () => {
    const { excerpt, marks } = excerptOf(`${'other words '.repeat(2_600)}needle`, phrasesOf('needle'));
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['needle']);
  });

  it('S3: where no more may be looked at, the excerpt is the beginning, without marks', () => {
    const looking = { left: 1_000 };
    const text = `${'other words '.repeat(200)}needle`;
    expect(excerptOf(text, phrasesOf('needle'), looking)).toMatchObject({ marks: [] });
    expect(looking.left).toBeLessThan(10);
    expect(excerptOf('needle', phrasesOf('needle'), looking)).toMatchObject({ excerpt: 'needle' });
  });

  it('the excerpt surrounds the match, in whole words', () => {
    const text = `${'one two three four '.repeat(20)}needle ${'five six seven '.repeat(20)}`;
    const { excerpt, marks } = excerptOf(text, phrasesOf('needle'));
    expect(excerpt).toMatch(/^…(one|two|three|four) .*needle five.*…$/);
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['needle']);
  });
});
