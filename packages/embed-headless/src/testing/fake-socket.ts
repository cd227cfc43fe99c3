/**
 * A WebSocket in memory. What must hold: frames arrive in the order they were sent, after the call that sent them has returned, and
 * none after the end.
 */
import type { WebSocketLike } from '../core/index.js';

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** The server's end. */
export interface FakeConnection {
  send(frame: unknown): void;
  close(code: number, reason?: string): void;
}

export interface FakeAcceptor {
  /** A client connects. Returns the receiver of its frames; null: the server is unreachable. */
  accept(connection: FakeConnection): { received(frame: unknown): void; closed(): void } | null;
  /** Milliseconds each frame and each opening takes now; 0: the next microtask. */
  delayMs(): number;
  /** Something is on its way; call what is returned when it has arrived. */
  underway(): () => void;
}

export function fakeWebSocket(server: FakeAcceptor): WebSocketLike {
  return class FakeWebSocket {
    static readonly CONNECTING = CONNECTING;
    static readonly OPEN = OPEN;
    static readonly CLOSED = CLOSED;
    readyState: number = CONNECTING;
    onopen: WebSocket['onopen'] = null;
    onmessage: WebSocket['onmessage'] = null;
    onclose: WebSocket['onclose'] = null;
    onerror: WebSocket['onerror'] = null;
    private receiver: ReturnType<FakeAcceptor['accept']> = null;
    private lastArrival: Promise<void> = Promise.resolve();

    constructor(
      readonly url: string,
      readonly protocol: string,
    ) {
      this.later(() => {
        const receiver = server.accept({
          send: (frame) => this.later(() => this.deliver(frame)),
          close: (code, reason = '') => this.later(() => this.end(code, reason)),
        });
        if (!receiver) return this.end(1006, '');
        this.receiver = receiver;
        this.readyState = OPEN;
        this.call(this.onopen, {});
      });
    }

    send(text: string): void {
      if (this.readyState === CONNECTING) throw new DOMException('Still connecting.', 'InvalidStateError');
      if (this.readyState === OPEN) this.later(() => this.receiver?.received(JSON.parse(text)));
    }

    close(code = 1000): void {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      // What was sent before still arrives, as on a real socket.
      this.later(() => {
        this.receiver?.closed();
        this.receiver = null;
        this.call(this.onclose, { code, reason: '' });
      });
    }

    private deliver(frame: unknown): void {
      if (this.readyState === OPEN) this.call(this.onmessage, { data: JSON.stringify(frame) });
    }

    private end(code: number, reason: string): void {
      if (this.readyState === CLOSED) return;
      this.readyState = CLOSED;
      this.receiver?.closed();
      this.receiver = null;
      this.call(this.onclose, { code, reason });
    }

    private later(run: () => void): void {
      const arrived = server.underway();
      const ms = server.delayMs();
      const before = this.lastArrival;
      const travels = ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : Promise.resolve();
      this.lastArrival = Promise.all([before, travels]).then(run).finally(arrived);
    }

    private call(listener: unknown, event: object): void {
      if (typeof listener === 'function') listener.call(this, event);
    }
  } as unknown as WebSocketLike;
}
