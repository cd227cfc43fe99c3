/** A conversation over the real wire and the real store: sent, acknowledged, followed, read to its end. */
import { FRAME_LIMITS, MESSAGE_LIMITS } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';
import { completed, texts } from '../read-log.js';
import { echo10 } from '../scripted-answers.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

describe('a conversation', () => {
  it('acknowledges a message after it is stored, streams the answer and completes it', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    expect(await visitor.next('ack')).toMatchObject({ clientId: 'client-hello', seq: 1 });
    await completed(visitor);
    expect(visitor.events.map((event) => [event.seq, event.body.kind])).toEqual([
      [1, 'message'],
      [2, 'answer.started'],
      [3, 'answer.completed'],
    ]);
    const streamed = visitor.frames.flatMap((frame) => (frame.t === 'delta' ? [frame] : []));
    expect(streamed[0]).toMatchObject({ from: 0, attempt: 1 });
    expect(streamed.map((frame) => frame.text).join('')).toBe('You wrote: hello');
    expect(texts(visitor.events)).toEqual(['hello', 'You wrote: hello']);
  });

  it('shows the same log to a second tab, live', async () => {
    server = await serve();
    const first = await WireClient.join(server.port);
    const second = await WireClient.join(server.port, { session: first.token });
    expect(second.conversation).toBe(first.conversation);
    first.say('from the first');
    await completed(second);
    second.say('from the second');
    await completed(first, 2);
    await completed(second, 2);
    expect(first.events).toEqual(second.events);
  });

  it('continues after the number a reader remembers, and nothing else', async () => {
    server = await serve();
    const before = await WireClient.join(server.port);
    before.say('one');
    await completed(before);
    const { epoch } = before.first('following');
    await before.close();
    await server.restart();
    const after = await WireClient.join(server.port, {
      session: before.token,
      cursor: { conversation: before.conversation, epoch, seq: 2 },
    });
    expect(after.first('following')).toMatchObject({ mode: 'replay', from: 3, head: 3 });
    expect(after.events.map((event) => event.seq)).toEqual([3]);
  });

  it.each([
    ['a number beyond the log', { seq: 99 }],
    ['another epoch', { epoch: 'another-epoch' }],
  ])('answers %s with a snapshot', async (_what, wrong) => {
    server = await serve();
    const before = await WireClient.join(server.port);
    before.say('one');
    await completed(before);
    const cursor = { conversation: before.conversation, epoch: before.first('following').epoch, seq: 1, ...wrong };
    const after = await WireClient.join(server.port, { session: before.token, cursor });
    expect(after.first('following')).toMatchObject({ mode: 'snapshot', from: 1 });
    expect(after.events).toHaveLength(3);
  });

  it('gives the end of a long log at once and the rest in pages, without a hole', async () => {
    server = await serve(echo10);
    const visitor = await WireClient.join(server.port);
    for (let i = 1; i <= 5; i++) visitor.say(`m${i}`);
    await completed(visitor, 5);
    const late = await WireClient.join(server.port, { session: visitor.token });
    late.send({ t: 'history', id: 'h1', conversation: late.conversation, before: 6 });
    late.send({ t: 'sync', id: 's1', conversation: late.conversation, after: 10 });
    expect((await late.next('page', (page) => page.id === 'h1')).events.map((event) => event.seq)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect((await late.next('page', (page) => page.id === 's1')).events.map((event) => event.seq)).toEqual([
      11, 12, 13, 14, 15,
    ]);
  });

  it('W12: stores a message once when it is sent again under its id, and refuses another text under it', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    visitor.say('hello', 'client-0001');
    visitor.say('hello', 'client-0001');
    visitor.say('other', 'client-0001');
    expect(await visitor.next('ack', (ack) => ack.duplicate === true)).toMatchObject({ seq: 1 });
    expect(await visitor.next('error')).toMatchObject({
      re: 'client-0001',
      code: 'idempotency_conflict',
      retry: false,
    });
    await completed(visitor);
    expect(texts(visitor.events)).toEqual(['hello', 'You wrote: hello']);
  });

  it('sends long messages in pages a reader can take in, and still the whole log', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    const { conversation } = visitor;
    const person = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
    const text = '漢'.repeat(MESSAGE_LIMITS.textLength);
    for (let i = 1; i <= 12; i++)
      await server.append(conversation, person, `desk-long-${i}`, { kind: 'message', text });
    const sizes: number[] = [];
    visitor.socket.on('message', (data: Buffer) => sizes.push(data.length));

    const forward: number[] = [];
    for (let more = true; more; ) {
      const id = `sync-${forward.length}`;
      visitor.send({ t: 'sync', id, conversation, after: forward.at(-1) ?? 0 });
      const page = await visitor.next('page', (frame) => frame.id === id);
      forward.push(...page.events.map((event) => event.seq));
      more = page.more;
    }
    const backward: number[] = [];
    for (let more = true; more; ) {
      const id = `history-${backward.length}`;
      visitor.send({ t: 'history', id, conversation, before: backward[0] ?? 13 });
      const page = await visitor.next('page', (frame) => frame.id === id);
      backward.unshift(...page.events.map((event) => event.seq));
      more = page.more;
    }
    const all = Array.from({ length: 12 }, (_, i) => i + 1);
    expect(forward).toEqual(all);
    expect(backward).toEqual(all);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(FRAME_LIMITS.frameBytes);
  });

  it('reads no more of a log of long messages than the page that is asked for can hold', async () => {
    let read = 0;
    const counting = <T extends readonly unknown[]>(events: T): T => {
      read += events.length;
      return events;
    };
    server = await serve(undefined, undefined, 0, {}, async (folder) => {
      const store = await openSqliteStore(folder);
      return {
        ...store,
        eventsAfter: (...asked) => store.eventsAfter(...asked).then(counting),
        eventsBefore: (...asked) => store.eventsBefore(...asked).then(counting),
      };
    });
    const visitor = await WireClient.join(server.port);
    const { conversation } = visitor;
    const person = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
    for (let i = 1; i <= FRAME_LIMITS.historyPage; i++)
      await server.append(conversation, person, `desk-long-${i}`, { kind: 'message', text: 'x'.repeat(7_900) });
    await visitor.until(() => visitor.events.length === FRAME_LIMITS.historyPage, 'everything');
    read = 0;
    visitor.send({ t: 'sync', id: 'sync-1', conversation, after: 0 });
    const after = await visitor.next('page', ({ id }) => id === 'sync-1');
    visitor.send({ t: 'history', id: 'history-1', conversation, before: FRAME_LIMITS.historyPage + 1 });
    const before = await visitor.next('page', ({ id }) => id === 'history-1');
    expect(read).toBeLessThanOrEqual(2 * (after.events.length + before.events.length));

    // Of short ones it holds as many as it may, however they are read.
    for (let i = 1; i <= FRAME_LIMITS.historyPage + 1; i++)
      await server.append(conversation, person, `desk-short-${i}`, { kind: 'message', text: 'short' });
    visitor.send({ t: 'sync', id: 'sync-2', conversation, after: FRAME_LIMITS.historyPage });
    const short = await visitor.next('page', ({ id }) => id === 'sync-2');
    expect(short.events.map(({ seq }) => seq - FRAME_LIMITS.historyPage)).toEqual(
      Array.from({ length: FRAME_LIMITS.historyPage }, (_, i) => i + 1),
    );
    expect(short.more).toBe(true);
  });

  it('tells all tabs what was read, and all but the one that types who is typing', async () => {
    server = await serve();
    const first = await WireClient.join(server.port);
    const second = await WireClient.join(server.port, { session: first.token });
    first.say('hello');
    await completed(second);
    first.send({ t: 'typing', conversation: first.conversation, on: true });
    first.send({ t: 'read', conversation: first.conversation, seq: 3 });
    expect(await second.next('typing')).toMatchObject({ on: true });
    expect(await second.next('read')).toMatchObject({ seq: 3 });
    expect(await first.next('read')).toMatchObject({ seq: 3 });
    expect(first.frames.some((frame) => frame.t === 'typing')).toBe(false);
    expect((await WireClient.join(server.port, { session: first.token })).first('following').read).toBe(3);
  });
});
