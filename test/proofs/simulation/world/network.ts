/**
 * The network of a run: it delays every frame and keeps the order within a connection, like TCP. It cuts connections, makes
 * some half-open, and stalls some readers.
 */
import { EventEmitter } from 'node:events';
import type { createInnerChatClient } from '@service/embed-headless/frame';
import type { Lifetime, World } from './world.js';

export type Ports = NonNullable<Parameters<typeof createInnerChatClient>[1]>;
type SocketEvents = Parameters<Ports['openSocket']>[2];

/** Returns a process that accepts new connections now; null: none does. */
export type Acceptor = () => { accept(socket: ServerSocket): void } | null;

export class Network {
  /** How likely faults are: 1 in the first part of a run, 0 at its end. */
  faults = 0;
  readonly links = new Set<Link>();

  constructor(
    private readonly world: World,
    private readonly acceptor: Acceptor,
  ) {}

  readonly connect = (events: SocketEvents): ReturnType<Ports['openSocket']> => {
    const link = new Link(this.world, this, events);
    this.world.after(this.world.between(1, 40), () => {
      const process = this.world.chance(this.faults * 0.2) ? null : this.acceptor();
      if (!process || !link.clientListens) return link.reset();
      this.links.add(link);
      process.accept(link.server);
      this.world.after(this.world.between(1, 20), () => link.clientListens && link.up && events.opened());
    });
    return link.client;
  };

  /** One open connection, or null. */
  any(): Link | null {
    return this.links.size === 0 ? null : this.world.one([...this.links]);
  }
}

/** One connection: the client's end, the server's end, and the frames under way between them. */
export class Link {
  up = true;
  clientListens = true;
  readonly server: ServerSocket;
  readonly client: ReturnType<Ports['openSocket']>;
  /** Nothing gets through any more, and neither end is notified. */
  private dead = false;
  /** The client does not read before this moment. */
  private stalledUntil = 0;
  private toServerAt = 0;
  private toClientAt = 0;

  constructor(
    private readonly world: World,
    private readonly network: Network,
    private readonly events: SocketEvents,
  ) {
    this.server = new ServerSocket(this);
    this.client = {
      send: (text) => this.toServer(text),
      close: (code) => {
        this.clientListens = false;
        this.later('toServer', () => this.server.closed(code));
        this.end();
      },
    };
  }

  /** Cuts the connection: both ends get a close; frames under way are lost, or still arrive first. */
  cut(): void {
    if (!this.up) return;
    const lost = this.world.chance(0.5);
    if (lost) this.dead = true;
    this.end();
    const closeBoth = (): void => {
      this.server.closed(1006);
      this.reset();
    };
    if (lost) this.world.after(this.world.between(0, 30), closeBoth);
    else this.later('toClient', closeBoth);
  }

  /** Makes the connection half-open: both ends see it open, and nothing gets through. */
  halfOpen(): void {
    this.dead = true;
  }

  stall(ms: number): void {
    this.stalledUntil = this.world.now() + ms;
  }

  /** The client's end breaks without a close frame. */
  reset(): void {
    if (!this.clientListens) return;
    this.clientListens = false;
    this.events.closed(1006, '');
  }

  toClient(data: string, done: () => void): void {
    this.later('toClient', () => {
      done();
      if (!this.dead && this.clientListens) this.events.message(data);
    });
  }

  closeFromServer(code: number, reason: string): void {
    this.later('toClient', () => {
      if (!this.dead && this.clientListens) {
        this.clientListens = false;
        this.events.closed(code, reason);
      }
    });
    this.end();
  }

  private toServer(text: string): void {
    this.later('toServer', () => {
      if (!this.dead) this.server.receive(text);
    });
  }

  private end(): void {
    this.up = false;
    this.network.links.delete(this);
  }

  private later(direction: 'toServer' | 'toClient', run: () => void): void {
    const now = this.world.now();
    const at = Math.max(this[`${direction}At`], now + this.world.between(1, 40));
    this[`${direction}At`] = direction === 'toClient' ? Math.max(at, this.stalledUntil) : at;
    this.world.after(this[`${direction}At`] - now, run);
  }
}

/** The server's end: the part of a WebSocket that `Connection` uses. */
export class ServerSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  /** The most bytes that ever waited for the reader. */
  mostBuffered = 0;
  private lifetime: Lifetime | null = null;
  /** The bytes that wait for the reader, the process's own queue included. */
  private waitingBytes = (): number => this.bufferedAmount;

  constructor(private readonly link: Link) {
    super();
  }

  /** Sets the process that reads this socket. While it is paused, nothing is read. */
  assignTo(lifetime: Lifetime): void {
    this.lifetime = lifetime;
  }

  measureBy(waitingBytes: () => number): void {
    this.waitingBytes = waitingBytes;
  }

  receive(text: string): void {
    this.lifetime?.after(0, () => {
      if (this.readyState === this.OPEN) this.emit('message', Buffer.from(text), false);
    });
  }

  send(text: string, written: () => void): void {
    if (this.readyState !== this.OPEN) return;
    const bytes = Buffer.byteLength(text);
    this.bufferedAmount += bytes;
    this.mostBuffered = Math.max(this.mostBuffered, this.waitingBytes());
    this.link.toClient(text, () => {
      this.bufferedAmount -= bytes;
      written();
    });
  }

  close(code: number, reason = ''): void {
    if (this.readyState !== this.OPEN) return;
    this.readyState = 3;
    this.link.closeFromServer(code, reason);
  }

  terminate(): void {
    this.readyState = 3;
    this.link.cut();
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  /** The other end has closed, or the connection broke. */
  closed(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close', code, Buffer.alloc(0));
  }

  /** The process has died: from here on nothing happens and no listener is called. */
  die(): void {
    this.readyState = 3;
    this.removeAllListeners();
  }
}
