/**
 * What every backend must do, whatever its provider: the real server, store and wire on this side, a scripted provider
 * behind real HTTP on the other.
 */
import { MESSAGE_LIMITS } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, openLoopback } from '../../../../test/support/model-provider/loopback-server.js';
import { call, calls, type Reply, say } from '../../../../test/support/model-provider/reply.js';
import { isDailyCell } from '../../../../test/support/runs/daily.js';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { type Backed, KEY, KINDS, pageTools, serveModel, tool } from './model-backends.js';
import { answered, ends, expectDiscreet, latch } from './read-answers.js';

let provider: Loopback;
let server: Backed;
beforeEach(async () => {
  provider = await openLoopback();
});
afterEach(async () => {
  await server.dispose();
  await provider.close();
});

describe.each(KINDS)('answers by $name', (kind) => {
  let cell = KINDS.indexOf(kind);
  /** A short run checks each rule for two or three of the five kinds. */
  const rule = (name: string, check: () => Promise<void>): void => it.runIf(isDailyCell(cell++))(name, check);

  const begin = async (parts: Parameters<typeof serveModel>[1], ...replies: readonly Reply[]): Promise<WireClient> => {
    provider.script(...replies);
    server = await serveModel(kind.open(provider.origin), parts);
    return WireClient.join(server.port);
  };

  rule('are shown while they are written, and stored once at the end', async () => {
    const second = latch();
    const visitor = await begin(
      {},
      {
        kind: 'held',
        text: ['The first words', ' and the rest.'],
        until: (piece) => (piece === 0 ? Promise.resolve() : second.passed),
      },
    );
    visitor.say('How long can I return things?');
    expect(await visitor.next('delta')).toMatchObject({ from: 0, text: expect.stringMatching(/^The first/) });
    expect(ends(visitor)).toEqual([]);
    second.open();
    expect((await answered(visitor)).text).toBe('The first words and the rest.');
    expect(provider.requests).toHaveLength(1);
    expect(JSON.stringify(provider.requests[0]?.body)).toContain('How long can I return things?');
    expect(JSON.stringify(provider.requests[0]?.headers)).toContain(KEY);
    expectDiscreet(visitor, server);
  });

  rule('are given to a model that knows the earlier messages', async () => {
    const visitor = await begin({}, say('Within 30 days.'), say('At the counter.'));
    visitor.say('How long can I return things?');
    await answered(visitor);
    visitor.say('And where?');
    await answered(visitor, 2);
    const asked = JSON.stringify(provider.requests[1]?.body);
    for (const text of ['How long can I return things?', 'Within 30 days.', 'And where?'])
      expect(asked).toContain(text);
  });

  rule('end when the visitor stops them, and keep what was written', async () => {
    const visitor = await begin({}, { kind: 'hang', text: ['Once upon a time '] });
    visitor.say('Tell me a story');
    await visitor.next('delta');
    visitor.send({ t: 'stop', conversation: visitor.conversation });
    await visitor.until(() => ends(visitor).length > 0, 'the end');
    expect(ends(visitor)).toMatchObject([{ kind: 'answer.interrupted', reason: 'stopped', text: 'Once upon a time' }]);
  });

  rule('end when a person is asked for', async () => {
    const visitor = await begin({}, { kind: 'hang', text: ['Once upon a time '] });
    visitor.say('Tell me a story');
    await visitor.next('delta');
    visitor.send({
      t: 'append',
      conversation: visitor.conversation,
      clientId: 'client-person',
      body: { kind: 'handoff.requested' },
    });
    await visitor.until(() => ends(visitor).length > 0, 'the end');
    expect(ends(visitor)).toMatchObject([{ kind: 'answer.interrupted', reason: 'handoff' }]);
  });

  rule('are continued by the next process, without repeated text', async () => {
    const visitor = await begin({}, { kind: 'hang', text: ['Half an answer, '] }, say('The whole answer.'));
    visitor.say('How long can I return things?');
    await visitor.next('delta');
    await server.restart();
    const later = await WireClient.join(server.port, { session: visitor.token });
    expect((await answered(later)).text).toBe('The whole answer.');
    expect(ends(later)).toHaveLength(1);
    expect(provider.requests).toHaveLength(2);
  });

  rule('are requested again when the provider is busy for a moment', async () => {
    const visitor = await begin(
      {},
      { kind: 'status', status: 429, headers: { 'Retry-After': '0' } },
      say('Here I am.'),
    );
    visitor.say('Hello?');
    expect((await answered(visitor)).text).toBe('Here I am.');
    expect(provider.requests).toHaveLength(2);
    expect(server.problems).toMatchObject([{ kind: 'busy', status: 429 }]);
    expectDiscreet(visitor, server);
  });

  rule(
    'are requested again when the connection breaks before the first word, unless the agent may have acted',
    async () => {
      const visitor = await begin({}, { kind: 'reset', text: [] }, say('Here I am.'));
      visitor.say('Hello?');
      const { text } = await answered(visitor);
      if (kind.repeatable) expect(text).toBe('Here I am.');
      else expect(text).toMatch(/can’t answer at the moment/);
      expect(provider.requests).toHaveLength(kind.repeatable ? 2 : 1);
    },
  );

  rule('become a message and the offer of a person when the provider stays down', async () => {
    const visitor = await begin({}, { kind: 'status', status: 500 });
    visitor.say('How long can I return things?');
    expect(await answered(visitor)).toMatchObject({
      text: expect.stringMatching(/can’t answer at the moment.*person/),
      outcome: 'unknown',
      offerPerson: true,
      citations: [],
    });
    expect(provider.requests).toHaveLength(3);
    expectDiscreet(visitor, server);
  });

  rule('are not requested again when the provider asks for a long pause or refuses the key', async () => {
    const visitor = await begin(
      {},
      { kind: 'status', status: 429, headers: { 'Retry-After': '3600' } },
      { kind: 'status', status: 401, body: `Incorrect API key provided: ${KEY}` },
    );
    visitor.say('One?');
    await answered(visitor);
    visitor.say('Two?');
    await answered(visitor, 2);
    expect(provider.requests).toHaveLength(2);
    expect(server.problems).toMatchObject([{ kind: 'busy' }, { kind: 'key', status: 401 }]);
    expectDiscreet(visitor, server);
  });

  rule('end with a note when they break off in the middle, and do not start again', async () => {
    const visitor = await begin({}, { kind: 'reset', text: ['The first half of the answer. '] });
    visitor.say('How long can I return things?');
    const { text, offerPerson } = await answered(visitor);
    expect(text).toMatch(/^The first half of the answer\.\n\n\(I’m sorry, my answer was cut off/);
    expect(offerPerson).toBe(true);
    expect(provider.requests).toHaveLength(1);
    expectDiscreet(visitor, server);
  });

  rule('become a message when they are empty, refused or unreadable', async () => {
    const visitor = await begin(
      {},
      say(),
      { kind: 'say', text: [], end: 'refused' },
      { kind: 'garbage', body: 'data: {"half":\n\ndata: <html>sk-secret</html>\n\n' },
    );
    const texts: string[] = [];
    for (const [at, question] of ['One', 'Two', 'Three'].entries()) {
      visitor.say(question);
      const end = await answered(visitor, at + 1);
      expect(end).toMatchObject({ outcome: 'unknown', offerPerson: true });
      texts.push(end.text);
    }
    expect(texts.every((text) => text.endsWith('I can connect you with a person.'))).toBe(true);
    expectDiscreet(visitor, server);
  });

  rule('are complete in every language however the bytes are split', async () => {
    const text = 'Größe 42 – ça va, 大丈夫です 👩‍👩‍👧 Ω';
    const visitor = await begin({}, { kind: 'cut', bytes: 1, say: say(...(text.match(/.{1,3}/gsu) as string[])) });
    visitor.say('How long can I return things?');
    expect((await answered(visitor)).text).toBe(text);
  });

  rule('stop at the longest text that a log takes, with a note', async () => {
    const visitor = await begin(
      {},
      say(...Array.from({ length: 900 }, (_, i) => `Sentence ${i} of very many, and on it goes 👩. `)),
    );
    visitor.say('Tell me everything');
    const { text } = await answered(visitor);
    expect(text.length).toBeLessThanOrEqual(MESSAGE_LIMITS.answerLength);
    expect(text.length).toBeGreaterThan(MESSAGE_LIMITS.answerLength * 0.9);
    expect(text).toMatch(/as long as an answer can be/);
    expect(Buffer.from(text).toString()).toBe(text);
  });

  rule(
    'use the page’s tools: all calls of a step together, then exactly one continuation with every result',
    async () => {
      const tools = pageTools([tool('get_order'), tool('get_parcel')], async ({ name }) =>
        name === 'get_order' ? { state: 'sent' } : Promise.reject(new Error('sk-secret stack')),
      );
      const visitor = await begin(
        { tools },
        calls(['get_order', { id: '7' }], ['get_parcel', { id: '8' }]),
        say('It was sent.'),
      );
      visitor.say('Where is my order?');
      expect((await answered(visitor)).text).toBe('It was sent.');
      expect(tools.asked).toEqual([
        [
          expect.objectContaining({ name: 'get_order', args: { id: '7' } }),
          expect.objectContaining({ name: 'get_parcel', args: { id: '8' } }),
        ],
      ]);
      expect(provider.requests).toHaveLength(2);
      const continued = JSON.stringify(provider.requests[1]?.body);
      expect(continued).toContain('sent');
      expect(continued).toContain('handler_error');
      for (const { id } of tools.dispatched) expect(continued.split(id).length).toBeGreaterThan(2);
      expectDiscreet(visitor, server);
    },
  );

  rule('get the reason when a call is invalid, and may correct it', async () => {
    const tools = pageTools([tool('get_order')], async () => 'found');
    const visitor = await begin(
      { tools },
      call('get_order', '["not an object"]'),
      call('get_order', { id: '7' }),
      say('Found it.'),
    );
    visitor.say('Where is my order?');
    expect((await answered(visitor)).text).toBe('Found it.');
    expect(JSON.stringify(provider.requests[1]?.body)).toContain('invalid_arguments');
    expect(tools.dispatched).toMatchObject([{ args: { id: '7' } }]);
  });

  rule('continue after a restart in the middle of a call: the text stays, no call is made twice', async () => {
    const done = latch();
    const tools = pageTools([tool('cancel_order')], () => done.passed.then(() => 'cancelled'));
    const visitor = await begin(
      { tools },
      { ...call('cancel_order', { id: '7' }), text: ['One moment. '] },
      say('It is cancelled.'),
    );
    visitor.say('Cancel my order');
    await visitor.next('delta');
    await expect.poll(() => tools.dispatched.length).toBe(1);
    await server.restart();
    const later = await WireClient.join(server.port, { session: visitor.token });
    await expect.poll(() => tools.asked.length).toBe(2);
    done.open();
    expect((await answered(later)).text).toBe('One moment.\n\nIt is cancelled.');
    expect(tools.dispatched).toHaveLength(1);
    expect(provider.requests).toHaveLength(2);
    expect(ends(later)).toHaveLength(1);
  });

  rule('end although the model never stops calling', async () => {
    const tools = pageTools([tool('get_order')], async () => 'found');
    const visitor = await begin({ tools }, call('get_order', { id: '7' }));
    visitor.say('Where is my order?');
    expect(await answered(visitor)).toMatchObject({
      offerPerson: true,
      text: expect.stringMatching(/couldn’t finish|couldn’t find an answer/),
    });
    expect(provider.requests.length).toBeLessThanOrEqual(6);
    expect(tools.dispatched.length).toBeLessThanOrEqual(8);
  });
});
