/**
 * The handshake between page and frame, and how the page detects that it failed.
 *
 * 1. A hello counts only if it comes from our frame's window, and from the chat server's origin, and has a nonce that was
 *    not used before. The source alone is not enough: it is the same window after the frame navigates to another site.
 * 2. The answer goes to exactly that origin, with the nonce and one end of a private port. From then on messages on `window`
 *    are ignored, except a fresh hello.
 * 3. A fresh hello means the frame has reloaded: the old port is closed and the handshake starts again, at most five times a minute.
 * 4. All other messages on `window` belong to other scripts. They never make the handshake fail.
 * 5. A document that loads without a hello is not ours (refused, blocked, navigated away): its port is closed at once,
 *    and after three seconds it counts as unreachable. A later hello is still accepted.
 */
import {
  BRIDGE_MARK,
  BRIDGE_VERSION,
  type BridgeConnect,
  type BridgeHello,
  type FrameMessage,
  type HostMessage,
  readBridgeHello,
  readFrameMessage,
} from '@service/protocol';
import { createAttemptLimit } from './attempt-limit.js';

export const isHello = (data: unknown): boolean => readBridgeHello(data) !== null;

export const HANDSHAKE = { helloAfterLoadMs: 3_000, readyMs: 10_000, restarts: 5, perMs: 60_000 } as const;

export interface HandshakeOptions {
  /** Where window messages arrive. */
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The frame's window; null while it is not attached. */
  readonly peer: () => Window | null;
  /** The chat server's origin. */
  readonly origin: string;
  /** What the frame gets when it connects. Called for each connection. */
  readonly greeting: () => Pick<BridgeConnect, 'config' | 'scheme' | 'viewport' | 'identity' | 'tools' | 'unread'>;
  /** The browser or a consent manager keeps the frame from loading: its silence is no error yet. */
  readonly isHeldBack: () => boolean;
  readonly onConnected: (hello: BridgeHello) => void;
  /** The connected document is gone. */
  readonly onLost: () => void;
  readonly onMessage: (message: FrameMessage) => void;
  /** Nothing has answered in time. `hasLoaded`: a document has come that is not ours; otherwise it still loads. */
  readonly onUnreachable: (hasLoaded: boolean) => void;
  /** The handshake is closed. */
  readonly onError: (code: 'frame_unstable' | 'protocol_unsupported', more?: string) => void;
}

export interface Handshake {
  /** Sends over the port; without a port it does nothing. */
  post(message: HostMessage): void;
  /** Handles a message that arrived before the handshake listened. */
  receive(event: MessageEvent): void;
  /** The frame's `load` event. */
  frameLoaded(): void;
  /** The page is about to attach the frame (again); the hello that follows does not count as a restart. */
  frameAttached(): void;
  close(): void;
}

export const startHandshake = (options: HandshakeOptions): Handshake => new WindowHandshake(options);

class WindowHandshake implements Handshake {
  readonly #options: HandshakeOptions;
  readonly #mayRestart = createAttemptLimit(HANDSHAKE.restarts, HANDSHAKE.perMs, () => Date.now());
  readonly #usedNonces = new Set<string>();
  #port: MessagePort | null = null;
  /** Hello and load belong to one document, and may come in either order. */
  #document: 'unknown' | 'hello' | 'loaded' = 'unknown';
  #expected = true;
  #unreachable: ReturnType<typeof setTimeout> | undefined;
  #noHello: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HandshakeOptions) {
    this.#options = options;
    options.page.addEventListener('message', this.receive);
  }

  readonly post = (message: HostMessage): void => this.#port?.postMessage(message);

  readonly receive = (event: MessageEvent): void => {
    const peer = this.#options.peer();
    if (!peer || event.source !== peer || event.origin !== this.#options.origin) return;
    const hello = readBridgeHello(event.data);
    if (!hello || this.#usedNonces.has(hello.nonce)) return;
    if (!hello.versions.includes(BRIDGE_VERSION)) {
      this.#end('protocol_unsupported', `Script: ${BRIDGE_VERSION}. Server: ${hello.versions.join(', ')}.`);
      return;
    }
    if (!this.#expected && !this.#mayRestart()) {
      this.#end('frame_unstable');
      return;
    }
    this.#expected = false;
    this.#usedNonces.add(hello.nonce);
    this.#document = this.#document === 'loaded' ? 'unknown' : 'hello';
    this.#connect(peer, hello);
  };

  readonly frameLoaded = (): void => {
    if (this.#document === 'hello') {
      this.#document = 'unknown';
      return;
    }
    this.#document = 'loaded';
    this.#disconnect();
    this.#noHello = setTimeout(this.#giveUp, HANDSHAKE.helloAfterLoadMs);
  };

  readonly frameAttached = (): void => {
    this.#disconnect();
    this.#document = 'unknown';
    this.#expected = true;
    this.#unreachable = setTimeout(this.#giveUp, HANDSHAKE.readyMs);
  };

  close(): void {
    this.#options.page.removeEventListener('message', this.receive);
    this.#disconnect();
  }

  #connect(peer: Window, hello: BridgeHello): void {
    this.#disconnect();
    this.#unreachable = setTimeout(this.#giveUp, HANDSHAKE.readyMs);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent) => {
      const message = readFrameMessage(data);
      if (!message) return;
      if (message.t === 'ready') clearTimeout(this.#unreachable);
      this.#options.onMessage(message);
    };
    const answer: BridgeConnect = {
      mark: BRIDGE_MARK,
      t: 'connect',
      nonce: hello.nonce,
      version: BRIDGE_VERSION,
      ...this.#options.greeting(),
    };
    peer.postMessage(answer, this.#options.origin, [port2]);
    this.#options.onConnected(hello);
  }

  #disconnect(): void {
    this.#clearTimers();
    if (!this.#port) return;
    this.#port.onmessage = null;
    this.#port.close();
    this.#port = null;
    this.#options.onLost();
  }

  readonly #giveUp = (): void => {
    this.#clearTimers();
    // The page is gone, as after a test.
    if (!globalThis.document) return;
    if (this.#options.isHeldBack()) this.#unreachable = setTimeout(this.#giveUp, HANDSHAKE.readyMs);
    else this.#options.onUnreachable(this.#document !== 'unknown' || !!this.#port);
  };

  #end(code: 'frame_unstable' | 'protocol_unsupported', more?: string): void {
    this.close();
    this.#options.onError(code, more);
  }

  #clearTimers(): void {
    clearTimeout(this.#unreachable);
    clearTimeout(this.#noHello);
  }
}
