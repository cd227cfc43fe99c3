/**
 * Everything the client needs from the outside world, so that a test can be the outside world: time, chance, sockets,
 * storage, other tabs, and what the browser says about network and visibility.
 */

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `run` once after `ms`; returns the way to cancel it. */
  after(ms: number, run: () => void): () => void;
}

export interface Random {
  /** Uniform in [0, 1). */
  fraction(): number;
  bytes(count: number): Uint8Array;
}

export interface Socket {
  send(text: string): void;
  close(code: number): void;
}

export interface SocketEvents {
  opened(): void;
  message(data: unknown): void;
  closed(code: number, reason: string): void;
}

/** The part of the browser's WebSocket that is used. In Node without one: the class of the package `ws`. */
export type WebSocketLike = new (
  url: string,
  protocol: string,
) => Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;

export type OpenSocket = (url: string, protocol: string, events: SocketEvents) => Socket;

/** A small durable map. Every call may be refused by the browser; `null` and `false` say so, nothing throws. */
export interface KeyValueStorage {
  /** False when nothing outlives the page. */
  readonly durable: boolean;
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(prefix: string): readonly string[];
  /** Calls `listener` with the new value when another tab changes `key`; returns the way to stop. */
  watch(key: string, listener: (value: string | null) => void): () => void;
}

/** Other tabs of the same visitor on the same site. */
export interface Tabs {
  /** Runs `work` while no other tab runs work of the same name. Without lock support it just runs. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Holds `name` until the returned function is called: other tabs see that this tab lives. */
  present(name: string): () => void;
  /** Names that some tab holds now, or null when the browser can't tell. */
  held(): Promise<ReadonlySet<string> | null>;
}

export type Signal =
  | 'online'
  | 'offline'
  | 'visible'
  | 'hidden'
  /** The page goes into the back/forward cache or away: sockets and locks must be let go. */
  | 'pagehide'
  | 'pageshow';

export interface PageLifecycle {
  online(): boolean;
  visible(): boolean;
  /** Calls `listener` for every signal; returns the way to stop. */
  watch(listener: (signal: Signal) => void): () => void;
}

/** One file to the server. */
export interface FileToSend {
  readonly url: string;
  readonly token: string;
  readonly name: string;
  readonly file: Blob;
}

export interface FileEvents {
  /** So many bytes have left. */
  progress(loaded: number): void;
  /** The server said something; `body` is null when it was no JSON. */
  answered(status: number, body: unknown): void;
  /** The line broke. */
  lost(): void;
}

export interface Files {
  /** Begins to send; returns the way to break it off, after which no event comes. */
  send(what: FileToSend, events: FileEvents): () => void;
  /** Asks the server for something as JSON; null when there is no answer, or none that says yes. */
  ask(url: string, token: string): Promise<unknown>;
}

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export type OpenChannel = (name: string) => Channel | null;

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: OpenSocket;
  /** A feature may put another one in its place. */
  readonly storage: KeyValueStorage;
  readonly tabs: Tabs;
  readonly page: PageLifecycle;
  /** Default: the browser's own, fetched with the first file. */
  readonly files?: Files;
  /** Fetches the code of a feature; rejects when it can't be had. Default: `loadFeature`. */
  readonly load?: (feature: string) => Promise<{ readonly initialState: unknown }>;
  /** Where tabs hear each other. Default: a BroadcastChannel. */
  readonly openChannel?: OpenChannel;
}
