/** A client of a few lines that speaks the wire and nothing more: what it saw, and a way to wait for something. */
import { randomBytes } from 'node:crypto';
import {
  type ClientFrame,
  type HelloFrame,
  REALTIME_PATH,
  readConversationFrame,
  readFoundFrame,
  readQueueFrame,
  readServerFrame,
  readToolFrame,
  type ServerFrame,
  SUBPROTOCOL,
} from '@service/protocol';
import { WebSocket } from 'ws';

/** Long enough for a slow machine; nothing that works ever waits for it. */
const PATIENCE_MS = 60_000;

type Of<T extends ServerFrame['t']> = Extract<ServerFrame, { t: T }>;

const known = (frame: { readonly t: string }): ServerFrame | null =>
  readToolFrame(frame) ?? readConversationFrame(frame) ?? readFoundFrame(frame) ?? readQueueFrame(frame);

export class WireClient {
  readonly frames: ServerFrame[] = [];
  closed: { readonly code: number; readonly reason: string } | null = null;
  /** Each is a page of its own, unless its hello says otherwise. */
  readonly instance = `instance-${randomBytes(8).toString('hex')}`;
  private readonly watchers = new Set<() => void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const read = readServerFrame(data.toString());
      const frame = read.kind === 'frame' ? read.frame : read.kind === 'ignored' ? known(read.frame) : null;
      if (!frame)
        throw new Error(`The server sent a frame that the contract does not know: ${data.toString().slice(0, 200)}`);
      this.frames.push(frame);
      this.wake();
    });
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
      this.wake();
    });
    socket.on('error', () => undefined);
  }

  static async open(port: number, headers: Record<string, string> = {}): Promise<WireClient> {
    const client = new WireClient(new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`, SUBPROTOCOL, { headers }));
    await client.until(
      () => client.socket.readyState !== WebSocket.CONNECTING,
      'the socket to open',
      (again) => {
        client.socket.once('open', again);
      },
    );
    return client;
  }

  /** Opens and says hello; resolves when following has caught up. */
  static async join(port: number, over: Partial<HelloFrame> = {}): Promise<WireClient> {
    const client = await WireClient.open(port);
    client.hello(over);
    await client.next('live');
    return client;
  }

  hello(over: Partial<HelloFrame> = {}): void {
    this.send({
      t: 'hello',
      v: [1],
      inbox: 'demo',
      session: null,
      origin: 'http://shop.test',
      sdk: 'test/0',
      instance: this.instance,
      cursor: null,
      visible: true,
      ...over,
    });
  }

  send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  sendRaw(data: string | Buffer): void {
    this.socket.send(data);
  }

  say(text: string, clientId = `client-${text.replace(/\W+/g, '-')}`): void {
    this.send({ t: 'append', conversation: this.conversation, clientId, body: { kind: 'message', text } });
  }

  get conversation(): string {
    return this.first('welcome').conversation;
  }

  get token(): string {
    return this.first('welcome').session;
  }

  /** Every event received, in the order of arrival. */
  get events(): Of<'events'>['events'][number][] {
    return this.frames.flatMap((frame) => (frame.t === 'events' ? [...frame.events] : []));
  }

  first<T extends ServerFrame['t']>(t: T): Of<T> {
    const frame = this.frames.find((each): each is Of<T> => each.t === t);
    if (!frame) throw new Error(`No ${t} yet; seen: ${this.frames.map((each) => each.t).join(', ')}`);
    return frame;
  }

  /** The next (or an already received) frame of a type that `matches`. */
  async next<T extends ServerFrame['t']>(t: T, matches: (frame: Of<T>) => boolean = () => true): Promise<Of<T>> {
    const find = (): Of<T> | undefined =>
      this.frames.find((frame): frame is Of<T> => frame.t === t && matches(frame as Of<T>));
    await this.until(() => find() !== undefined, `a ${t} frame`);
    return find() as Of<T>;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.end();
  }

  /** Resolves with the code when the socket is closed by either side. */
  async end(): Promise<number> {
    await this.until(() => this.closed !== null, 'the socket to close');
    return (this.closed as { code: number }).code;
  }

  until(done: () => boolean, what: string, also?: (again: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        this.watchers.delete(check);
        reject(
          new Error(
            `Waited in vain for ${what}; closed: ${JSON.stringify(this.closed)}, seen: ${this.frames.map((f) => f.t).join(' ')}`,
          ),
        );
      }, PATIENCE_MS);
      const check = (): void => {
        if (!done()) return;
        clearTimeout(timeout);
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      also?.(check);
      check();
    });
  }

  private wake(): void {
    for (const watcher of [...this.watchers]) watcher();
  }
}
