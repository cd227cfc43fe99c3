import type { FoundFrame, ServerFrame } from '@service/protocol';
import { readFoundFrame } from '@service/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { excerptOf, phrasesOf, termsOf } from '../../dist/conversation/search/search-terms.js';
import { DONE, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

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
      { numRuns: 1_000 },
    );
  });

  it('the excerpt surrounds the match, in whole words', () => {
    const text = `${'one two three four '.repeat(20)}needle ${'five six seven '.repeat(20)}`;
    const { excerpt, marks } = excerptOf(text, phrasesOf('needle'));
    expect(excerpt).toMatch(/^…(one|two|three|four) .*needle five.*…$/);
    expect(marks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['needle']);
  });
});
