/** A visitor's socket to a peer: the same light WebSocket, and the same work for a message, as with our server. */
import { clientIdOf } from '../../load/client-id.js';
import type { Writer } from '../../load/exchange.js';
import { LightSocket } from '../../load/light-socket.js';
import type { Visitor } from '../../load/visitor-socket.js';
import type { Wire } from './wires.js';

/** What the comparison needs of a visitor's socket, whichever server it is connected to. */
export interface ChatSocket extends Writer {
  readonly visitor: Visitor;
  /** Called when the connection is lost. */
  onLost: () => void;
  append(body: { readonly kind: 'message'; readonly text: string }, clientId?: string): Promise<unknown>;
  /** Resolves with how many events the page before this number has. */
  history(before: number): Promise<number>;
}

export interface Entry {
  /** Given: another tab of that visitor. */
  readonly visitor?: Visitor;
  /** The last number that the tab has. */
  readonly after?: number;
  onEvents?(events: readonly ChatEvent[]): void;
}

export interface ChatEvent {
  readonly number: number;
  /** Null when it is no message. */
  readonly text: string | null;
}

const A_MESSAGE = '"cid":';

interface Request {
  readonly number: number;
  settle(value: unknown): void;
}

export class PeerSocket implements ChatSocket {
  onLost: () => void = () => undefined;
  visitor: Visitor = { session: '', conversation: '', epoch: '' };
  readonly #unsettled: Request[] = [];
  #requests = 0;
  #onMessage: (() => void) | null = null;

  private constructor(
    private readonly socket: LightSocket,
    private readonly wire: Wire,
    private readonly entry: Entry,
    private readonly onLive: () => void,
  ) {
    socket.onText = (text) => {
      if (this.#onMessage && text.startsWith(wire.events)) this.#countMessages(text, this.#onMessage);
      else this.#receive(text);
    };
    if (!wire.greets) this.#enter();
  }

  /** Resolves when the visitor has what was missed. @param server its origin */
  static open(wire: Wire, server: string, entry: Entry): Promise<PeerSocket> {
    return new Promise((resolve, reject) => {
      LightSocket.open({ url: server + wire.path }, (socket) => {
        const peer = new PeerSocket(socket, wire, entry, () => resolve(peer));
        socket.onClose = (code) => {
          const error = new Error(`The peer closed the socket: ${code}`);
          reject(error);
          for (const { settle } of peer.#unsettled) settle(error);
          peer.onLost();
        };
      }).catch(reject);
    });
  }

  hearMessagesOnly(onMessage: () => void): void {
    this.#onMessage = onMessage;
  }

  append({ text }: { readonly text: string }, cid = clientIdOf(Date.now())): Promise<unknown> {
    return this.#request('message', { cid, text });
  }

  async history(before: number): Promise<number> {
    return ((await this.#request('history', before)) as readonly unknown[]).length;
  }

  close(): void {
    this.socket.close();
  }

  /** Rejects with what the peer refuses it for, or when the connection is lost. */
  #request(name: string, value: unknown): Promise<unknown> {
    const number = this.#requests++;
    return new Promise((resolve, reject) => {
      if (!this.socket.isOpen) return reject(new Error('The socket is closed.'));
      const settle = (answer: unknown): void => {
        if (answer instanceof Error) reject(answer);
        else if ((answer as { error?: string }).error) reject(new Error(`The peer refused: ${JSON.stringify(answer)}`));
        else resolve(answer);
      };
      this.#unsettled.push({ number, settle });
      this.socket.send(this.wire.request(number, name, value));
    });
  }

  #enter(): void {
    const { visitor, after } = this.entry;
    this.socket.send(this.wire.enter({ token: visitor?.session, after }));
  }

  #countMessages(text: string, onMessage: () => void): void {
    for (let at = text.indexOf(A_MESSAGE); at >= 0; at = text.indexOf(A_MESSAGE, at + 1)) onMessage();
  }

  #receive(text: string): void {
    const arrival = this.wire.read(text);
    if (arrival?.what === 'greeting') this.#enter();
    if (arrival?.what === 'ping') this.socket.send(arrival.reply);
    if (arrival?.what === 'event') this.#event(arrival.name, arrival.value);
    if (arrival?.what === 'answer') {
      const at = this.#unsettled.findIndex(({ number }) => number === arrival.request);
      if (at >= 0) this.#unsettled.splice(at, 1)[0]?.settle(arrival.value);
    }
    if (arrival?.what === 'refusal') throw new Error(`The peer refused a visitor: ${text}`);
  }

  #event(name: string, value: unknown): void {
    if (name === 'live') this.onLive();
    if (name === 'events')
      this.entry.onEvents?.((value as { id: number; text: string }[]).map(({ id, text }) => ({ number: id, text })));
    if (name === 'welcome') {
      const { token, conversation } = value as { token: string; conversation: string };
      this.visitor = { session: token, conversation, epoch: '' };
    }
  }
}
