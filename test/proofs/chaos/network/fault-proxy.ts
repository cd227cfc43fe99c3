/**
 * A proxy between real clients and a real server that causes faults on request. It passes bytes on unchanged, reads the
 * frames in them, and causes one fault at exactly the planned frame: the moments between "sent", "stored" and "acknowledged"
 * are milliseconds long, so a random cut would rarely hit them.
 */
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type WireFrame, WireReader } from '../fuzz/websocket-bytes.js';
import type { Direction, Fault, Passing, Plan } from './faults.js';

const DELAY_MS = 60;
/** Longer than every time limit of the clients in these tests: their clocks run ten times faster. */
const HOLD_MS = 1_300;

interface Armed extends Plan {
  left: number;
  readonly fired: () => void;
}

export class FaultProxy {
  readonly #connections = new Set<Connection>();
  #armed: Armed[] = [];
  #refusing = false;
  /** Called for every frame that no plan waits for. Returns the fault that a seeded run has for it, or null. */
  randomFault: ((direction: Direction, what: Passing) => Fault | null) | null = null;
  /** Every fault that happened, for the report of a failure. */
  readonly happened: string[] = [];

  private constructor(
    readonly server: Server,
    readonly targetPort: number,
  ) {}

  /** `targetPort` on this machine is the real server. */
  static async start(targetPort: number): Promise<FaultProxy> {
    const server = createServer({ allowHalfOpen: false });
    const proxy = new FaultProxy(server, targetPort);
    server.on('connection', (socket) => proxy.#accept(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#connections.size;
  }

  /** One fault at one frame. Resolves when it has happened. */
  plan(plan: Plan): Promise<void> {
    return new Promise((fired) => this.#armed.push({ ...plan, left: plan.nth ?? 1, fired }));
  }

  /** New connections are reset until this is set back. */
  set refusing(refusing: boolean) {
    this.#refusing = refusing;
  }

  /** Resets every open connection. */
  cutAll(): void {
    for (const connection of [...this.#connections]) connection.reset();
  }

  /** Ends all faults: nothing new goes wrong, held frames pass, frozen connections are reset. */
  heal(): void {
    this.#armed = [];
    this.randomFault = null;
    this.#refusing = false;
    for (const connection of [...this.#connections]) {
      if (connection.frozen) connection.reset();
      else connection.release();
    }
  }

  async close(): Promise<void> {
    this.heal();
    this.cutAll();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #accept(client: Socket): void {
    if (this.#refusing) {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const connection = new Connection(client, connect(this.targetPort, '127.0.0.1'), {
      faultAt: (direction, what) => this.#faultAt(direction, what),
      ended: () => this.#connections.delete(connection),
    });
    this.#connections.add(connection);
  }

  #faultAt(direction: Direction, what: Passing): Fault | null {
    const name = `${direction} ${typeof what === 'string' ? what : what.t}`;
    for (const armed of this.#armed) {
      if (armed.direction !== direction || !armed.at(what)) continue;
      armed.left -= 1;
      if (armed.left > 0) continue;
      this.#armed = this.#armed.filter((each) => each !== armed);
      this.happened.push(`${armed.fault} ${name}`);
      // Resolve the plan after the fault, so that the test finds it done.
      setImmediate(armed.fired);
      return armed.fault;
    }
    const fault = this.randomFault?.(direction, what) ?? null;
    if (fault) this.happened.push(`${fault} ${name}`);
    return fault;
  }
}

interface ConnectionOwner {
  faultAt(direction: Direction, what: Passing): Fault | null;
  ended(): void;
}

/** One connection through the proxy. */
class Connection {
  frozen = false;
  readonly #pipes: Readonly<Record<Direction, Pipe>>;
  #ended = false;

  constructor(
    readonly client: Socket,
    readonly server: Socket,
    readonly owner: ConnectionOwner,
  ) {
    this.#pipes = { up: new Pipe(server), down: new Pipe(client) };
    this.#pass('up', client);
    this.#pass('down', server);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    }
    client.on('close', () => this.#end(() => server.destroy()));
    server.on('close', () => {
      if (this.frozen) return;
      // Bytes sent before the end arrive before the end, as on a network.
      void this.#pipes.down.whenEmpty().then(() => this.#end(() => client.end()));
    });
  }

  release(): void {
    for (const pipe of Object.values(this.#pipes)) pipe.release();
  }

  reset(): void {
    this.#end(() => {
      this.client.resetAndDestroy();
      this.server.resetAndDestroy();
    });
  }

  #pass(direction: Direction, from: Socket): void {
    const reader = new WireReader();
    const pipe = this.#pipes[direction];
    from.on('data', (chunk) => {
      if (this.frozen || this.#ended) return;
      const { head, frames } = reader.read(chunk);
      if (head) this.#act(direction, pipe, head, this.owner.faultAt(direction, 'upgrade'), null);
      for (const frame of frames) {
        if (this.frozen || this.#ended) return;
        const what = messageOf(frame);
        this.#act(direction, pipe, frame.raw, what && this.owner.faultAt(direction, what), frame);
      }
    });
  }

  #act(direction: Direction, pipe: Pipe, raw: Buffer, fault: Fault | null, frame: WireFrame | null): void {
    switch (fault) {
      case null:
        return pipe.write(raw);
      case 'reset':
        return this.reset();
      case 'close':
        pipe.write(raw);
        return void pipe.whenEmpty().then(() =>
          this.#end(() => {
            this.client.end();
            this.server.end();
          }),
        );
      case 'delay':
        pipe.pauseFor(DELAY_MS);
        return pipe.write(raw);
      case 'duplicate':
        pipe.write(raw);
        // The same frame twice is valid WebSocket, the same upgrade twice is not.
        return frame ? pipe.write(raw) : undefined;
      case 'swallow':
        return;
      case 'freeze':
        this.frozen = true;
        return;
      case 'hold':
        pipe.pauseFor(HOLD_MS);
        return pipe.write(raw);
      case 'corrupt':
        return pipe.write(frame ? corrupted(frame) : Buffer.from('HTTP/1.1 400 Bad\r\n\r\n'));
      case 'slice':
        for (let i = 0; i < raw.length; i++) pipe.write(raw.subarray(i, i + 1));
        return;
    }
    throw new Error(`There is no fault ${String(fault)} (${direction}).`);
  }

  #end(how: () => void): void {
    if (this.#ended) return;
    this.#ended = true;
    how();
    this.owner.ended();
  }
}

/** One direction of one connection: keeps the order of bytes, and can be paused. */
class Pipe {
  #waiting: Buffer[] = [];
  #timer: NodeJS.Timeout | null = null;
  #whenEmpty: (() => void)[] = [];

  constructor(readonly to: Socket) {}

  write(bytes: Buffer): void {
    if (this.#timer) this.#waiting.push(bytes);
    else if (!this.to.destroyed) this.to.write(bytes);
  }

  pauseFor(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#flush();
    }, ms);
  }

  release(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#flush();
  }

  whenEmpty(): Promise<void> {
    if (this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.push(resolve));
  }

  #flush(): void {
    for (const bytes of this.#waiting) if (!this.to.destroyed) this.to.write(bytes);
    this.#waiting = [];
    for (const resolve of this.#whenEmpty) resolve();
    this.#whenEmpty = [];
  }
}

/** The JSON message of a frame, or null for control frames and other payloads. */
function messageOf(frame: WireFrame): Exclude<Passing, string> | null {
  if (frame.opcode !== 1) return null;
  try {
    return JSON.parse(frame.payload.toString());
  } catch {
    return null;
  }
}

/** Flips one bit in the first byte of the payload: still text, no longer JSON. */
function corrupted(frame: WireFrame): Buffer {
  const raw = Buffer.from(frame.raw);
  raw[frame.payloadAt] = (raw[frame.payloadAt] as number) ^ 0x01;
  return raw;
}
