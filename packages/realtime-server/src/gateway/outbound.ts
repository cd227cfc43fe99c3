/**
 * The sending side of one socket. `send` of a WebSocket never pushes back: a reader that stopped reading would cost the
 * server memory without end. So: a little behind, and what may be lost is dropped; more, and the replay waits and nothing
 * more is read from that reader; too much, or too long, and it is cut off. It loses nothing by that: it resumes from the
 * log. Nothing is read either while what was asked before waits to be served.
 */
import type { Writable } from 'node:stream';
import { LIMITS, type ServerFrame } from '@service/protocol';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.js';
import type { Outlet } from '../conversation/follower.js';
import { type TextFrame, textFrame } from './text-frame.js';

const SLOW_FOR_MS = 10_000;
/** What one more write takes while it waits, besides its bytes: the objects that the engine and the stream keep of it. */
const WAITING_BYTES = 256;
const AS_TEXT = { binary: false } as const;

export type OutboundSocket = Pick<
  WebSocket,
  'readyState' | 'OPEN' | 'bufferedAmount' | 'send' | 'pause' | 'resume' | 'isPaused'
>;

let latest: { readonly frame: ServerFrame; readonly written: TextFrame } | null = null;

/** The frame as bytes; written out once when several sockets are sent the same one in a row. */
function written(frame: ServerFrame): TextFrame {
  if (latest?.frame !== frame) latest = { frame, written: textFrame(JSON.stringify(frame)) };
  return latest.written;
}

/** Those that something was said to in this turn. */
let unflushed: Outbound[] = [];

function flushAll(): void {
  const all = unflushed;
  unflushed = [];
  for (const outbound of all) outbound.flush();
}

export class Outbound implements Outlet {
  private slowSince: number | null = null;
  /** Two want it not to be read from: it is read on once neither does. */
  private isBehind = false;
  private isFull = false;
  /** Writes that wait behind others. */
  private waiting = 0;
  /** Said in this turn, mostly one frame or two: it leaves in one write at the turn's end. */
  private said: Buffer | null = null;

  constructor(
    private readonly socket: OutboundSocket,
    /** What the socket writes to, when it is known: everything said in one turn then leaves in one write. */
    private readonly stream: Writable | null,
    private readonly clock: Clock,
    private readonly onTooSlow: () => void,
  ) {}

  send(frame: ServerFrame): Promise<void> {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return Promise.resolve();
    const data = written(frame);
    const { behind } = this;
    if (behind + data.whole.length > LIMITS.closeSlowReaderBytes || this.isSlowForLong(behind)) {
      this.onTooSlow();
      return Promise.resolve();
    }
    if (behind < LIMITS.pauseReplayBytes) {
      this.write(data);
      return Promise.resolve();
    }
    // Whoever doesn't read has nothing to say: its requests would only make the queue longer.
    this.isBehind = true;
    socket.pause();
    this.flush();
    return new Promise((resolve) => this.writeNow(data, this.whenTaken(resolve)));
  }

  /** Made here and not where the frame is at hand: what waits for so long would keep it. */
  private whenTaken(resolve: () => void): () => void {
    return () => {
      if (this.behind < LIMITS.pauseReplayBytes) this.isBehind = false;
      this.readOn();
      resolve();
    };
  }

  offer(frame: ServerFrame): boolean {
    if (this.behind >= LIMITS.dropEphemeralBytes) return false;
    void this.send(frame);
    return true;
  }

  /** What was asked over this socket waits to be served, and is as much as may wait; or there is room again. */
  full(isFull: boolean): void {
    this.isFull = isFull;
    if (isFull) this.socket.pause();
    else this.readOn();
  }

  /** Writes what was said in this turn. Before a close, after which nothing may follow. */
  flush(): void {
    const { said, socket } = this;
    if (said === null) return;
    this.said = null;
    // The other side has closed it meanwhile.
    if (socket.readyState !== socket.OPEN) return;
    if (this.stream) this.put(this.stream, said);
  }

  private readOn(): void {
    if (this.socket.isPaused && !this.isBehind && !this.isFull) this.socket.resume();
  }

  /** What is said and not sent takes so many bytes. */
  private get behind(): number {
    return this.socket.bufferedAmount + this.waiting * WAITING_BYTES + (this.said?.length ?? 0);
  }

  private write(data: TextFrame): void {
    if (!this.stream) return this.writeNow(data);
    if (this.said) {
      this.said = Buffer.concat([this.said, data.whole]);
      return;
    }
    this.said = data.whole;
    // One call at the end of the turn for all sockets: one for each would be an object each.
    if (unflushed.length === 0) process.nextTick(flushAll);
    unflushed.push(this);
  }

  private writeNow({ whole, head }: TextFrame, done?: () => void): void {
    // Nothing is compressed or sent in parts here, so the bytes are what `send` would write after all it has sent before.
    if (this.stream) this.put(this.stream, whole, done);
    else this.socket.send(whole.subarray(head), AS_TEXT, done);
  }

  /**
   * What has to wait is written as a copy, unless its memory is its own: a short one would keep the whole piece that it was cut
   * from (`text-frame.ts`), and a reader who asks and never reads would keep one for each answer.
   */
  private put(stream: Writable, bytes: Buffer, done?: () => void): void {
    if (stream.writableLength === 0) {
      stream.write(bytes, done);
      return;
    }
    this.waiting += 1;
    stream.write(bytes.length < bytes.buffer.byteLength ? copyOf(bytes) : bytes, () => {
      this.waiting -= 1;
      done?.();
    });
  }

  private isSlowForLong(behind: number): boolean {
    if (behind < LIMITS.pauseReplayBytes) {
      this.slowSince = null;
      return false;
    }
    this.slowSince ??= this.clock.now();
    return this.clock.now() - this.slowSince > SLOW_FOR_MS;
  }
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
