/** Connections that fall silent, never speak, or stop reading: each is noticed, costs no one else, and loses nothing. */
import { CLIENT_LIMITS, CLOSE, FRAME_LIMITS, MESSAGE_LIMITS } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InboxSettings } from '../../dist/inbox/inbox.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
/** A ping is due a fifth late at the most. */
const A_PING_LATER = CLIENT_LIMITS.pingEveryMs * 1.2;
/** The server looks at its connections once in a second and a half at least. */
const A_LOOK_LATER = 2_000;

let server: TestServer;
beforeEach(async () => {
  server = await serve();
});
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

const takeTheClock = (): unknown =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });

describe('a page that is back on another connection', () => {
  it('ends the one it has left behind, however that still looks, and no one else’s', async () => {
    const left = await WireClient.join(server.port);
    const session = left.token;
    const otherTab = await WireClient.join(server.port, { session });
    const other = await WireClient.join(server.port, { instance: left.instance });
    const back = await WireClient.join(server.port, { session, instance: left.instance });
    expect(await left.end()).toBe(CLOSE.superseded.code);
    back.say('still here');
    await otherTab.until(() => otherTab.events.some(({ by }) => by.kind === 'visitor'), 'the message in the other tab');
    expect([back, otherTab, other].map(({ closed }) => closed)).toEqual([null, null, null]);
  });

  it('is not ended by an older one of its own that is served late', async () => {
    const slow = await WireClient.open(server.port);
    const first = await WireClient.join(server.port);
    const back = await WireClient.join(server.port, { session: first.token, instance: slow.instance });
    slow.hello({ session: first.token });
    await slow.next('live');
    back.say('still here');
    await back.next('ack');
    expect(back.closed).toBeNull();
  });
});

describe('a connection', () => {
  it('W2: that never says hello is closed after the time a hello may take, and not before', async () => {
    takeTheClock();
    const silent = await WireClient.open(server.port);
    vi.advanceTimersByTime(FRAME_LIMITS.helloTimeoutMs - 1);
    expect(silent.socket.readyState).toBe(silent.socket.OPEN);
    vi.advanceTimersByTime(1);
    expect(await silent.end()).toBe(CLOSE.helloTimeout.code);
  });

  it('learns with each ping how far its conversation goes, so that a lost last event is noticed', async () => {
    takeTheClock();
    const visitor = await WireClient.join(server.port);
    visitor.say('hello');
    await visitor.until(() => visitor.events.some((event) => event.body.kind === 'answer.completed'), 'the answer');
    vi.advanceTimersByTime(A_PING_LATER);
    expect((await visitor.next('ping')).heads).toEqual({ [visitor.conversation]: 3 });
  });

  it('that answers its pings stays, however long', async () => {
    takeTheClock();
    const visitor = await WireClient.join(server.port);
    const isAsked = (n: number): boolean => visitor.frames.some((frame) => frame.t === 'ping' && frame.n === n);
    let seconds = 0;
    for (let n = 1; n <= 5; n++) {
      // What the server has sent until then arrives before its answer does.
      while (!isAsked(n)) {
        vi.advanceTimersByTime(1_000);
        seconds += 1;
        visitor.send({ t: 'ping', n: seconds });
        await visitor.next('pong', (pong) => pong.n === seconds);
      }
      visitor.send({ t: 'pong', n });
      visitor.send({ t: 'ping', n: ++seconds });
      await visitor.next('pong', (pong) => pong.n === seconds);
      vi.advanceTimersByTime(CLIENT_LIMITS.pingTimeoutMs);
    }
    expect(visitor.closed).toBeNull();
  });

  it('that leaves a ping unanswered is taken for dead', async () => {
    takeTheClock();
    const visitor = await WireClient.join(server.port);
    vi.advanceTimersByTime(A_PING_LATER);
    await visitor.next('ping');
    vi.advanceTimersByTime(CLIENT_LIMITS.pingTimeoutMs + A_LOOK_LATER);
    expect(await visitor.end()).toBe(CLOSE.pingTimeout.code);
  });

  it('W9: that stops reading is cut off without holding up the others, and loses nothing by it', async () => {
    const slow = await WireClient.join(server.port);
    const quick = await WireClient.join(server.port, { session: slow.token });
    slow.socket.pause();
    const text = '漢'.repeat(MESSAGE_LIMITS.textLength);
    const count = 400;
    for (let i = 1; i <= count; i++)
      await server.append(slow.conversation, PERSON, `desk-${i}-long`, { kind: 'message', text });
    await quick.until(() => quick.events.length >= count, 'everything');

    slow.socket.resume();
    await slow.end();
    const seen = slow.events.at(-1)?.seq ?? 0;
    expect(seen).toBeLessThan(count);
    const cursor = { conversation: slow.conversation, epoch: slow.first('following').epoch, seq: seen };
    const back = await WireClient.join(server.port, { session: slow.token, cursor });
    expect([...slow.events, ...back.events].map((event) => event.seq)).toEqual(
      Array.from({ length: count }, (_, i) => i + 1),
    );
  });

  it('is not read from while as much as may be waits for a store that hangs, and is afterwards', async () => {
    await server.dispose();
    let hanging: (() => void)[] | null = null;
    server = await serve(undefined, undefined, 0, {}, async (folder) => {
      const store = await openSqliteStore(folder);
      return {
        ...store,
        async markRead(...asked) {
          if (hanging) await new Promise<void>((resolve) => hanging?.push(resolve));
          return store.markRead(...asked);
        },
      };
    });
    const visitor = await WireClient.join(server.port);
    const { conversation, socket } = visitor;
    let pongs = 0;
    socket.on('pong', () => {
      pongs += 1;
    });
    const say = (times: number): void => {
      for (let at = 0; at < times; at++) visitor.send({ t: 'read', conversation, seq: 1 });
    };
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const waiting: (() => void)[] = [];
    hanging = waiting;
    say(FRAME_LIMITS.frameBurst - 4);
    socket.ping();
    await expect.poll(() => pongs).toBe(1);
    await pause(1_000);
    say(10);
    await pause(200);
    socket.ping();
    await pause(500);
    expect(pongs).toBe(1);

    hanging = null;
    for (const goOn of waiting) goOn();
    await expect.poll(() => pongs).toBe(2);
    visitor.send({ t: 'ping', n: 1 });
    await visitor.next('pong');
    expect(visitor.closed).toBeNull();
  });

  it('W8: that floods with control frames, which no browser sends, is closed like any other flood', async () => {
    const flood = await WireClient.join(server.port);
    for (let i = 0; i < FRAME_LIMITS.frameBurst * 3; i++) flood.socket.ping();
    expect(await flood.end()).toBe(CLOSE.rateLimited.code);
  });
});

describe('a pause of the inbox', () => {
  it('is in a ping long before the next one is due, as is its end, and in each welcome meanwhile', async () => {
    const inboxes = inboxesOf({ id: 'demo' });
    const live = inboxes.get('demo') as InboxSettings;
    const paused: InboxSettings = { ...live, state: 'paused' };
    let settings = live;
    const pausable = await serve(undefined, { ...inboxes, get: () => settings });
    try {
      const visitor = await WireClient.join(pausable.port);
      const saysOf = (n: number) => visitor.next('ping', (ping) => ping.n === n).then((ping) => ping.paused);
      expect((await visitor.next('welcome')).paused).toBeUndefined();
      settings = paused;
      expect(await saysOf(1)).toBe(true);
      const late = await WireClient.join(pausable.port);
      expect((await late.next('welcome')).paused).toBe(true);
      settings = live;
      expect([await saysOf(2), visitor.closed]).toEqual([undefined, null]);
    } finally {
      await pausable.dispose();
    }
  });
});
