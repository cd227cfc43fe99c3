/**
 * The shipped chat client in Node. A `NodeBrowser` is what outlives a page (storage and locks); a `NodePage` is one load of a
 * tab. A page can be reloaded, closed, or vanish like a killed tab. The next page finds the storage as the last one left it.
 */
import { randomBytes } from 'node:crypto';
import type { ChatClient, ChatClientOptions } from '@service/embed-headless/core';
import { createInnerChatClient } from '@service/embed-headless/frame';
import { WebSocket } from 'ws';

type Ports = NonNullable<Parameters<typeof createInnerChatClient>[1]>;
type Signal = Parameters<Parameters<Ports['page']['watch']>[0]>[0];

export interface NodeBrowserOptions {
  /** How much faster the clients' clock runs than the real one: with 40, a timeout of 40 s takes a second. Default 1. */
  readonly timesFaster?: number;
  /** Uniform in [0, 1): the random part of the clients' delays. Default: `Math.random`. */
  readonly fraction?: () => number;
}

export class NodeBrowser {
  /** The durable storage of all pages. */
  readonly storage = new Map<string, string>();
  /** The holder of each lock, then the pages that wait for it. */
  readonly #queues = new Map<string, { readonly page: NodePage; readonly begin: () => void }[]>();
  readonly #present = new Map<string, NodePage>();
  readonly #pages = new Set<NodePage>();
  readonly #watching = new Set<{
    readonly page: NodePage;
    readonly key: string;
    readonly listener: (value: string) => void;
  }>();
  readonly #origin = Date.now();
  readonly timesFaster: number;
  readonly fraction: () => number;

  constructor(options: NodeBrowserOptions = {}) {
    this.timesFaster = options.timesFaster ?? 1;
    this.fraction = options.fraction ?? Math.random;
  }

  /** The pages that are open now. */
  get pages(): readonly NodePage[] {
    return [...this.#pages];
  }

  /** Opens a tab. It connects only when its client is asked to. */
  open(options: ChatClientOptions): NodePage {
    const page = new NodePage(this, options);
    this.#pages.add(page);
    return page;
  }

  closeAll(): void {
    for (const page of this.pages) page.close();
  }

  /** Unix milliseconds on the clients' clock. */
  now(): number {
    return this.#origin + (Date.now() - this.#origin) * this.timesFaster;
  }

  /** One page at a time holds `name`; the others wait in the order of their calls. */
  async lock<T>(page: NodePage, name: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(name) ?? [];
    this.#queues.set(name, queue);
    const turn = new Promise<void>((resolve) => queue.push({ page, begin: resolve }));
    if (queue.length === 1) queue[0]?.begin();
    const mine = queue[queue.length - 1];
    await turn;
    try {
      return await work();
    } finally {
      this.#leave(name, (each) => each === mine);
    }
  }

  hold(page: NodePage, name: string): () => void {
    this.#present.set(name, page);
    return () => void this.#present.delete(name);
  }

  held(): ReadonlySet<string> {
    return new Set([...this.#present.keys(), ...this.#queues.keys()]);
  }

  /** Like the `storage` event: notifies all pages except the one that wrote. */
  notifyStored(writer: NodePage, key: string, value: string): void {
    for (const each of [...this.#watching])
      if (each.page !== writer && each.key === key) queueMicrotask(() => each.listener(value));
  }

  watchStored(page: NodePage, key: string, listener: (value: string) => void): () => void {
    const entry = { page, key, listener };
    this.#watching.add(entry);
    return () => void this.#watching.delete(entry);
  }

  /** Called when a page has ended in any way: releases its locks, as a browser does. */
  forget(page: NodePage): void {
    this.#pages.delete(page);
    for (const each of this.#watching) if (each.page === page) this.#watching.delete(each);
    for (const [name, holder] of this.#present) if (holder === page) this.#present.delete(name);
    for (const name of this.#queues.keys()) this.#leave(name, (each) => each.page === page);
  }

  #leave(name: string, who: (waiter: { readonly page: NodePage }) => boolean): void {
    const queue = this.#queues.get(name) ?? [];
    const holder = queue[0];
    const rest = queue.filter((each) => !who(each));
    if (rest.length === 0) this.#queues.delete(name);
    else queue.splice(0, queue.length, ...rest);
    if (rest[0] && rest[0] !== holder) rest[0].begin();
  }
}

export class NodePage {
  readonly client: ChatClient;
  readonly #listeners = new Set<(signal: Signal) => void>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sockets = new Set<WebSocket>();
  #online = true;
  #visible = true;
  #gone = false;

  constructor(
    readonly browser: NodeBrowser,
    readonly options: ChatClientOptions,
  ) {
    this.client = createInnerChatClient(options, this.#ports());
  }

  /** The page's current socket, or null: for tests that stop reading or inspect the buffer. */
  get socket(): WebSocket | null {
    return [...this.#sockets].at(-1) ?? null;
  }

  setOnline(online: boolean): void {
    this.#online = online;
    this.#signal(online ? 'online' : 'offline');
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#signal(visible ? 'visible' : 'hidden');
  }

  /** The page enters the back/forward cache. */
  hide(): void {
    this.#signal('pagehide');
  }

  /** The page leaves the back/forward cache. */
  show(): void {
    this.#signal('pageshow');
  }

  /** The visitor leaves the page. */
  close(): void {
    this.client.destroy();
    this.#end();
  }

  /** The tab is killed: it writes nothing more, the system closes the socket, and the browser releases the locks. */
  vanish(): void {
    this.#gone = true;
    for (const socket of this.#sockets) socket.terminate();
    this.#end();
  }

  /** Loads the tab again: the new page knows only the storage. */
  reload(): NodePage {
    this.close();
    return this.browser.open(this.options);
  }

  /** Resolves when `done` is true for the client. Rejects after `patienceMs` of real time, with the client's state. */
  until(done: (client: ChatClient) => boolean, what: string, patienceMs = 120_000): Promise<void> {
    return new Promise((resolve, reject) => {
      let unsubscribe = (): void => undefined;
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        unsubscribe();
        settle();
      };
      const timer = setTimeout(() => {
        const { timeline, ...state } = this.client.getState();
        const shown = timeline.map((entry) => `${entry.type}:${entry.seq}`).join(' ');
        end(() => reject(new Error(`Timed out waiting for ${what}: ${JSON.stringify(state)}, timeline ${shown}`)));
      }, patienceMs);
      const check = (): void => {
        if (done(this.client)) end(resolve);
      };
      unsubscribe = this.client.subscribe(check);
      check();
    });
  }

  #signal(signal: Signal): void {
    for (const listener of [...this.#listeners]) listener(signal);
  }

  #end(): void {
    this.#gone = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#listeners.clear();
    this.browser.forget(this);
  }

  #ports(): Ports {
    const { browser } = this;
    const { storage } = browser;
    return {
      clock: {
        now: () => browser.now(),
        after: (ms, run) => {
          const timer = setTimeout(() => {
            this.#timers.delete(timer);
            run();
          }, ms / browser.timesFaster);
          this.#timers.add(timer);
          return () => {
            clearTimeout(timer);
            this.#timers.delete(timer);
          };
        },
      },
      random: { fraction: browser.fraction, bytes: (count) => new Uint8Array(randomBytes(count)) },
      openSocket: (url, protocol, events) => this.#open(url, protocol, events),
      storage: {
        durable: true,
        get: (key) => storage.get(key) ?? null,
        set: (key, value) => {
          if (this.#gone) return false;
          storage.set(key, value);
          browser.notifyStored(this, key, value);
          return true;
        },
        remove: (key) => void (this.#gone || storage.delete(key)),
        keys: (prefix) => [...storage.keys()].filter((key) => key.startsWith(prefix)),
        watch: (key, listener) => browser.watchStored(this, key, listener),
      },
      tabs: {
        alone: (name, work) => browser.lock(this, name, work),
        present: (name) => browser.hold(this, name),
        held: async () => browser.held(),
      },
      // No test sends files through this client.
      files: { send: () => () => undefined, ask: async () => null },
      page: {
        online: () => this.#online,
        visible: () => this.#visible,
        watch: (listener) => {
          this.#listeners.add(listener);
          return () => void this.#listeners.delete(listener);
        },
      },
    };
  }

  #open(url: string, protocol: string, events: Parameters<Ports['openSocket']>[2]): ReturnType<Ports['openSocket']> {
    const socket = new WebSocket(url, protocol, { perMessageDeflate: false });
    this.#sockets.add(socket);
    let closing = false;
    const unlessClosing = (notify: () => void): void => {
      if (!closing && !this.#gone) notify();
    };
    // A browser reports an error only as the close event that follows. Without a listener it would end this process.
    socket.on('error', () => undefined);
    socket.on('open', () => unlessClosing(() => events.opened()));
    socket.on('message', (data, isBinary) => unlessClosing(() => events.message(isBinary ? data : data.toString())));
    socket.on('close', (code, reason) => {
      this.#sockets.delete(socket);
      unlessClosing(() => events.closed(code, reason.toString()));
    });
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN && !this.#gone) socket.send(text);
      },
      close: (code) => {
        closing = true;
        socket.close(code);
        // A half-open socket never answers the close frame, so terminate it.
        setTimeout(() => socket.terminate(), 1_000).unref();
      },
    };
  }
}
