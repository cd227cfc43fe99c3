/**
 * The sending side of one socket. `ws` never pushes back, so a reader that stops reading would cost memory without bound.
 * Three limits, by the bytes that wait (`SOCKET_LIMITS`):
 *
 * - `dropEphemeralBytes`: frames that may be lost are dropped.
 * - `pauseReplayBytes`: the replay waits, and nothing more is read from this socket.
 * - `closeSlowReaderBytes`, or 10 s beyond the limit before: the socket is closed. The client resumes from the log.
 *
 * The socket isn't read from either while too many of its own requests wait (`pauseReading`).
 */
import type { Writable } from 'node:stream';
import type { ServerFrame } from '@service/protocol';
import type { WebSocket } from 'ws';
import type { LogOutlet, LogUpdate } from '../conversation/log/log-subscriber.js';
import type { Clock } from '../runtime/clock.js';
import { SOCKET_LIMITS } from '../runtime/limits.js';

const SLOW_FOR_MS = 10_000;
/** What a waiting frame costs besides its bytes: the objects that the engine and the stream keep for it. */
const FRAME_OVERHEAD_BYTES = 256;
/**
 * Frames that `ws` may hold unwritten. Each of them keeps a slice of Node's buffer pool, and with it up to 8 KiB; the
 * rest waits here as strings.
 */
const MAX_UNWRITTEN = 16;

export type OutboundSocket = Pick<
  WebSocket,
  'readyState' | 'OPEN' | 'bufferedAmount' | 'pause' | 'resume' | 'isPaused'
> & { send(text: string, written: () => void): void };

interface QueuedFrame {
  readonly text: string;
  readonly bytes: number;
  readonly written: (() => void) | null;
}

/** Where frames go. */
export interface Outlet {
  /** Must arrive, or the reader is cut off and resumes. Resolves when the reader can take more. */
  sendReliable(frame: ServerFrame): Promise<void>;
  /** May be dropped when the reader is slow; false when it was. */
  sendDroppable(frame: ServerFrame): boolean;
}

export interface SocketOutlet extends Outlet {
  /** As `sendReliable`, for a frame that is JSON already. */
  sendText(frame: string): Promise<void>;
}

export class Outbound implements SocketOutlet {
  private slowSince: number | null = null;
  /** Two reasons not to read from the socket; it is read from again once neither holds. */
  private isBehind = false;
  private isFull = false;
  private queue: QueuedFrame[] = [];
  private queuedBytes = 0;
  /** Frames that `ws` has and that aren't written yet. */
  private unwritten = 0;
  private isCorked = false;

  constructor(
    private readonly socket: OutboundSocket,
    /** The stream below the socket, if known: the frames of one turn then leave in one write. */
    private readonly stream: Pick<Writable, 'cork' | 'uncork'> | null,
    private readonly clock: Clock,
    private readonly onTooSlow: () => void,
  ) {}

  sendReliable(frame: ServerFrame): Promise<void> {
    return this.sendText(JSON.stringify(frame));
  }

  sendText(text: string): Promise<void> {
    const { socket, waitingBytes } = this;
    if (socket.readyState !== socket.OPEN) return Promise.resolve();
    const bytes = Buffer.byteLength(text);
    if (waitingBytes + bytes > SOCKET_LIMITS.closeSlowReaderBytes || this.isSlowForLong(waitingBytes)) {
      this.onTooSlow();
      return Promise.resolve();
    }
    if (waitingBytes < SOCKET_LIMITS.pauseReplayBytes) {
      this.enqueue({ text, bytes, written: null });
      return Promise.resolve();
    }
    // More requests of a reader that doesn't read would only make the queue longer.
    this.isBehind = true;
    socket.pause();
    return new Promise((resolve) => this.enqueue({ text, bytes, written: resolve }));
  }

  sendDroppable(frame: ServerFrame): boolean {
    if (this.waitingBytes >= SOCKET_LIMITS.dropEphemeralBytes) return false;
    void this.sendReliable(frame);
    return true;
  }

  /** True while as many requests of this socket wait as may. */
  pauseReading(isFull: boolean): void {
    this.isFull = isFull;
    if (isFull) this.socket.pause();
    else this.resumeReading();
  }

  /** Hands everything that waits to the socket, for the frames of a close must come after it. */
  flush(): void {
    this.handOn(Number.POSITIVE_INFINITY);
  }

  /** The socket is gone: nothing waits for it any more. */
  discard(): void {
    const dropped = this.queue;
    this.queue = [];
    this.queuedBytes = 0;
    for (const { written } of dropped) written?.();
  }

  private enqueue(frame: QueuedFrame): void {
    this.queue.push(frame);
    this.queuedBytes += frame.bytes;
    this.handOn(MAX_UNWRITTEN);
  }

  private handOn(maxUnwritten: number): void {
    while (this.unwritten < maxUnwritten) {
      const next = this.queue.shift();
      if (!next) return;
      this.queuedBytes -= next.bytes;
      this.unwritten += 1;
      this.cork();
      this.socket.send(next.text, () => this.onWritten(next.written));
    }
  }

  private onWritten(written: (() => void) | null): void {
    this.unwritten -= 1;
    this.handOn(MAX_UNWRITTEN);
    if (this.isBehind && this.waitingBytes < SOCKET_LIMITS.pauseReplayBytes) {
      this.isBehind = false;
      this.resumeReading();
    }
    written?.();
  }

  /** Until the end of this turn of the event loop. */
  private cork(): void {
    const { stream } = this;
    if (!stream || this.isCorked) return;
    this.isCorked = true;
    stream.cork();
    process.nextTick(() => {
      this.isCorked = false;
      stream.uncork();
    });
  }

  private resumeReading(): void {
    if (this.socket.isPaused && !this.isBehind && !this.isFull) this.socket.resume();
  }

  /** Everything that waits for this reader: in the socket, in `ws` and here. */
  get waitingBytes(): number {
    const frames = this.unwritten + this.queue.length;
    return this.socket.bufferedAmount + this.queuedBytes + frames * FRAME_OVERHEAD_BYTES;
  }

  private isSlowForLong(waitingBytes: number): boolean {
    if (waitingBytes < SOCKET_LIMITS.pauseReplayBytes) {
      this.slowSince = null;
      return false;
    }
    this.slowSince ??= this.clock.now();
    return this.clock.now() - this.slowSince > SLOW_FOR_MS;
  }
}

/** An outlet for the updates of one conversation. */
export function encodeUpdates(conversation: string, out: Outlet): LogOutlet {
  return {
    sendReliable: (update) => out.sendReliable(frameOf(conversation, update)),
    sendDroppable: (update) => out.sendDroppable(frameOf(conversation, update)),
  };
}

function frameOf(conversation: string, update: LogUpdate): ServerFrame {
  switch (update.kind) {
    case 'following': {
      const { epoch, head, mode, from, read, handler } = update;
      return { t: 'following', conversation, epoch, head, mode, from, read, handler };
    }
    case 'events':
      return { t: 'events', conversation, epoch: update.epoch, events: update.events };
    case 'live':
      return { t: 'live', conversation, head: update.head };
    case 'delta':
      return update.delta;
    case 'typing':
      return { t: 'typing', conversation, who: update.who, on: update.on };
    case 'read':
      return { t: 'read', conversation, seq: update.seq };
    case 'seen':
      return { t: 'seen', conversation, seq: update.seq };
    case 'queue':
      return { t: 'line', conversation, place: update.position.place, attended: update.position.attended };
    case 'tool':
      return update.frame;
  }
}
