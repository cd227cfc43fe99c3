/**
 * What is asked of thousands of connections is asked of few at once, with rests between: whoever writes in that moment would
 * wait for all of them. And what one is told in one turn leaves in one write, before whatever ends it.
 */
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { LIMITS, type ServerFrame } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { HeadSweeper, type Swept } from '../dist/conversation/head-sweeper.js';
import { type Beating, startHeartbeat } from '../dist/gateway/heartbeat.js';
import { Outbound, type OutboundSocket } from '../dist/gateway/outbound.js';
import { type TurnedClock, turnedClock } from './turned-clock.js';

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
    const sockets = Array.from({ length: count }, (): Beating => {
      let isAsked = false;
      return {
        isDue: () => !isAsked,
        endIfSilent: () => undefined,
        followed: () => ['cnv_1'],
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
  const watched = (sweeper: HeadSweeper, clock: TurnedClock, count: number): readonly number[] => {
    const learned = new Array<number>(count).fill(0);
    for (let i = 0; i < count; i++) {
      const follower: Swept = {
        conversation: `cnv_${i}`,
        activeAt: clock.now(),
        learn() {
          learned[i] = (learned[i] as number) + 1;
        },
      };
      sweeper.watch(follower);
    }
    return learned;
  };
  const sweeping = (clock: TurnedClock, asked: number[]) => {
    let reset = (): void => undefined;
    const sweeper = new HeadSweeper({
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

describe('what a socket is told', () => {
  const typing = (on: boolean): ServerFrame => ({
    t: 'typing',
    conversation: 'cnv_1',
    who: { kind: 'human', id: 'x' },
    on,
  });
  const outlet = () => {
    const stream = new PassThrough();
    const writes: string[] = [];
    stream.on('data', (bytes: Buffer) => writes.push(bytes.toString('latin1')));
    const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, isPaused: false } as {
      -readonly [K in keyof OutboundSocket]: OutboundSocket[K];
    };
    const out = new Outbound(socket, stream, turnedClock(), () => writes.push('cut off'));
    return { out, writes, socket };
  };
  const framesIn = (write: string): number => write.split('{"t":').length - 1;

  it('in one turn leaves in one write at its end, in order', async () => {
    const { out, writes } = outlet();
    void out.send(typing(true));
    void out.send(typing(false));
    void out.send(typing(true));
    expect(writes).toEqual([]);
    await turn();
    expect(writes.map(framesIn)).toEqual([3]);
    expect(writes[0]).toMatch(/"on":true.*"on":false.*"on":true/s);
  });

  it('is read from again only when neither what it was told waits, nor what it asked', async () => {
    let taken: () => void = () => undefined;
    const stream = new Writable({
      write(_bytes, _encoding, done) {
        taken = done;
      },
    });
    const moves: string[] = [];
    const socket = {
      ...outlet().socket,
      bufferedAmount: LIMITS.pauseReplayBytes as number,
      pause(this: { isPaused: boolean }) {
        this.isPaused = true;
        moves.push('pause');
      },
      resume(this: { isPaused: boolean }) {
        this.isPaused = false;
        moves.push('resume');
      },
    };
    const out = new Outbound(socket, stream, turnedClock(), () => undefined);
    const reads = async (): Promise<void> => {
      socket.bufferedAmount = 0;
      taken();
      await turn();
      socket.bufferedAmount = LIMITS.pauseReplayBytes;
    };
    void out.send(typing(true));
    out.full(true);
    await reads();
    expect(moves).not.toContain('resume');
    out.full(false);
    expect(moves.splice(0)).toEqual(['pause', 'pause', 'resume']);

    out.full(true);
    void out.send(typing(true));
    out.full(false);
    expect(moves).not.toContain('resume');
    await reads();
    expect(moves).toEqual(['pause', 'pause', 'resume']);
  });

  it('counts as more than its bytes while it waits, and keeps nothing but itself', async () => {
    let taken: () => void = () => undefined;
    const taking: Buffer[] = [];
    const stream = new Writable({
      write(bytes: Buffer, _encoding, done) {
        taking.push(bytes);
        taken = done;
      },
      writev(chunks, done) {
        taking.push(...chunks.map(({ chunk }) => chunk as Buffer));
        taken = done;
      },
    });
    const { socket } = outlet();
    Object.defineProperty(socket, 'bufferedAmount', { get: () => stream.writableLength });
    let isPaused = false;
    socket.pause = () => {
      isPaused = true;
    };
    const out = new Outbound(socket, stream, turnedClock(), () => undefined);
    let said = 0;
    const sayOn = async (): Promise<void> => {
      void out.send({ t: 'pong', n: ++said });
      await turn();
    };
    while (!isPaused && said < 5_000) await sayOn();
    expect(said).toBeLessThanOrEqual(LIMITS.pauseReplayBytes / 256);

    taken();
    await turn();
    expect(taking).toHaveLength(said);
    expect(taking.map((bytes) => /"n":(\d+)/.exec(bytes.toString('latin1'))?.[1])).toEqual(
      Array.from({ length: said }, (_, at) => `${at + 1}`),
    );
    const [, ...waited] = taking;
    expect(waited.filter(({ length, buffer }) => buffer.byteLength > length)).toEqual([]);

    // Once all is taken, nothing of it counts any longer.
    taken();
    await turn();
    expect(out.offer(typing(true))).toBe(true);
  });

  it('leaves before it is closed, and nothing after', async () => {
    const { out, writes, socket } = outlet();
    void out.send(typing(true));
    out.flush();
    await turn();
    expect(writes.map(framesIn)).toEqual([1]);
    void out.send(typing(false));
    socket.readyState = 2;
    await turn();
    expect(writes).toHaveLength(1);
  });

  it('counts against it before it is written: of a flood in one turn, what may be lost is dropped', async () => {
    const { out, writes } = outlet();
    const long = { ...typing(true), who: { kind: 'human', id: 'x'.repeat(10_000) } } as ServerFrame;
    let dropped = false;
    for (let sent = 0; sent < LIMITS.closeSlowReaderBytes; sent += 10_000) dropped ||= !out.offer({ ...long });
    expect(dropped).toBe(true);
    await turn();
    expect(Buffer.byteLength(writes.join(''))).toBeLessThan(LIMITS.dropEphemeralBytes + 11_000);
  });
});
