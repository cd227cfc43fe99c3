/**
 * The chat client as it is shipped, outside of a browser: a `NodeBrowser` is what outlives a page (storage, and who holds
 * which lock), a `NodePage` is one load of one tab in it. A page can be reloaded, closed, or vanish without a goodbye as
 * a killed tab does; the next page finds in the browser's storage what the last one left there.
 */
import { randomBytes } from 'node:crypto';
import type { ChatClient, ChatClientOptions } from '@service/embed-headless/core';
import { createInnerChatClient } from '@service/embed-headless/frame';
import { WebSocket } from 'ws';

type Ports = NonNullable<Parameters<typeof createInnerChatClient>[1]>;
type Signal = Parameters<Parameters<Ports['page']['watch']>[0]>[0];

export interface NodeBrowserOptions {
  /** How much faster the clients' clock runs than the real one, so that 40 s of silence take a second. Default 1. */
  readonly timesFaster?: number;
  /** Uniform in [0, 1): decides the clients' delays. Default: `Math.random`. */
  readonly fraction?: () => number;
}

export class NodeBrowser {
  /** What outlives the pages. Keys and values as the client wrote them. */
  readonly storage = new Map<string, string>();
  /** Who waits for a lock, the holder first. */
  readonly #queues = new Map<string, { readonly page: NodePage; readonly begin: () => void }[]>();
  readonly #present = new Map<string, NodePage>();
  readonly #pages = new Set<NodePage>();
  readonly #watching = new Set<{
    readonly page: NodePage;
    readonly key: string;
    readonly tell: (value: string) => void;
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

  /** Opens a tab; nothing is connected before its client is told to. */
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

  /** One page at a time holds `name`; the others wait in the order in which they came. */
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

  /** As with the `storage` event: the other pages hear of it, the one that wrote does not. */
  tellStored(writer: NodePage, key: string, value: string): void {
    for (const each of [...this.#watching])
      if (each.page !== writer && each.key === key) queueMicrotask(() => each.tell(value));
  }

  watchStored(page: NodePage, key: string, tell: (value: string) => void): () => void {
    const entry = { page, key, tell };
    this.#watching.add(entry);
    return () => void this.#watching.delete(entry);
  }

  /** What a browser does when a page is gone, however it went: its locks are free. */
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

  /** The socket as the page has it now, or null: for tests that stop reading or look at what is buffered. */
  get socket(): WebSocket | null {
    return [...this.#sockets].at(-1) ?? null;
  }

  setOnline(online: boolean): void {
    this.#online = online;
    this.#say(online ? 'online' : 'offline');
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    this.#say(visible ? 'visible' : 'hidden');
  }

  /** Into the back/forward cache, and out of it again. */
  hide(): void {
    this.#say('pagehide');
  }

  show(): void {
    this.#say('pageshow');
  }

  /** The visitor leaves the page. */
  close(): void {
    this.client.destroy();
    this.#end();
  }

  /** The tab is killed: no goodbye, nothing more is written; the system closes the socket, the browser frees the locks. */
  vanish(): void {
    this.#gone = true;
    for (const socket of this.#sockets) socket.terminate();
    this.#end();
  }

  /** The same tab, loaded again: the new page knows only what the storage knows. */
  reload(): NodePage {
    this.close();
    return this.browser.open(this.options);
  }

  /** Resolves when `done` is true of the client's state. Rejects after `patienceMs` of real time, saying what was. */
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
        end(() => reject(new Error(`Waited in vain for ${what}: ${JSON.stringify(state)}, timeline ${shown}`)));
      }, patienceMs);
      const check = (): void => {
        if (done(this.client)) end(resolve);
      };
      unsubscribe = this.client.subscribe(check);
      check();
    });
  }

  #say(signal: Signal): void {
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
          browser.tellStored(this, key, value);
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
      // Nobody sends files here.
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
    let heard = true;
    const tell = (say: () => void): void => {
      if (heard && !this.#gone) say();
    };
    // A browser reports an error only as the close that follows it; without a listener it would end this process.
    socket.on('error', () => undefined);
    socket.on('open', () => tell(() => events.opened()));
    socket.on('message', (data, isBinary) => tell(() => events.message(isBinary ? data : data.toString())));
    socket.on('close', (code, reason) => {
      this.#sockets.delete(socket);
      tell(() => events.closed(code, reason.toString()));
    });
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN && !this.#gone) socket.send(text);
      },
      close: (code) => {
        heard = false;
        socket.close(code);
        // Half-open sockets never answer the goodbye; nobody waits for it.
        setTimeout(() => socket.terminate(), 1_000).unref();
      },
    };
  }
}
