/** What an overloaded server lets go, and what it never does. */
import { CLOSE, closeRetryAfterMs } from '@service/protocol';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type LoadLevel, levelOf } from '../dist/load.js';
import { serve, type TestServer } from './serve.js';
import { WireClient } from './wire-client.js';

const CALM = { lateMs: 12, storeMs: 2, heap: 0.3 };

describe('the level of load', () => {
  it('is 0 when everything is on time', () => {
    expect(levelOf(CALM, 0)).toBe(0);
  });

  it.each([
    [{ lateMs: 150 }, 1],
    [{ lateMs: 300 }, 2],
    [{ lateMs: 1_500 }, 3],
    [{ storeMs: 600 }, 2],
    [{ heap: 0.95 }, 3],
  ] as const)('rises at once with %j to %i', (over, level) => {
    expect(levelOf({ ...CALM, ...over }, 0)).toBe(level);
  });

  it('falls one step at a time, and only well below the bar it rose over', () => {
    expect(levelOf({ ...CALM, lateMs: 90 }, 1)).toBe(1);
    expect(levelOf(CALM, 3)).toBe(2);
    expect(levelOf(CALM, 2)).toBe(1);
    expect(levelOf(CALM, 1)).toBe(0);
  });

  it('always comes to rest for a reading that stays, whatever it was before', () => {
    const reading = fc.record({
      lateMs: fc.double({ min: 0, max: 5_000, noNaN: true }),
      storeMs: fc.double({ min: 0, max: 10_000, noNaN: true }),
      heap: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(reading, fc.constantFrom<LoadLevel>(0, 1, 2, 3), (given, before) => {
        let level = before;
        for (let i = 0; i < 4; i++) level = levelOf(given, level);
        expect(levelOf(given, level)).toBe(level);
        expect(level).toBeGreaterThanOrEqual(levelOf(given, 0));
      }),
    );
  });
});

describe('an overloaded server', () => {
  let server: TestServer;
  afterEach(() => server.dispose());

  it('drops typing first, and nothing else', async () => {
    server = await serve();
    const first = await WireClient.join(server.port);
    const second = await WireClient.join(server.port, { session: first.token });
    const { conversation } = first;
    server.overload(1);
    first.send({ t: 'typing', conversation, on: true });
    first.say('hello');
    await second.until(() => second.events.some((event) => event.body.kind === 'answer.completed'), 'the answer');
    expect(second.frames.some((frame) => frame.t === 'typing')).toBe(false);
  });

  it('sends new visitors away for a while, and serves those who are here or come back', async () => {
    server = await serve();
    const here = await WireClient.join(server.port);
    server.overload(2);
    const stranger = await WireClient.open(server.port);
    stranger.hello();
    expect(await stranger.end()).toBe(CLOSE.overloaded.code);
    expect(closeRetryAfterMs(stranger.closed?.reason ?? '')).toBeGreaterThan(0);

    here.say('hello');
    expect((await here.next('ack')).seq).toBe(1);
    here.send({ t: 'history', id: 'older-1', conversation: here.conversation, before: 1 });
    expect(await here.next('error')).toMatchObject({ re: 'older-1', code: 'busy', retry: true });
    here.send({ t: 'sync', id: 'gap-1', conversation: here.conversation, after: 0 });
    expect((await here.next('page')).events.length).toBeGreaterThan(0);
    const back = await WireClient.join(server.port, { session: here.token });
    expect(back.conversation).toBe(here.conversation);
  });

  it('leaves messages with their sender at the worst, and takes them under the same id afterwards', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    server.overload(3);
    visitor.say('hello', 'client-kept-1');
    const refused = await visitor.next('error');
    expect(refused).toMatchObject({ re: 'client-kept-1', code: 'busy', retry: true });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    visitor.send({ t: 'ping', n: 7 });
    expect((await visitor.next('pong')).n).toBe(7);
    server.overload(0);
    visitor.say('hello', 'client-kept-1');
    expect(await visitor.next('ack')).toMatchObject({ clientId: 'client-kept-1', seq: 1 });
  });
});
