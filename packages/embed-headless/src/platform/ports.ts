/** What the client needs from the outside world. Tests and simulations pass their own. */
import type { PageInfo } from '@service/protocol';

export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `run` once after `ms`. Returns the way to cancel it. */
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

/** The part of WebSocket that is used. In a Node without one: the class of the package `ws`. */
export type WebSocketLike = new (
  url: string,
  protocol: string,
) => Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose' | 'onerror'>;

export type OpenSocket = (url: string, protocol: string, events: SocketEvents) => Socket;

/** A small map in the browser. Nothing throws: `null` and `false` mean that the browser refused. */
export interface KeyValueStorage {
  /** False: nothing outlives the page. */
  readonly durable: boolean;
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(prefix: string): readonly string[];
  /**
   * Calls `listener` with the new value when another tab changes `key`; `isCleared`: it has removed everything that is stored. Returns
   * the way to stop.
   */
  watch(key: string, listener: (value: string | null, isCleared?: boolean) => void): () => void;
}

/** Other tabs of the same visitor on the same site. */
export interface Tabs {
  /** Runs `work` while no other tab runs work of this name. Without locks it just runs. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Holds the lock `name` until the returned function is called. */
  present(name: string): () => void;
  /** Names of locks that some tab holds. Null: the browser has no locks. */
  held(): Promise<ReadonlySet<string> | null>;
}

export type Signal =
  | 'online'
  | 'offline'
  | 'visible'
  | 'hidden'
  /** The page goes into the back/forward cache or away: close sockets, release locks. */
  | 'pagehide'
  | 'pageshow';

export interface PageLifecycle {
  online(): boolean;
  visible(): boolean;
  /** Calls `listener` for every signal. Returns the way to stop. */
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
  /** Bytes that were sent. */
  progress(loaded: number): void;
  /** The server answered. `body` null: no JSON. */
  answered(status: number, body: unknown): void;
  /** The connection broke. */
  lost(): void;
}

export interface Files {
  /** Starts to send. Returns the way to cancel; no event comes after that. */
  send(what: FileToSend, events: FileEvents): () => void;
  /** Requests JSON. Null: no answer, or an error status. */
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
  /** Replaced by memory while a visitor is signed in. */
  readonly storage: KeyValueStorage;
  readonly tabs: Tabs;
  readonly page: PageLifecycle;
  /** Default: the browser's, loaded with the first file. */
  readonly files?: Files;
  /** Loads the code of a feature; rejects when it can't be fetched. Default: `loadFeature`. */
  readonly load?: (feature: string) => Promise<{ readonly initialState: unknown }>;
  /**
   * Calls `onPage` with the page that the visitor is on, and again after changes; null while they are on another one. Returns the
   * way to stop. Default: the page is not reported.
   */
  readonly watchPage?: (onPage: (page: PageInfo | null) => void) => () => void;
  /** Messages between tabs. Default: a BroadcastChannel. */
  readonly openChannel?: OpenChannel;
}
