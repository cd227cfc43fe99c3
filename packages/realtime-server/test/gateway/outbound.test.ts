/** Frames of one turn leave in one write, a slow reader is paused and then closed, and what waits for it is bounded. */
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { ServerFrame } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { Outbound, type OutboundSocket } from '../../dist/gateway/outbound.js';
import { SOCKET_LIMITS } from '../../dist/runtime/limits.js';
import { turnedClock } from '../support/manual-clock.js';

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
