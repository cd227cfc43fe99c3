/** What an overloaded server lets go, and what it never does. */
import { setImmediate as turn } from 'node:timers/promises';
import { CLOSE, closeRetryAfterMs } from '@service/protocol';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../dist/runtime/clock.js';
import { type LoadLevel, levelOf, memoryInUse, watchLoad } from '../../dist/runtime/load-shedding.js';
import { residentBytes } from '../../dist/runtime/memory.js';
import { turnedClock } from '../support/manual-clock.js';
import { serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const CALM = { lateMs: 12, storeMs: 2, memory: 0.3 };

describe('the level of load', () => {
  it('is 0 when everything is on time', () => {
    expect(levelOf(CALM, 0)).toBe(0);
  });

  it.each([
    [{ lateMs: 150 }, 1],
    [{ lateMs: 300 }, 2],
    [{ lateMs: 1_500 }, 3],
    [{ storeMs: 600 }, 2],
    [{ memory: 0.95 }, 3],
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
      memory: fc.double({ min: 0, max: 1, noNaN: true }),
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

describe('what watches the load', () => {
  it('hears of a store that does not answer while it doesn’t, and of its answers once it does', async () => {
    const clock = turnedClock();
    let answer = (): void => undefined;
    const ask = (): Promise<void> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const heard: LoadLevel[] = [];
    const senses = { lateMs: () => 1, memory: () => 0.1, stop: () => undefined };
    const watch = watchLoad(clock, ask, (level) => heard.push(level), senses);
    clock.turn(2_000);
    expect(watch.level()).toBe(2);
    clock.turn(5_000);
    expect(watch.level()).toBe(3);
    answer();
    await Promise.resolve();
    // How long the last answer took counts until there is a quicker one.
    clock.turn(1_000);
    answer();
    await Promise.resolve();
    clock.turn(4_000);
    expect(heard.at(-1)).toBeLessThan(3);
    watch.stop();
    expect(clock.waiting).toBe(0);
  });

  it('refuses no one anything for one slow answer of the store, but for two in a row', async () => {
    const clock = turnedClock();
    let answer = (): void => undefined;
    const ask = (): Promise<void> =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const senses = { lateMs: () => 1, memory: () => 0.1, stop: () => undefined };
    const watch = watchLoad(clock, ask, () => undefined, senses);
    const levels: LoadLevel[] = [];
    for (const ms of [1, 600, 1, 600, 600, 1, 1]) {
      clock.turn(ms);
      answer();
      await Promise.resolve();
      await Promise.resolve();
      clock.turn(1_000 - ms);
      levels.push(watch.level());
    }
    expect(levels).toEqual([0, 0, 0, 0, 2, 1, 0]);
    watch.stop();
  });

  it('refuses no one anything for one long turn, over by now: only when the next look is as late', async () => {
    const clock = turnedClock();
    let late = 1;
    let memory = 0.1;
    const senses = { lateMs: () => late, memory: () => memory, stop: () => undefined };
    const watch = watchLoad(
      clock,
      () => Promise.resolve(),
      () => undefined,
      senses,
    );
    const levelsWith = async (...lateness: readonly number[]): Promise<LoadLevel[]> => {
      const levels: LoadLevel[] = [];
      for (late of lateness) {
        // The store answers at once.
        await Promise.resolve();
        clock.turn(1_000);
        levels.push(watch.level());
      }
      return levels;
    };
    // Thousands of sockets that open in one turn.
    expect(await levelsWith(1, 1_500, 1, 1)).toEqual([0, 0, 0, 0]);
    // What goes on counts with the second look.
    expect(await levelsWith(300, 300, 1)).toEqual([0, 2, 1]);
    expect(await levelsWith(1, 1)).toEqual([0, 0]);
    expect(await levelsWith(1_500, 1_500, 1_500)).toEqual([0, 3, 3]);
    expect(await levelsWith(1, 1, 1)).toEqual([2, 1, 0]);
    // Memory waits for no second look.
    memory = 0.95;
    expect(await levelsWith(1)).toEqual([3]);
    watch.stop();
  });

  it('notices a process whose turns are long, and that it has rest again', async () => {
    let isBusy = true;
    const heard: LoadLevel[] = [];
    const watch = watchLoad(
      systemClock,
      () => Promise.resolve(),
      (level) => {
        heard.push(level);
        if (level > 0) isBusy = false;
      },
    );
    while (isBusy) {
      const until = performance.now() + 200;
      while (performance.now() < until);
      await turn();
    }
    await vi.waitUntil(() => watch.level() === 0, { timeout: 60_000, interval: 100 });
    watch.stop();
    expect(heard[0]).toBeGreaterThan(0);
    expect(heard.at(-1)).toBe(0);
  });

  it('counts what lies outside of the engine’s own memory, as what waits in sockets does', () => {
    const idle = { heapUsed: 10, heapLimit: 100, resident: 20, installed: 1_000, allowed: 0 };
    expect(memoryInUse(idle)).toBe(0.1);
    expect(memoryInUse({ ...idle, resident: 900 })).toBe(0.9);
    expect(memoryInUse({ ...idle, resident: 190, allowed: 200 })).toBe(0.95);
    expect(memoryInUse({ ...idle, resident: 900, allowed: Number.MAX_SAFE_INTEGER })).toBe(0.9);
  });

  it('goes by what was last known of the memory while no file can be opened any more to ask', () => {
    const known = residentBytes();
    expect(known).toBeGreaterThan(2 ** 20);
    const asked = vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
      throw Object.assign(new Error('EMFILE: too many open files, uv_resident_set_memory'), { code: 'EMFILE' });
    });
    expect(residentBytes()).toBe(known);
    asked.mockRestore();
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
    visitor.say('hello', 'client-refused-1');
    const refused = await visitor.next('error');
    expect(refused).toMatchObject({ re: 'client-refused-1', code: 'busy', retry: true });
    expect(refused.retryAfterMs).toBeGreaterThan(0);
    visitor.send({ t: 'ping', n: 7 });
    expect((await visitor.next('pong')).n).toBe(7);
    server.overload(0);
    visitor.say('hello', 'client-refused-1');
    expect(await visitor.next('ack')).toMatchObject({ clientId: 'client-refused-1', seq: 1 });
  });
});
