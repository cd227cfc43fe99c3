/** A visitor's browser in a run: what outlives a page, the pages, and the locks between them. */
import type { ChatClient } from '@service/embed-headless/core';
import type { FeatureName } from '../../../../packages/embed-headless/dist/core/state/feature-names.js';
import type { Build } from '../build.js';
import type { Network, Ports } from './network.js';
import { Life, type World } from './world.js';

type Channel = Exclude<ReturnType<NonNullable<Ports['openChannel']>>, null>;

export type Signal = Parameters<Parameters<Ports['page']['watch']>[0]>[0];

export class Browser {
  readonly storage = new Map<string, string>();
  /** The conversation that each unsent message was last kept for, by its text. */
  readonly keptFor = new Map<string, string>();
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
    /** What the site does when a page of it is loaded. */
    private readonly onOpen: (page: Page) => void = () => undefined,
  ) {}

  open(): Page {
    const page = new Page(this, this.build);
    this.pages.push(page);
    this.onOpen(page);
    page.client.connect();
    return page;
  }

  /** The page is gone, with or without a goodbye; the browser frees what it held. */
  close(page: Page, goodbye: boolean): void {
    if (goodbye) page.client.destroy();
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
      clock: page.life,
      random: { fraction: world.fraction, bytes: (count) => world.bytes(count) },
      openSocket: (_url, _protocol, events) => {
        page.connections += 1;
        return page.watchSocket(this.network.connect(page.hears(events)), page.connections);
      },
      openChannel: (name) => this.openChannel(page, name),
      storage: {
        durable: true,
        get: (key) => storage.get(key) ?? null,
        set: (key, value) => {
          if (!page.life.alive) return false;
          storage.set(key, value);
          this.noteUnsent(key, value);
          for (const each of this.watching) {
            if (each.page !== page && each.key === key)
              each.page.life.after(world.between(0, 10), () => each.tell(value));
          }
          return true;
        },
        remove: (key) => void (page.life.alive && storage.delete(key)),
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

  /** Other pages of this browser hear it, a little later. */
  private openChannel(page: Page, name: string): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of this.channels)
          if (other.channel !== channel && other.name === name)
            other.page.life.after(this.world.between(0, 10), () => other.channel.onmessage?.({ data } as MessageEvent));
      },
      close: () => void this.channels.delete(mine),
    };
    const mine = { page, name, channel };
    this.channels.add(mine);
    return channel;
  }

  /** At once, as from a cache, or late, or not at all this time. */
  private async load(page: Page, name: FeatureName): ReturnType<Build['loadFeature']> {
    const { world } = this;
    if (this.network.faults > 0 && world.chance(0.5)) await page.life.wait(world.between(1, 20_000));
    if (world.chance(this.network.faults * 0.3)) throw new Error('The code could not be fetched.');
    return this.build.loadFeature(name);
  }

  private noteUnsent(key: string, value: string): void {
    // Among them is the note that a conversation is to be erased, which has no words.
    if (!key.includes(':unsent:') || value === '') return;
    const { conversation, body } = JSON.parse(value).item;
    if (conversation !== null && body.kind === 'message') this.keptFor.set(body.text, conversation);
  }

  private async alone<T>(page: Page, name: string, work: () => Promise<T>): Promise<T> {
    // What a page still had on its way when it went asks for nothing any more.
    if (!page.life.alive) return new Promise(() => undefined);
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

/** A number in a log, as the wire said it. */
export interface Acknowledged {
  readonly seq: number;
  readonly conversation: string;
}

/** One load of one tab. */
export class Page {
  readonly life: Life;
  readonly client: ChatClient;
  visible = true;
  /** In the background cache of the browser. */
  putAway = false;
  readonly listeners = new Set<(signal: Signal) => void>();
  /** What was acknowledged to this page, by client id. */
  readonly acknowledged = new Map<string, Acknowledged>();
  /** How many connections this page has begun. */
  connections = 0;
  /** How often it was led to another conversation because it had asked for it. */
  opened = 0;
  /** Sees every frame as it passes, and on which connection. */
  onFrame: (way: 'in' | 'out', frame: { readonly t: string }, connection: number) => void = () => undefined;
  private hangUp: () => void = () => undefined;

  constructor(
    readonly browser: Browser,
    build: Build,
  ) {
    this.life = new Life(browser.world);
    const options = { inboxId: 'demo', baseUrl: 'http://chat.test', hostOrigin: 'http://shop.test' };
    this.client = build.createInnerChatClient(options, browser.ports(this));
    this.client.subscribe(() => browser.onChange(this));
  }

  /** What the browser says of itself; whoever watches hears it. */
  signal(signal: Signal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  /** Notes what the wire says, besides passing it on. */
  hears(events: Parameters<Ports['openSocket']>[2]): Parameters<Ports['openSocket']>[2] {
    const connection = this.connections;
    return {
      opened: () => this.life.alive && events.opened(),
      closed: (code, reason) => this.life.alive && events.closed(code, reason),
      message: (data) => {
        if (!this.life.alive) return;
        const frame = JSON.parse(data as string);
        if (frame.t === 'ack') this.acknowledged.set(frame.clientId, frame);
        if (frame.t === 'opened') this.opened += 1;
        this.onFrame('in', frame, connection);
        events.message(data);
      },
    };
  }

  watchSocket(socket: ReturnType<Ports['openSocket']>, connection: number): ReturnType<Ports['openSocket']> {
    this.hangUp = () => socket.close(1001);
    return {
      ...socket,
      send: (text) => {
        this.onFrame('out', JSON.parse(text), connection);
        socket.send(text);
      },
    };
  }

  end(): void {
    this.life.alive = false;
    this.hangUp();
  }
}
