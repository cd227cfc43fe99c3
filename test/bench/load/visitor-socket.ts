/** One visitor's socket, which speaks only service.chat.v1: light enough to open thousands in one process. */
import { randomBytes } from 'node:crypto';
import {
  type AckFrame,
  type AppendBody,
  CLOSE,
  type ClientFrame,
  type Cursor,
  closeRetryAfterMs,
  REALTIME_PATH,
  type ServerFrame,
  SUBPROTOCOL,
  type WelcomeFrame,
} from '@service/protocol';
import { clientIdOf } from './client-id.js';
import { LightSocket } from './light-socket.js';

export interface VisitorOptions {
  /** Origin of the server. */
  readonly service: string;
  /** Origin of the page the visitor is on. */
  readonly page: string;
  /** Given: another tab of that visitor. */
  readonly session?: string;
  readonly cursor?: Cursor;
  /** Default: `demo`. */
  readonly inbox?: string;
  /** The address that a proxy before the server would report. */
  readonly forwardedFor?: string;
}

export interface Visitor {
  readonly session: string;
  readonly conversation: string;
  /** Of the conversation's log; empty with servers that have none. */
  readonly epoch: string;
}

/** What the server writes them with: looking for it costs a twentieth of reading the frame. */
const EVENTS = '{"t":"events"';
const A_MESSAGE = '"body":{"kind":"message"';

/** Also while the disk is stalled. */
export class ServerBusy extends Error {
  constructor() {
    super(
      'The server refused a message because it had too much to do: this machine is doing something else as well, or its host gives it too little time. Measure again when it is quiet.',
    );
  }
}
/** After this long a busy server counts as broken. */
const MOST_TRIES = 12;

interface Unsettled {
  readonly clientId: string;
  settle(ack: AckFrame | Error): void;
}

export class VisitorSocket {
  /** Few, and not in a Map: one for each socket, always filled and emptied, would keep the collector busy beside what is measured. */
  readonly #unsettled: Unsettled[] = [];
  #listener: (frame: ServerFrame) => void = () => undefined;
  #onMessage: (() => void) | null = null;
  /** Called when the connection is lost. */
  onLost: () => void = () => undefined;
  epoch = '';

  private constructor(
    private readonly socket: LightSocket,
    readonly welcome: WelcomeFrame,
  ) {
    socket.onText = (text) => {
      if (this.#onMessage && text.startsWith(EVENTS)) this.#countMessages(text, this.#onMessage);
      else this.#receive(JSON.parse(text));
    };
    socket.onClose = (code, reason) => {
      for (const { settle } of this.#unsettled) settle(closedBy(code, reason));
      this.onLost();
    };
  }

  /**
   * Resolves when replay is over and events are live; `onFrame` sees every frame after the welcome, until `listen` is called.
   * When a busy server refuses it, it reconnects after the time the server names, as every client does.
   */
  static async open(options: VisitorOptions, onFrame?: (frame: ServerFrame) => void): Promise<VisitorSocket> {
    for (let tries = 1; ; tries++) {
      const opened = await VisitorSocket.#connect(options, onFrame);
      if (opened instanceof VisitorSocket) return opened;
      if (tries === MOST_TRIES) throw new Error(`The server was too busy ${MOST_TRIES} times.`);
      await new Promise((resolve) => setTimeout(resolve, opened.retryAfterMs));
    }
  }

  static #connect(
    options: VisitorOptions,
    onFrame?: (frame: ServerFrame) => void,
  ): Promise<VisitorSocket | { readonly retryAfterMs: number }> {
    const url = options.service + REALTIME_PATH;
    const hello: ClientFrame = {
      t: 'hello',
      v: [1],
      inbox: options.inbox ?? 'demo',
      session: options.session ?? null,
      origin: options.page,
      sdk: 'bench/1',
      instance: randomBytes(16).toString('base64url'),
      cursor: options.cursor ?? null,
      visible: true,
    };
    return new Promise((resolve, reject) => {
      const { service: origin, forwardedFor } = options;
      LightSocket.open({ url, origin, protocol: SUBPROTOCOL, ...(forwardedFor && { forwardedFor }) }, (socket) => {
        socket.onText = (text) => {
          const frame = JSON.parse(text) as ServerFrame;
          if (frame.t !== 'welcome') return reject(new Error(`The server answered hello with ${frame.t}.`));
          const visitor = new VisitorSocket(socket, frame);
          visitor.listen((next) => {
            onFrame?.(next);
            if (next.t === 'live') resolve(visitor);
          });
        };
        socket.onClose = (code, reason) => {
          const retryAfterMs = closeRetryAfterMs(reason);
          if (code === CLOSE.overloaded.code && retryAfterMs !== undefined) resolve({ retryAfterMs });
          else reject(closedBy(code, reason));
        };
        socket.send(JSON.stringify(hello));
      }).catch(reject);
    });
  }

  /** What another tab of this visitor enters with. */
  get visitor(): Visitor {
    const { session, conversation } = this.welcome;
    return { session, conversation, epoch: this.epoch };
  }

  listen(listener: (frame: ServerFrame) => void): void {
    this.#listener = listener;
  }

  /** From now on events are not read: `onMessage` is called for each message among them. For thousands of sockets at once. */
  hearMessagesOnly(onMessage: () => void): void {
    this.#onMessage = onMessage;
  }

  /** Resolves with the acknowledgement; a refusal rejects, because a benchmark that retries measures something else. */
  append(body: AppendBody, clientId = clientIdOf(Date.now())): Promise<AckFrame> {
    return new Promise((resolve, reject) => {
      if (!this.socket.isOpen) return reject(new Error('The socket is closed.'));
      this.#unsettled.push({ clientId, settle: (ack) => (ack instanceof Error ? reject(ack) : resolve(ack)) });
      this.#send({ t: 'append', conversation: this.welcome.conversation, clientId, body });
    });
  }

  /** Resolves with how many events the page before this number has. Replaces the listener. */
  history(before: number): Promise<number> {
    return new Promise((resolve) => {
      this.listen((frame) => frame.t === 'page' && resolve(frame.events.length));
      this.#send({ t: 'history', id: 'page', conversation: this.welcome.conversation, before });
    });
  }

  close(): void {
    this.socket.close();
  }

  #send(frame: ClientFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  #countMessages(text: string, onMessage: () => void): void {
    for (let at = text.indexOf(A_MESSAGE); at >= 0; at = text.indexOf(A_MESSAGE, at + 1)) onMessage();
  }

  #receive(frame: ServerFrame): void {
    if (frame.t === 'ping') this.#send({ t: 'pong', n: frame.n });
    if (frame.t === 'following') this.epoch = frame.epoch;
    if (frame.t === 'ack') this.#settle(frame.clientId, frame);
    if (frame.t === 'error' && frame.re)
      this.#settle(frame.re, frame.code === 'busy' ? new ServerBusy() : new Error(`${frame.code}: ${frame.message}`));
    this.#listener(frame);
  }

  #settle(clientId: string, ack: AckFrame | Error): void {
    const at = this.#unsettled.findIndex((each) => each.clientId === clientId);
    if (at >= 0) this.#unsettled.splice(at, 1)[0]?.settle(ack);
  }
}

function closedBy(code: number, reason: string): Error {
  return new Error(`The server closed the socket: ${code} ${reason}`);
}
