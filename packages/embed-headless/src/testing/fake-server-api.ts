import type { WebSocketLike } from '../core/index.js';
import type { FakeConversation } from './fake-conversation-api.js';

/** Behaviour of the server without the test. */
export interface FakeServerOptions {
  /**
   * Answers each question as the agent; null: no answer.
   * @defaultValue none: the test answers
   */
  readonly answer?: ((question: string) => string | null) | undefined;
  /**
   * True: refuses clients without a consent.
   * @defaultValue false
   */
  readonly requireConsent?: boolean | undefined;
  /**
   * Takes the page that the visitor is on, with or without what follows `?` or `#` in its address, as an inbox with this setting.
   * @defaultValue takes none
   */
  readonly visitorPage?: 'path' | 'full' | undefined;
}

/** A frame as it went over the wire. Its fields: CONFORMANCE.md. */
export interface FakeFrame {
  /** The frame's type. */
  readonly t: string;
  // biome-ignore lint/suspicious/noExplicitAny: each type has its own fields, and a test looks into those of one.
  readonly [field: string]: any;
}

/** A server in memory, with switches for bad days. */
export interface FakeServer {
  /** For the client's option of this name: `createChatClient({ …, WebSocket: server.WebSocket })`. */
  readonly WebSocket: WebSocketLike;
  /** Replaces the global `WebSocket`. Returns the way to restore it. */
  install(): () => void;
  /** The latest conversation; throws when no visitor has connected yet. */
  readonly conversation: FakeConversation;
  /** All conversations of every visitor, oldest first. */
  readonly conversations: readonly FakeConversation[];
  /** How many connections are open. */
  readonly connections: number;
  /** How many connections were opened so far. */
  readonly connectionsEver: number;
  /** Every received frame, oldest first. */
  readonly received: readonly FakeFrame[];
  /** Every sent frame, to any client, oldest first. */
  readonly sent: readonly FakeFrame[];
  /** Resolves when no frame is on its way. In a test of React: `await act(() => server.settled())`. */
  settled(): Promise<void>;

  /** The next `count` messages (default one) are stored, but their senders get neither ack nor event. */
  dropAcks(count?: number): void;
  /** Delays every frame by so many milliseconds, in both directions. */
  delay(ms: number): void;
  /** Closes every connection. `code`: default 1006, a broken network; or a close code of the protocol. */
  killConnections(code?: number): void;
  /**
   * Kills the tab of the page that connected last: no frame of it arrives any more, and it gets none. The outcome of a running tool
   * with the effects `once` is unknown; others are offered to the next page. The next page is another client on the same storage;
   * `destroy()` the killed one first, to free its locks. Throws when no page is connected.
   */
  killTab(): void;
  /** False: closes all connections and refuses new ones. True: accepts them again. */
  reachable(yes: boolean): void;
  /** Announces a shutdown, as before a deploy: clients reconnect within `windowMs` (default 0: at once). */
  drain(windowMs?: number): void;
}
