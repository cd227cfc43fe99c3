/**
 * The network of a run: it delays every frame and keeps the order within one connection, as TCP does. It cuts
 * connections, lets some look open while nothing gets through any more, and lets some readers fall far behind.
 */
import { EventEmitter } from 'node:events';
import type { createInnerChatClient } from '@service/embed-headless/frame';
import type { Life, World } from './world.js';

export type Ports = NonNullable<Parameters<typeof createInnerChatClient>[1]>;
type SocketEvents = Parameters<Ports['openSocket']>[2];

/** Who takes in new connections now; null: nobody does. */
export type Door = () => { accept(socket: ServerSocket): void } | null;

export class Network {
  /** Raised for the stormy part of a run, zero for the calm end. */
  faults = 0;
  readonly links = new Set<Link>();

  constructor(
    private readonly world: World,
    private readonly door: Door,
  ) {}

  readonly connect = (events: SocketEvents): ReturnType<Ports['openSocket']> => {
    const link = new Link(this.world, this, events);
    this.world.after(this.world.between(1, 40), () => {
      const taker = this.world.chance(this.faults * 0.2) ? null : this.door();
      if (!taker || !link.clientListens) return link.reset();
      this.links.add(link);
      taker.accept(link.server);
      this.world.after(this.world.between(1, 20), () => link.clientListens && link.up && events.opened());
    });
    return link.client;
  };

  /** One open connection, or null. */
  any(): Link | null {
    return this.links.size === 0 ? null : this.world.one([...this.links]);
  }
}

/** One connection: the client's end, the server's end, and what is under way between them. */
export class Link {
  up = true;
  clientListens = true;
  readonly server: ServerSocket;
  readonly client: ReturnType<Ports['openSocket']>;
  /** Nothing gets through any more, and neither end is told. */
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
        this.later('toServer', () => this.server.gone(code));
        this.end();
      },
    };
  }

  /** Both ends learn of it; what is under way is lost or still arrives. */
  cut(): void {
    if (!this.up) return;
    const lost = this.world.chance(0.5);
    if (lost) this.dead = true;
    this.end();
    const tell = (): void => {
      this.server.gone(1006);
      this.reset();
    };
    if (lost) this.world.after(this.world.between(0, 30), tell);
    else this.later('toClient', tell);
  }

  /** Looks open to both, and is not: only silence shows it. */
  halfOpen(): void {
    this.dead = true;
  }

  stall(ms: number): void {
    this.stalledUntil = this.world.now() + ms;
  }

  /** The client's end breaks without a goodbye. */
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

/** The server's end, with as much of a WebSocket as a connection uses. */
export class ServerSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  /** The most that was ever waiting to be read. */
  mostBuffered = 0;
  private life: Life | null = null;
  /** What waits for the reader, the process's own queue included. */
  private waitingBytes = (): number => this.bufferedAmount;

  constructor(private readonly link: Link) {
    super();
  }

  /** The process that reads this socket; while it stands still, nothing is read. */
  belongTo(life: Life): void {
    this.life = life;
  }

  measureBy(waitingBytes: () => number): void {
    this.waitingBytes = waitingBytes;
  }

  receive(text: string): void {
    this.life?.after(0, () => {
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
  gone(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.emit('close', code, Buffer.alloc(0));
  }

  /** The process has died: from here on nothing is done and nobody is told. */
  die(): void {
    this.readyState = 3;
    this.removeAllListeners();
  }
}
