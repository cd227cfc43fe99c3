/** A conversation over the real wire and the real store: sent, acknowledged, followed, resumed, answered. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOSE, FRAME_LIMITS, type LogEvent, MESSAGE_LIMITS } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { localBus } from '../../dist/bus/local.js';
import { AnswerWorker } from '../../dist/conversation/answering/answer-worker.js';
import type { AnswerJobHandle, AnswerPiece } from '../../dist/conversation/answering/answerer.js';
import { appendTo } from '../../dist/conversation/log/append.js';
import { consentHash } from '../../dist/inbox/public-inbox.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import { type Append, type OpenStore, type Store, StoreUnavailable } from '../../dist/store/store.js';
import { ASKED, SESSION } from '../store/fixtures.js';
import { turnedClock } from '../support/manual-clock.js';
import { DONE, echo, inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

const texts = (events: readonly LogEvent[]): string[] =>
  events.flatMap(({ body }) => (body.kind === 'message' || body.kind === 'answer.completed' ? [body.text] : []));
const completed = (client: WireClient, count = 1): Promise<void> =>
  client.until(
    () => client.events.filter((event) => event.body.kind === 'answer.completed').length >= count,
    `${count} answers`,
  );

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

  it('lets someone who joins in the middle of an answer see it from its beginning', async () => {
    let finish = (): void => undefined;
    const half = new Promise<void>((resolve) => {
      finish = resolve;
    });
    server = await serve(async function* (): AsyncIterable<AnswerPiece> {
      yield { kind: 'text', text: 'The first half' };
      await half;
      yield { kind: 'text', text: ' and the second.' };
      yield DONE;
    });
    const first = await WireClient.join(server.port);
    first.say('tell me');
    await first.next('delta');
    const second = await WireClient.join(server.port, { session: first.token });
    expect(await second.next('delta')).toMatchObject({ from: 0, text: 'The first half' });
    finish();
    await completed(second);
    expect(texts(second.events)).toEqual(['tell me', 'The first half and the second.']);
  });

  it('ends an answer when the visitor stops it, and keeps what was written', async () => {
    server = await serve(untilStopped('Once upon a time'));
    const visitor = await WireClient.join(server.port);
    visitor.say('a long story');
    await visitor.next('delta');
    visitor.send({ t: 'stop', conversation: visitor.conversation });
    await visitor.until(() => visitor.events.some((event) => event.body.kind === 'answer.interrupted'), 'the end');
    expect(visitor.events.at(-1)?.body).toMatchObject({ reason: 'stopped', text: 'Once upon a time' });
  });

  it('silences the agent when the visitor asks for a person, and wakes it when they come back', async () => {
    server = await serve(untilStopped('Well'));
    const visitor = await WireClient.join(server.port);
    visitor.say('question');
    await visitor.next('delta');
    const { conversation } = visitor;
    visitor.send({ t: 'append', conversation, clientId: 'client-person', body: { kind: 'handoff.requested' } });
    await visitor.until(() => visitor.events.some((event) => event.body.kind === 'answer.interrupted'), 'the end');
    visitor.say('still there?');
    await visitor.next('ack', (ack) => ack.clientId === 'client-still-there-');
    visitor.send({ t: 'append', conversation, clientId: 'client-back', body: { kind: 'handoff.ended' } });
    visitor.say('and now?');
    await visitor.until(
      () => visitor.events.filter((event) => event.body.kind === 'answer.started').length === 2,
      'the agent',
    );
    expect(visitor.events.map((event) => event.body.kind)).toEqual([
      'message',
      'answer.started',
      'handoff.requested',
      'answer.interrupted',
      'message',
      'handoff.ended',
      'message',
      'answer.started',
    ]);
  });

  it('says so when answering fails, and answers the next question', async () => {
    let calls = 0;
    server = await serve(async function* ({ text }) {
      calls += 1;
      if (calls === 1) throw new Error('the index is broken');
      yield { kind: 'text', text: `Fine: ${text}` };
      yield DONE;
    });
    const visitor = await WireClient.join(server.port);
    visitor.say('first');
    visitor.say('second');
    await completed(visitor);
    expect(visitor.events.find((event) => event.body.kind === 'answer.interrupted')?.body).toMatchObject({
      reason: 'failed',
    });
    expect(texts(visitor.events)).toContain('Fine: second');
    expect(server.failures).toHaveLength(1);
  });

  it('begins a crashed answer again and ends it once', async () => {
    let calls = 0;
    server = await serve(async function* (_question, signal) {
      calls += 1;
      yield { kind: 'text', text: `try ${calls}` };
      if (calls === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (!signal.aborted) yield DONE;
    });
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await visitor.next('delta');
    await server.restart();
    const again = await WireClient.join(server.port, { session: visitor.token });
    await completed(again);
    expect(again.events.map((event) => event.body.kind)).toEqual([
      'message',
      'answer.started',
      'answer.started',
      'answer.completed',
    ]);
    expect(texts(again.events)).toEqual(['hello', 'try 2']);
  });

  it('gives up a question that no try brings to an end, and keeps what the last one had written', async () => {
    let calls = 0;
    server = await serve(async function* (_question, signal) {
      calls += 1;
      yield { kind: 'text', text: `try ${calls}` };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    let visitor = await WireClient.join(server.port);
    const session = visitor.token;
    visitor.say('hello');
    for (let attempt = 1; attempt <= 3; attempt++) {
      await visitor.next('delta', (delta) => delta.attempt === attempt);
      await server.restart();
      visitor = await WireClient.join(server.port, { session });
    }
    await visitor.until(() => visitor.events.some((event) => event.body.kind === 'answer.interrupted'), 'the end');
    expect(visitor.events.at(-1)?.body).toMatchObject({ reason: 'failed', text: 'try 3' });
    expect(calls).toBe(3);
  });

  it('ends the running answer when a person closes the conversation, and leaves no duty behind', async () => {
    server = await serve(untilStopped('Let me see'));
    const visitor = await WireClient.join(server.port);
    visitor.say('question');
    await visitor.next('delta');
    await server.append(visitor.conversation, { kind: 'human', id: 'desk', name: 'Ingrid' }, 'desk-close-1', {
      kind: 'conversation.closed',
    });
    await visitor.until(() => visitor.events.some((event) => event.body.kind === 'answer.interrupted'), 'the end');
    visitor.say('one more thing');
    expect(await visitor.next('error')).toMatchObject({ code: 'conversation_closed' });
    await server.restart();
    const back = await WireClient.join(server.port, { session: visitor.token });
    expect(back.events.map((event) => event.body.kind)).toEqual([
      'message',
      'answer.started',
      'conversation.closed',
      'answer.interrupted',
    ]);
  });

  it('answers a question once when the process slept longer than its own lease', async () => {
    const asked: string[] = [];
    server = await serve(async function* ({ text }, signal) {
      asked.push(text);
      yield { kind: 'text', text: 'Well' };
      if (text === 'slow') await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield DONE;
    });
    const slow = await WireClient.join(server.port);
    slow.say('slow');
    await slow.next('delta');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const other = await WireClient.join(server.port);
    other.say('quick');
    await completed(other);
    expect(asked).toEqual(['slow', 'quick']);
    expect(slow.events.filter((event) => event.body.kind === 'answer.started')).toHaveLength(1);
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

describe('an answer whose store is away', () => {
  /** A store to which every append fails for which `away` holds. */
  const failing = <S extends Store>(store: S, away: (input: Append) => boolean): S => ({
    ...store,
    append: (input) => (away(input) ? Promise.reject(new StoreUnavailable('cut off')) : store.append(input)),
  });

  it.each(['answer.started', 'answer.completed'])('for a moment still sends it whole (%s)', async (kind) => {
    let cut = 0;
    const once = async (folder: string): Promise<OpenStore> =>
      failing(await openSqliteStore(folder), ({ body }) => body.kind === kind && cut++ === 0);
    server = await serve(echo, undefined, 0, {}, once);
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await completed(visitor);
    const kinds = visitor.events.map(({ body }) => body.kind);
    expect(kinds).toEqual(['message', 'answer.started', 'answer.completed']);
    expect(cut).toBe(2);
  });

  it('for longer than it is waited for is begun again when its lease has run out, and never reported as a failure', async () => {
    server = await serve();
    const folder = mkdtempSync(join(tmpdir(), 'service-away-'));
    let away = false;
    const store = failing(await openSqliteStore(folder), () => away);
    const [bus, clock] = [localBus(), turnedClock()];
    const random = (count: number): Uint8Array => randomBytes(count);
    const turns: AnswerJobHandle[] = [];
    const failures: unknown[] = [];
    const answering = new AnswerWorker({
      store,
      bus,
      append: appendTo({ store, bus, clock, random, onQuestion: () => undefined }),
      answerer: {
        authorName: () => 'Assistant',
        async *answer({ job: turn }) {
          turns.push(turn);
          away = turns.length === 1;
          yield { kind: 'text', text: 'Well' };
          yield DONE;
        },
      },
      failureText: () => '',
      clock,
      random,
      deltaEveryMs: () => 0,
      locales: { of: () => null },
      addresses: { of: () => null, contactsAt: () => [] },
      onFailure: (error) => failures.push(error),
    });
    await store.createSession(SESSION);
    await store.append(ASKED);
    answering.start();
    const quarter = async (): Promise<void> => {
      clock.turn(250);
      await new Promise((done) => setImmediate(done));
    };
    await expect.poll(() => quarter().then(() => failures.length), { interval: 1 }).toBe(1);
    expect(failures).toMatchObject([{ name: 'StoreUnavailable' }]);
    away = false;
    const kinds = async (): Promise<string[]> =>
      (await store.eventsAfter(SESSION.conversation, 0, 10)).map(({ body }) => body.kind);
    await expect
      .poll(() => quarter().then(kinds), { interval: 1 })
      .toEqual(['message', 'answer.started', 'answer.started', 'answer.completed']);
    expect(turns.map(({ attempt }) => attempt)).toEqual([1, 2]);
    await answering.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('and whose lease has run out meanwhile stays under the attempt by which its own process holds it again', async () => {
    let asked: AnswerJobHandle | null = null;
    server = await serve(async function* ({ text, job: turn }, signal) {
      if (text === 'slow') {
        asked = turn;
        yield { kind: 'text', text: 'Well' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      }
      yield DONE;
    });
    const slow = await WireClient.join(server.port);
    slow.say('slow');
    await slow.next('delta');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const other = await WireClient.join(server.port);
    other.say('quick');
    await completed(other);
    const turn = asked as AnswerJobHandle | null;
    expect(turn?.attempt).toBe(2);
    expect(await turn?.saveCheckpoint('what was found')).toBe(true);
  });
});

describe('two visitors', () => {
  it('S8: never see each other: every way to name a foreign conversation looks as if it did not exist', async () => {
    server = await serve();
    const victim = await WireClient.join(server.port);
    victim.say('my secret');
    await completed(victim);
    const stranger = await WireClient.join(server.port);
    expect(stranger.conversation).not.toBe(victim.conversation);
    const missing = 'cnv_doesnotexist00000000';
    for (const conversation of [victim.conversation, missing]) {
      const mark = stranger.frames.length;
      stranger.send({ t: 'follow', conversation });
      stranger.send({ t: 'sync', id: 'request-1', conversation, after: 0 });
      stranger.send({ t: 'history', id: 'request-2', conversation, before: 10 });
      stranger.send({ t: 'append', conversation, clientId: `client-${mark}`, body: { kind: 'message', text: 'hi' } });
      stranger.send({ t: 'read', conversation, seq: 3 });
      stranger.send({ t: 'typing', conversation, on: true });
      stranger.send({ t: 'stop', conversation });
      stranger.send({ t: 'ping', n: mark });
      await stranger.next('pong', (pong) => pong.n === mark);
      const answers = stranger.frames.slice(mark);
      expect(answers.map((frame) => (frame.t === 'error' ? frame.code : frame.t))).toEqual([
        ...Array(7).fill('not_found'),
        'pong',
      ]);
    }
    expect(JSON.stringify(stranger.frames)).not.toContain('secret');
    expect(victim.events).toHaveLength(3);
  });

  it('S1: are distinguished by the token alone, which is good for one inbox and one origin', async () => {
    server = await serve(
      undefined,
      inboxesOf({ id: 'demo', allowedOrigins: ['http://shop.test', 'http://other.test'] }, { id: 'second' }),
    );
    const visitor = await WireClient.join(server.port);
    for (const wrong of [{ inbox: 'second' }, { origin: 'http://other.test' }, { session: `cws_${'A'.repeat(43)}` }]) {
      const thief = await WireClient.open(server.port);
      thief.hello({ session: visitor.token, ...wrong });
      expect(await thief.end()).toBe(CLOSE.sessionExpired.code);
      expect(thief.frames).toEqual([]);
    }
  });
});

describe('the door', () => {
  it.each([
    ['an unknown inbox', { inbox: 'unknown' }, {}, CLOSE.inboxGone.code],
    ['a page that may not embed the inbox', { origin: 'http://evil.test' }, {}, CLOSE.inboxGone.code],
    ['a screen on an origin that is not listed', {}, { origin: 'http://evil.test' }, CLOSE.inboxGone.code],
    ['no version in common', { v: [99] }, {}, CLOSE.versionUnsupported.code],
  ])('W1: is closed for %s, with a code that says so', async (_what, hello, headers, code) => {
    server = await serve();
    const client = await WireClient.open(server.port, headers as Record<string, string>);
    client.hello(hello);
    expect(await client.end()).toBe(code);
  });

  it('opens for the widget’s own frame and for a listed origin', async () => {
    server = await serve();
    for (const origin of [`http://127.0.0.1:${server.port}`, 'http://shop.test']) {
      const client = await WireClient.open(server.port, { origin });
      client.hello();
      expect(await client.next('welcome')).toMatchObject({ v: 1 });
    }
  });

  it('P3: asks for consent to the wording it published before it begins a session', async () => {
    server = await serve(undefined, inboxesOf({ id: 'demo', requireConsent: true }));
    const textHash = 'a'.repeat(64);
    for (const consent of [undefined, { version: '1', textHash, locale: 'en' }]) {
      const client = await WireClient.open(server.port);
      client.hello(consent && { consent });
      expect(await client.end()).toBe(CLOSE.consentRequired.code);
    }
  });

  it('P5: asks for consent of those who were here before it was needed, too, and lets them back in with it', async () => {
    let inboxes = inboxesOf({ id: 'demo' });
    server = await serve(undefined, { ...inboxes, get: (id) => inboxes.get(id) });
    const before = await WireClient.join(server.port);
    before.say('hello');
    await completed(before);

    inboxes = inboxesOf({ id: 'demo', requireConsent: true });
    const silent = await WireClient.open(server.port);
    silent.hello({ session: before.token });
    expect(await silent.end()).toBe(CLOSE.consentRequired.code);

    const consent = { version: '1', textHash: consentHash('Shop'), locale: 'en' };
    const agreed = await WireClient.join(server.port, { session: before.token, consent });
    expect(agreed.conversation).toBe(before.conversation);
    expect(texts(agreed.events)).toContain('hello');
  });

  it('P5: lets no one go on under a wording that is not the published one any more, and takes what they say under the new one', async () => {
    let inboxes = inboxesOf({ id: 'demo', requireConsent: true });
    server = await serve(undefined, { ...inboxes, get: (id) => inboxes.get(id) });
    const agreed = (version: string) => ({ version, textHash: consentHash('Shop'), locale: 'en' });
    const visitor = await WireClient.join(server.port, { consent: agreed('1') });
    visitor.say('under the old wording');
    await completed(visitor);

    inboxes = inboxesOf({ id: 'demo', requireConsent: true, consentVersion: '2' });
    expect(await visitor.end()).toBe(CLOSE.consentRequired.code);
    const stale = await WireClient.open(server.port);
    stale.hello({ session: visitor.token, consent: agreed('1') });
    expect(await stale.end()).toBe(CLOSE.consentRequired.code);

    const again = await WireClient.join(server.port, { session: visitor.token, consent: agreed('2') });
    again.say('under the new one');
    await again.next('ack');
    expect((await server.session(visitor.token))?.consent).toMatchObject({ version: '2' });
  });

  it('lets a visitor send a burst and asks them to slow down after it, losing nothing', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    for (let i = 0; i <= FRAME_LIMITS.appendBurst; i++) visitor.say(`m${i}`);
    const refused = await visitor.next('error');
    expect(refused).toMatchObject({ code: 'rate_limited', retry: true, re: `client-m${FRAME_LIMITS.appendBurst}` });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
  });
});

async function* echo10({ text }: { readonly text: string }): AsyncIterable<AnswerPiece> {
  yield { kind: 'text', text: text.repeat(10) };
  yield DONE;
}

function untilStopped(text: string) {
  return async function* (_question: unknown, signal: AbortSignal): AsyncIterable<AnswerPiece> {
    yield { kind: 'text', text };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
}
