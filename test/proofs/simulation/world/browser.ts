/** A visitor's browser in a run: its pages, the storage that outlives them, and the locks and channels between them. */
import type { ChatClient } from '@service/embed-headless/core';
import type { FeatureName } from '../../../../packages/embed-headless/dist/core/state/feature-names.js';
import type { Build } from '../build.js';
import type { Network, Ports } from './network.js';
import { Lifetime, type World } from './world.js';

type Channel = Exclude<ReturnType<NonNullable<Ports['openChannel']>>, null>;

export type Signal = Parameters<Parameters<Ports['page']['watch']>[0]>[0];

export class Browser {
  readonly storage = new Map<string, string>();
  /** The conversation with which each unsent message was last stored, or handed over, by its text. */
  readonly conversationOfUnsent = new Map<string, string>();
  readonly pages: Page[] = [];
  private readonly queues = new Map<string, { readonly page: Page; readonly begin: () => void }[]>();
  private readonly present = new Map<string, Page>();
  private readonly watching = new Set<{ page: Page; key: string; tell: (value: string | null) => void }>();
  private readonly channels = new Set<{ readonly page: Page; readonly name: string; readonly channel: Channel }>();

  constructor(
    private readonly build: Build,
    readonly world: World,
    private readonly network: Network,
    readonly onChange: (page: Page) => void,
    /** The site's script when a page is loaded. */
    private readonly onOpen: (page: Page) => void = () => undefined,
  ) {}

  open(): Page {
    const page = new Page(this, this.build);
    this.pages.push(page);
    this.onOpen(page);
    page.client.connect();
    return page;
  }

  /** Ends the page, with or without `destroy`; the browser frees its locks and channels. */
  close(page: Page, destroys: boolean): void {
    if (destroys) page.client.destroy();
    page.end();
    this.pages.splice(this.pages.indexOf(page), 1);
    for (const [name, holder] of this.present) if (holder === page) this.present.delete(name);
    for (const each of this.watching) if (each.page === page) this.watching.delete(each);
    for (const each of this.channels) if (each.page === page) this.channels.delete(each);
    for (const name of [...this.queues.keys()]) this.leaveQueue(name, (each) => each.page === page);
  }

  ports(page: Page): Ports {
    const { storage, world } = this;
    return {
      clock: page.lifetime,
      random: { fraction: world.fraction, bytes: (count) => world.bytes(count) },
      openSocket: (_url, _protocol, events) => {
        page.connections += 1;
        return page.watchSocket(this.network.connect(page.observe(events)), page.connections);
      },
      openChannel: (name) => this.openChannel(page, name),
      storage: {
        durable: true,
        get: (key) => storage.get(key) ?? null,
        set: (key, value) => {
          if (!page.lifetime.alive) return false;
          storage.set(key, value);
          this.noteUnsent(key, value);
          for (const each of this.watching) {
            if (each.page !== page && each.key === key)
              each.page.lifetime.after(world.between(0, 10), () => each.tell(value));
          }
          return true;
        },
        remove: (key) => void (page.lifetime.alive && storage.delete(key)),
        keys: (prefix) => [...storage.keys()].filter((key) => key.startsWith(prefix)),
        watch: (key, tell) => {
          const entry = { page, key, tell };
          this.watching.add(entry);
          return () => void this.watching.delete(entry);
        },
      },
      tabs: {
        alone: (name, work) => this.alone(page, name, work),
        present: (name) => {
          this.present.set(name, page);
          return () => void this.present.delete(name);
        },
        held: async () => new Set([...this.present.keys(), ...this.queues.keys()]),
      },
      load: (name) => this.load(page, name as FeatureName),
      page: {
        online: () => true,
        visible: () => page.visible,
        watch: (listener) => {
          page.listeners.add(listener);
          return () => void page.listeners.delete(listener);
        },
      },
    };
  }

  /** Other pages of this browser get each message a little later. */
  private openChannel(page: Page, name: string): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of this.channels)
          if (other.channel !== channel && other.name === name)
            other.page.lifetime.after(this.world.between(0, 10), () =>
              other.channel.onmessage?.({ data } as MessageEvent),
            );
      },
      close: () => void this.channels.delete(mine),
    };
    const mine = { page, name, channel };
    this.channels.add(mine);
    return channel;
  }

  /** Loads at once, as from a cache, or late, or fails. */
  private async load(page: Page, name: FeatureName): ReturnType<Build['loadFeature']> {
    const { world } = this;
    if (this.network.faults > 0 && world.chance(0.5)) await page.lifetime.wait(world.between(1, 20_000));
    if (world.chance(this.network.faults * 0.3)) throw new Error('The code could not be fetched.');
    return this.build.loadFeature(name);
  }

  private noteUnsent(key: string, value: string): void {
    // An entry without a value is a note to erase a conversation.
    if (!key.includes(':unsent:') || value === '') return;
    const { conversation, body } = JSON.parse(value).item;
    if (conversation !== null && body.kind === 'message') this.conversationOfUnsent.set(body.text, conversation);
  }

  /** A page that is put away ties what it has not sent to the conversation that it shows (`markHandedOver`), and stores nothing of it. */
  noteHandedOver({ client }: Page): void {
    const { conversation, timeline } = client.getState();
    if (conversation === null) return;
    for (const entry of timeline)
      if (entry.type === 'own' && entry.delivery.state === 'sending' && !this.conversationOfUnsent.has(entry.text))
        this.conversationOfUnsent.set(entry.text, conversation);
  }

  private async alone<T>(page: Page, name: string, work: () => Promise<T>): Promise<T> {
    // A page that has ended gets no lock: what it had under way goes no further.
    if (!page.lifetime.alive) return new Promise(() => undefined);
    const queue = this.queues.get(name) ?? [];
    this.queues.set(name, queue);
    let mine: (typeof queue)[number] | null = null;
    await new Promise<void>((begin) => {
      mine = { page, begin };
      if (queue.push(mine) === 1) begin();
    });
    try {
      return await work();
    } finally {
      this.leaveQueue(name, (each) => each === mine);
    }
  }

  private leaveQueue(name: string, who: (waiter: { readonly page: Page }) => boolean): void {
    const queue = this.queues.get(name);
    if (!queue) return;
    const [holder] = queue;
    const rest = queue.filter((each) => !who(each));
    queue.splice(0, queue.length, ...rest);
    if (rest.length === 0) this.queues.delete(name);
    else if (rest[0] !== holder) rest[0]?.begin();
  }
}

/** The place in a log that an `ack` named. */
export interface Acknowledged {
  readonly seq: number;
  readonly conversation: string;
}

/** One load of one tab. */
export class Page {
  readonly lifetime: Lifetime;
  readonly client: ChatClient;
  visible = true;
  /** In the browser's back/forward cache. */
  inPageCache = false;
  readonly listeners = new Set<(signal: Signal) => void>();
  /** The acknowledgements that this page received, by client id. */
  readonly acknowledged = new Map<string, Acknowledged>();
  /** How many connections this page has begun. */
  connections = 0;
  /** How many `opened` frames it received: each leads it to a conversation that it asked for. */
  opened = 0;
  /** Called with every frame, and the number of its connection. */
  onFrame: (way: 'in' | 'out', frame: { readonly t: string }, connection: number) => void = () => undefined;
  private closeSocket: () => void = () => undefined;

  constructor(
    readonly browser: Browser,
    build: Build,
  ) {
    this.lifetime = new Lifetime(browser.world);
    const options = { inboxId: 'demo', baseUrl: 'http://chat.test', hostOrigin: 'http://shop.test' };
    this.client = build.createInnerChatClient(options, browser.ports(this));
    this.client.subscribe(() => browser.onChange(this));
  }

  /** Sends a signal of the browser to every listener of the page. */
  signal(signal: Signal): void {
    if (signal === 'pagehide') this.browser.noteHandedOver(this);
    for (const listener of [...this.listeners]) listener(signal);
  }

  /** Records the received frames and passes them on. */
  observe(events: Parameters<Ports['openSocket']>[2]): Parameters<Ports['openSocket']>[2] {
    const connection = this.connections;
    return {
      opened: () => this.lifetime.alive && events.opened(),
      closed: (code, reason) => this.lifetime.alive && events.closed(code, reason),
      message: (data) => {
        if (!this.lifetime.alive) return;
        const frame = JSON.parse(data as string);
        if (frame.t === 'ack') this.acknowledged.set(frame.clientId, frame);
        if (frame.t === 'opened') this.opened += 1;
        this.onFrame('in', frame, connection);
        events.message(data);
      },
    };
  }

  watchSocket(socket: ReturnType<Ports['openSocket']>, connection: number): ReturnType<Ports['openSocket']> {
    this.closeSocket = () => socket.close(1001);
    return {
      ...socket,
      send: (text) => {
        this.onFrame('out', JSON.parse(text), connection);
        socket.send(text);
      },
    };
  }

  end(): void {
    this.lifetime.alive = false;
    this.closeSocket();
  }
}
