/**
 * What is asked of thousands of connections is asked of few at once, with rests between: whoever writes in that moment would
 * wait for all of them. And what one is told in one turn leaves in one write, before whatever ends it.
 */
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { type HeadListener, HeadPoller } from '../../dist/conversation/log/head-poller.js';
import { type HeartbeatTarget, startHeartbeat } from '../../dist/gateway/heartbeat.js';
import { Outbound, type OutboundSocket } from '../../dist/gateway/outbound.js';
import { SOCKET_LIMITS } from '../../src/limits.js';
import { type TurnedClock, turnedClock } from '../turned-clock.js';

/** So many are few: the questions of one go take a millisecond or two. */
const FEW = 40;

/** Lets the clock run, and everything that was waiting for it, for `ms`. */
async function pass(clock: TurnedClock, ms: number): Promise<void> {
  for (let i = 0; i < ms; i++) {
    clock.turn(1);
    await turn();
  }
}

/** How many were asked in the same millisecond, at most. */
function mostAtOnce(moments: readonly number[]): number {
  const counted = new Map<number, number>();
  for (const at of moments) counted.set(Math.floor(at), (counted.get(Math.floor(at)) ?? 0) + 1);
  return Math.max(0, ...counted.values());
}

describe('the heartbeat', () => {
  /** So many sockets that are due and have not been asked. */
  const beating = (count: number) => {
    const clock = turnedClock();
    const asked: number[] = [];
    const sockets = Array.from({ length: count }, (): HeartbeatTarget => {
      let isAsked = false;
      return {
        isDue: () => !isAsked,
        closeIfSilent: () => undefined,
        followedConversations: () => ['cnv_1'],
        ping() {
          isAsked = true;
          asked.push(clock.now());
        },
      };
    });
    const store = { heads: async () => new Map() };
    const stop = startHeartbeat({ store, clock, fraction: () => 0.5 }, new Set(sockets));
    return { clock, asked, stop };
  };

  it('asks a thousand that are due in the same second within that second, and few at once', async () => {
    const { clock, asked, stop } = beating(1_000);
    await pass(clock, 1_500);
    const inHalf = asked.length;
    await pass(clock, 600);
    stop();
    expect(asked).toHaveLength(1_000);
    expect(Math.abs(inHalf - 500)).toBeLessThan(FEW);
    expect(mostAtOnce(asked)).toBeLessThan(FEW);
  });

  it('asks nobody any more once it was stopped in the middle', async () => {
    const { clock, asked, stop } = beating(1_000);
    await pass(clock, 1_300);
    const before = asked.length;
    stop();
    await pass(clock, 2_000);
    expect(before).toBeGreaterThan(0);
    expect(asked).toHaveLength(before);
  });
});

describe('the head sweep', () => {
  const watched = (sweeper: HeadPoller, clock: TurnedClock, count: number): readonly number[] => {
    const learned = new Array<number>(count).fill(0);
    for (let i = 0; i < count; i++) {
      const follower: HeadListener = {
        conversation: `cnv_${i}`,
        activeAt: clock.now(),
        onProgress() {
          learned[i] = (learned[i] as number) + 1;
        },
      };
      sweeper.watch(follower);
    }
    return learned;
  };
  const sweeping = (clock: TurnedClock, asked: number[]) => {
    let reset = (): void => undefined;
    const sweeper = new HeadPoller({
      store: {
        async heads(ids) {
          asked.push(...ids.map(() => clock.now()));
          return new Map(ids.map((id) => [id, { head: 1, read: 0, seen: 0, erased: false }]));
        },
      },
      bus: {
        onReset(listener) {
          reset = listener;
          return () => undefined;
        },
      },
      clock,
      fraction: () => 0.5,
      onFailure: (error) => {
        throw error;
      },
    });
    return { sweeper, reset: () => reset() };
  };

  it.each([1, 31, 33, 1_000])('comes to each of %i followers once every three seconds, few at once', async (count) => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper } = sweeping(clock, asked);
    const learned = watched(sweeper, clock, count);
    sweeper.start();
    await pass(clock, 6_100);
    sweeper.stop();
    for (const times of learned) expect([2, 3]).toContain(times);
    expect(mostAtOnce(asked)).toBeLessThan(FEW);
  });

  it('comes to all of them soon when words of the bus may have been lost', async () => {
    const clock = turnedClock();
    const asked: number[] = [];
    const { sweeper, reset } = sweeping(clock, asked);
    const learned = watched(sweeper, clock, 1_000);
    reset();
    await pass(clock, 100);
    sweeper.stop();
    expect(learned.every((times) => times === 1)).toBe(true);
    expect(mostAtOnce(asked)).toBeLessThan(FEW);
  });
});

/** A stream that takes what it is given only when the test says so. */
class SlowStream extends Writable {
  /** One entry for each write of the system. */
  readonly writes: Buffer[][] = [];
  private done: (() => void) | null = null;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push([chunk]);
    this.done = done;
  }

  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: () => void): void {
    this.writes.push(chunks.map(({ chunk }) => chunk));
    this.done = done;
  }

  /** The network has taken what was written last; false when nothing was under way. */
  take(): boolean {
    const { done } = this;
    this.done = null;
    done?.();
    return done !== null;
  }
}

describe('the outbound side of a socket', () => {
  const typing = (on: boolean): ServerFrame => ({
    t: 'typing',
    conversation: 'cnv_1',
    who: { kind: 'human', id: 'x' },
    on,
  });
  const outlet = (stream = new SlowStream()) => {
    const moves: string[] = [];
    const socket = {
      readyState: 1,
      OPEN: 1,
      isPaused: false,
      get bufferedAmount() {
        return stream.writableLength;
      },
      send(text: string, written: () => void) {
        stream.write(text, written);
      },
      pause() {
        socket.isPaused = true;
        moves.push('pause');
      },
      resume() {
        socket.isPaused = false;
        moves.push('resume');
      },
    };
    const out = new Outbound(socket as OutboundSocket, stream, turnedClock(), () => moves.push('too slow'));
    const writes = () => stream.writes.map((chunks) => Buffer.concat(chunks).toString());
    return { out, stream, writes, socket, moves };
  };
  const framesIn = (write: string): number => write.split('{"t":').length - 1;
  /** Takes all that is written, and what is written after it. */
  const drain = async (stream: SlowStream): Promise<void> => {
    do await turn();
    while (stream.take());
  };
  /** More than `pauseReplayBytes`, in one frame. */
  const long = {
    ...typing(true),
    who: { kind: 'human', id: 'x'.repeat(SOCKET_LIMITS.pauseReplayBytes) },
  } as ServerFrame;

  it('writes the frames of one turn at once at its end, in order', async () => {
    const { out, writes } = outlet();
    void out.sendReliable(typing(true));
    void out.sendReliable(typing(false));
    void out.sendReliable(typing(true));
    expect(writes()).toEqual([]);
    await turn();
    expect(writes().map(framesIn)).toEqual([3]);
    expect(writes()[0]).toMatch(/"on":true.*"on":false.*"on":true/s);
  });

  it('reads from the socket again only when neither frames nor requests wait', async () => {
    const { out, stream, moves } = outlet();
    void out.sendReliable(long);
    void out.sendReliable(typing(true));
    out.pauseReading(true);
    await drain(stream);
    expect(moves).not.toContain('resume');
    out.pauseReading(false);
    expect(moves.splice(0)).toEqual(['pause', 'pause', 'resume']);

    out.pauseReading(true);
    void out.sendReliable(long);
    void out.sendReliable(typing(true));
    out.pauseReading(false);
    expect(moves).not.toContain('resume');
    await drain(stream);
    expect(moves).toEqual(['pause', 'pause', 'resume']);
  });

  it('counts a waiting frame as more than its bytes, and hands few of them to the socket', async () => {
    const { out, stream, socket, writes } = outlet();
    let sent = 0;
    while (!socket.isPaused && sent < 5_000) {
      void out.sendReliable({ t: 'pong', n: ++sent });
      await turn();
    }
    expect(sent).toBeLessThanOrEqual(SOCKET_LIMITS.pauseReplayBytes / 256);
    // Each frame in the socket may keep a piece of Node's buffer pool; the others must not.
    expect(framesIn(writes().join('')) + socket.bufferedAmount / 16).toBeLessThan(200);

    await drain(stream);
    expect(socket.bufferedAmount).toBe(0);
    expect(
      [
        ...writes()
          .join('')
          .matchAll(/"n":(\d+)/g),
      ].map(([, n]) => Number(n)),
    ).toEqual(Array.from({ length: sent }, (_, at) => at + 1));
    expect(out.waitingBytes).toBe(0);
    expect(out.sendDroppable(typing(true))).toBe(true);
  });

  it('resolves a send when the reader has room again, or when the socket is gone', async () => {
    for (const end of ['written', 'gone'] as const) {
      const { out, stream } = outlet();
      let resolved = 0;
      void out.sendReliable(long);
      for (let i = 0; i < 100; i++) void out.sendReliable(typing(true)).then(() => ++resolved);
      await turn();
      expect(resolved).toBe(0);
      out.discard();
      await turn();
      expect(resolved).toBeGreaterThan(0);
      expect(resolved).toBeLessThan(100);
      if (end === 'gone') stream.destroy();
      await drain(stream);
      await turn();
      expect(resolved).toBe(100);
    }
  });

  it('writes everything before a close, and nothing after', async () => {
    const { out, writes, socket } = outlet();
    for (let i = 0; i < 200; i++) void out.sendReliable(typing(true));
    out.flush();
    await turn();
    expect(writes().map(framesIn)).toEqual([200]);
    socket.readyState = 2;
    void out.sendReliable(typing(false));
    await turn();
    expect(writes()).toHaveLength(1);
  });

  it('drops what may be lost when a flood comes in one turn', async () => {
    const { out, writes } = outlet();
    const frame = { ...typing(true), who: { kind: 'human', id: 'x'.repeat(10_000) } } as ServerFrame;
    let dropped = false;
    for (let sent = 0; sent < SOCKET_LIMITS.closeSlowReaderBytes; sent += 10_000)
      dropped ||= !out.sendDroppable({ ...frame });
    expect(dropped).toBe(true);
    await turn();
    expect(Buffer.byteLength(writes().join(''))).toBeLessThan(SOCKET_LIMITS.dropEphemeralBytes + 11_000);
  });

  it('reports a reader that is too slow', () => {
    const { out, moves } = outlet();
    for (let i = 0; i < 4; i++) void out.sendReliable({ ...long });
    expect(moves).toContain('too slow');
  });
});
