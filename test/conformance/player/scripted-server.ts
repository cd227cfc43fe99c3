/**
 * A real WebSocket server that does only what a script says, and collects the client's frames. The rules of every
 * connection are checked here: the URL and subprotocol, `hello` as the first frame, and that each frame fits its schema.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  type ClientFrame,
  FRAME_LIMITS,
  type HelloFrame,
  REALTIME_PATH,
  SUBPROTOCOL,
  type WelcomeFrame,
} from '@service/protocol';
import { clientFrameSchema } from '@service/protocol/schema';
import { type WebSocket, WebSocketServer } from 'ws';
import { IdentityChecks } from '../identity-checks.js';

/** Frames that may come between others at any time. A step sees them only when it expects one of them. */
export const BETWEEN_FRAMES: readonly ClientFrame['t'][] = [
  'ping',
  'pong',
  'typing',
  'read',
  'context',
  'tools.focus',
  'logout',
];

export interface Arrived {
  readonly frame: ClientFrame;
  /** The arrival time, by `performance.now()`. */
  readonly at: number;
}

/** One connection of the client, from its beginning to its end. */
export class Connection {
  readonly frames: Arrived[] = [];
  readonly between: Arrived[] = [];
  closed = false;
  private received = 0;
  private hello: HelloFrame | null = null;
  private welcome: Partial<WelcomeFrame> | null = null;

  constructor(
    readonly at: number,
    private readonly socket: WebSocket,
    private readonly line: Socket,
    private readonly answersPings: boolean,
    private readonly identity: IdentityChecks,
    private readonly fault: (what: string) => void,
    changed: () => void,
  ) {
    socket.on('message', (data, isBinary) => {
      if (isBinary) fault('C-02: a frame was binary; frames are JSON text.');
      else this.receive(data.toString());
      changed();
    });
    socket.on('close', () => {
      this.closed = true;
      changed();
    });
    socket.on('error', () => undefined);
  }

  sendFrame(frame: object): void {
    if (this.hello && (frame as { t?: string }).t === 'welcome') {
      this.welcome = frame;
      this.identity.welcomed(this.hello, frame as WelcomeFrame);
    }
    this.sendData(JSON.stringify(frame));
  }

  /** Frames sent in one turn go out in one write: a busy machine must not add a pause that the script doesn't have. */
  sendData(data: string | Buffer): void {
    this.line.cork();
    this.socket.send(data);
    setImmediate(() => this.line.uncork());
  }

  close(code: number, reason: string): void {
    if (this.hello) this.identity.closed(this.hello, code);
    this.socket.close(code, reason);
  }

  cut(): void {
    this.line.uncork();
    this.socket.terminate();
  }

  freeze(): void {
    this.socket.pause();
  }

  private receive(text: string): void {
    const read = clientFrameSchema.safeParse(parsed(text));
    if (!read.success)
      return this.fault(`C-03: the contract does not allow the frame ${text.slice(0, 300)}: ${read.error.message}`);
    const frame = read.data as ClientFrame;
    this.received += 1;
    if ((frame.t === 'hello') !== (this.received === 1))
      return this.fault(`C-02: frame ${this.received} of a connection was ${frame.t}; hello comes first, and once.`);
    const most = frame.t === 'hello' ? FRAME_LIMITS.helloBytes : FRAME_LIMITS.frameBytes;
    if (Buffer.byteLength(text) > most) return this.fault(`C-04: a ${frame.t} frame was larger than ${most} bytes.`);
    if (frame.t === 'hello') {
      this.hello = frame;
      const wrong = this.identity.hello(frame);
      if (wrong !== null) return this.fault(wrong);
    }
    if (frame.t === 'context' && frame.page) {
      const takes = this.welcome?.page;
      if (takes === undefined) return this.fault('C-89: the page was sent to a server that had not asked for it.');
      if (takes !== 'full' && /[?#]/.test(frame.page.url))
        return this.fault('C-89: the address of the page had what follows `?` or `#`.');
    }
    const list = BETWEEN_FRAMES.includes(frame.t) ? this.between : this.frames;
    list.push({ frame, at: performance.now() });
    if (frame.t === 'ping' && this.answersPings) this.sendFrame({ t: 'pong', n: frame.n });
  }
}

export class ScriptedServer {
  /** Connections that no step has taken yet, oldest first. */
  readonly waiting: Connection[] = [];
  /** The first rule of every connection that the client broke. It ends the script. */
  fault: string | null = null;
  private readonly http = createServer((_, response) => response.writeHead(426).end());
  private readonly wss = new WebSocketServer({
    server: this.http,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  private readonly listeners = new Set<() => void>();
  private readonly identity = new IdentityChecks();

  constructor(answersPings: boolean) {
    this.wss.on('connection', (socket, request) => {
      const connection = new Connection(
        performance.now(),
        socket,
        request.socket,
        answersPings,
        this.identity,
        (what) => this.reportFault(what),
        () => this.notify(),
      );
      if (request.url !== REALTIME_PATH)
        this.reportFault(`C-01: connected to ${request.url}; the path is ${REALTIME_PATH}, without a query.`);
      if (socket.protocol !== SUBPROTOCOL) this.reportFault(`C-01: did not offer the subprotocol ${SUBPROTOCOL}.`);
      this.waiting.push(connection);
      this.notify();
    });
  }

  /** Listens on a free port. Returns the origin. */
  async listen(): Promise<string> {
    this.http.listen(0, '127.0.0.1');
    await once(this.http, 'listening');
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** Resolves with what `find` returns, as soon as that isn't null; with null after `ms`. Throws on a fault. */
  async until<T>(ms: number, find: () => T | null): Promise<T | null> {
    return new Promise((resolve, reject) => {
      const end = (finish: () => void): void => {
        clearTimeout(timer);
        this.listeners.delete(check);
        finish();
      };
      const check = (): void => {
        if (this.fault !== null) return end(() => reject(new Error(this.fault ?? '')));
        const found = find();
        if (found !== null) end(() => resolve(found));
      };
      const timer = setTimeout(() => end(() => resolve(null)), ms);
      this.listeners.add(check);
      check();
    });
  }

  /** Something has happened that a step may wait for. */
  private notify(): void {
    for (const listener of [...this.listeners]) listener();
  }

  async end(): Promise<void> {
    for (const socket of this.wss.clients) socket.terminate();
    this.wss.close();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private reportFault(what: string): void {
    this.fault ??= what;
    this.notify();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
