/** Answers over the real wire and the real store: joined late, stopped, failed, begun again, and ended once. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnswerPiece } from '../../../dist/conversation/answering/answerer.js';
import { DONE, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';
import { completed, texts } from '../read-log.js';
import { untilStopped } from '../scripted-answers.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

describe('a conversation', () => {
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
});
