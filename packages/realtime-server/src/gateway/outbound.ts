/**
 * The sending side of one socket. `send` of a WebSocket never pushes back: a reader that stopped reading would cost the
 * server memory without end. So: a little behind, and what may be lost is dropped; more, and the replay waits; too much,
 * or too long, and the reader is cut off. It loses nothing by that: it resumes from the log.
 */
import { LIMITS, type ServerFrame } from '@service/protocol';
import type { WebSocket } from 'ws';
import type { Outlet } from '../conversation/follower.js';

const SLOW_FOR_MS = 10_000;

export class Outbound implements Outlet {
  private slowSince: number | null = null;

  constructor(
    private readonly socket: WebSocket,
    private readonly now: () => number,
    private readonly onTooSlow: () => void,
  ) {}

  send(frame: ServerFrame): Promise<void> {
    const { socket } = this;
    if (socket.readyState !== socket.OPEN) return Promise.resolve();
    const behind = socket.bufferedAmount;
    if (behind >= LIMITS.closeSlowReaderBytes || this.isSlowForLong(behind)) {
      this.onTooSlow();
      return Promise.resolve();
    }
    const text = JSON.stringify(frame);
    if (behind < LIMITS.pauseReplayBytes) {
      socket.send(text);
      return Promise.resolve();
    }
    return new Promise((resolve) => socket.send(text, () => resolve()));
  }

  offer(frame: ServerFrame): void {
    if (this.socket.bufferedAmount < LIMITS.dropEphemeralBytes) void this.send(frame);
  }

  private isSlowForLong(behind: number): boolean {
    if (behind < LIMITS.pauseReplayBytes) {
      this.slowSince = null;
      return false;
    }
    this.slowSince ??= this.now();
    return this.now() - this.slowSince > SLOW_FOR_MS;
  }
}
