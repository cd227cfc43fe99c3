/** A browser whose site vouches for its visitors: storage, locks, channels, a clock that is turned by hand, and tabs in it. */
import type { ClientFrame, HelloFrame, IdentityQuestion, ServerFrame } from '@service/protocol';
import { createInnerChatClient, type InnerChatClient } from '../../src/core/client.js';
import type { ChatClientOptions } from '../../src/core/index.js';
import type { Channel, Ports, Signal, SocketEvents } from '../../src/platform/ports.js';
import { aloneIn, clockOf, keeperOf, type SharedByTabs } from './browser-ports.js';

export const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
export const OTHER_CNV = 'cnv_bbbbbbbbbbbbbbbbbbbb';
export const tokenOf = (letter: string): string => `cws_${letter.repeat(43)}`;
export const HOUR_MS = 3_600_000;
const LIMITS = { frameBytes: 65_536, textLength: 8_000, outboxItems: 100, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };

/** Everything that is due in this moment has happened. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 40; i++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
}

export class Browser implements SharedByTabs {
  readonly storage = new Map<string, string>();
  readonly watching: SharedByTabs['watching'] = [];
  readonly channels = new Map<string, Set<Channel>>();
  readonly locks = new Map<string, Promise<unknown>>();
  readonly held = new Map<string, number>();
  now = 1_700_000_000_000;
  timers: { at: number; run: () => void }[] = [];
  /** Who is logged in on the site; null: nobody. */
  user: string | null = 'kim';
  /** How the site's server is. */
  site: 'well' | 'failing' | 'hanging' = 'well';
  looksAtStorage = 0;
  readonly questions: IdentityQuestion[] = [];
  asking = 0;
  mostAsking = 0;

  /** Lets the time pass, timer by timer. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      // A question to the site is a few turns of its own, and takes no time here.
      for (let turns = 0; turns < 4; turns++) await settled();
      const next = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = until;
    await settled();
  }

  /** What the page passes to `identify`. */
  readonly getToken = async (question: IdentityQuestion): Promise<string | null> => {
    this.questions.push(question);
    this.asking += 1;
    this.mostAsking = Math.max(this.mostAsking, this.asking);
    const { user } = this;
    try {
      if (this.site === 'hanging') return await new Promise<never>(() => undefined);
      await settled();
      if (this.site === 'failing') throw new TypeError('Failed to fetch');
      return user === null ? null : tokenFor(user, question, Math.floor(this.now / 1_000));
    } finally {
      this.asking -= 1;
    }
  };
}

/** As the site's server signs it, but for the signature, which only the chat server reads. */
export function tokenFor(sub: string, { nonce }: IdentityQuestion, iat: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'site', aud: 'cw:inbox:demo', sub, iat, exp: iat + 300, jti: `jti-${nonce}`, nonce };
  return `${part({ alg: 'HS256', typ: 'cwid+jwt', kid: 'ik_1234567890123456' })}.${part(claims)}.${'s'.repeat(43)}`;
}

export class Tab {
  /** Files on their way to the server. */
  readonly uploading = new Set<string>();
  readonly client: InnerChatClient;
  readonly sent: ClientFrame[] = [];
  readonly told: { name: string; detail: unknown }[] = [];
  readonly opened: SocketEvents[] = [];
  private greeted = 0;
  private listeners: ((signal: Signal) => void)[] = [];

  constructor(
    readonly browser: Browser,
    options: Partial<ChatClientOptions> = {},
    ports: Partial<Ports> = {},
  ) {
    this.client = createInnerChatClient(
      { inboxId: 'demo', baseUrl: 'http://chat', hostOrigin: 'http://shop', ...options },
      Object.assign(this.ports(), ports),
    );
    for (const name of ['error', 'signedOut', 'message', 'unread', 'alert'] as const)
      this.client.on(name, (detail) => this.told.push({ name, detail }));
  }

  get socket(): SocketEvents | undefined {
    return this.opened.at(-1);
  }

  say(signal: Signal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  hear(...frames: ServerFrame[]): void {
    for (const frame of frames) this.socket?.message(JSON.stringify(frame));
  }

  /** The socket that was opened last is there; what it says hello with. */
  async hello(): Promise<HelloFrame> {
    // The code that proves who is here is fetched when it is first needed.
    for (let turns = 0; turns < 500 && this.opened.length === this.greeted; turns++) await settled();
    if (this.opened.length === this.greeted) throw new Error('No socket was opened.');
    this.greeted = this.opened.length;
    this.socket?.opened();
    await settled();
    return this.hellos().at(-1) as HelloFrame;
  }

  /** Waits until the client opens another connection by itself, and gives what it says there. */
  async comesBack(withinMs = 60_000): Promise<HelloFrame> {
    for (let ms = 0; ms < withinMs && this.opened.length === this.greeted; ms += 100) await this.browser.pass(100);
    return this.hello();
  }

  hellos(): readonly HelloFrame[] {
    return this.sent.filter((frame): frame is HelloFrame => frame.t === 'hello');
  }

  appends(): readonly string[] {
    return this.sent.flatMap((frame) =>
      frame.t === 'append' && frame.body.kind === 'message' ? [frame.body.text] : [],
    );
  }

  /** Welcomed, and live with what a person has said. */
  async welcome(
    session: string,
    {
      as = null,
      conversation = CNV,
      said = [],
    }: { as?: string | null; conversation?: string; said?: readonly string[] } = {},
  ): Promise<void> {
    const { now } = this.browser;
    this.hear(
      {
        t: 'welcome',
        v: 1,
        session,
        visitor: { kind: 'visitor', id: as ?? 'somebody' },
        conversation,
        ...(as !== null && { identified: { until: now + 12 * HOUR_MS } }),
        now,
        limits: LIMITS,
      },
      {
        t: 'following',
        conversation,
        epoch: 'epoch-0001',
        head: said.length,
        mode: 'snapshot',
        from: 1,
        read: 0,
        handler: 'agent',
      },
      ...(said.length > 0
        ? ([
            {
              t: 'events',
              conversation,
              epoch: 'epoch-0001',
              events: said.map((text, i) => ({
                seq: i + 1,
                at: 0,
                by: { kind: 'human', id: 'desk', name: 'Ingrid' } as const,
                clientId: `desk-said-${i}`,
                body: { kind: 'message', text } as const,
              })),
            },
          ] as const)
        : []),
      { t: 'live', conversation, head: said.length },
    );
    await settled();
  }

  /** From `identify` to the welcome. */
  async identified(as = 'kim', said: readonly string[] = []): Promise<void> {
    this.client.identify(this.browser.getToken);
    this.client.connect();
    await this.hello();
    await this.welcome(tokenOf('i'), { as, said });
  }

  async closes(code: number, reason = 'Because.'): Promise<void> {
    this.socket?.closed(code, reason);
    await settled();
  }

  texts(): readonly string[] {
    return this.client.getState().timeline.flatMap((entry) => ('text' in entry ? [entry.text] : []));
  }

  toldOf(name: string): readonly unknown[] {
    return this.told.filter((each) => each.name === name).map(({ detail }) => detail);
  }

  private ports(): Ports {
    const { browser } = this;
    const { channels } = browser;
    const keeper = keeperOf(browser, this);
    return {
      clock: clockOf(browser),
      random: { fraction: () => 0.5, bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      openSocket: (_url, _protocol, events) => {
        this.opened.push(events);
        return { send: (text) => void this.sent.push(JSON.parse(text)), close: () => undefined };
      },
      // As the browser's own: looking at it is already a question to the storage.
      get storage() {
        browser.looksAtStorage += 1;
        return keeper;
      },
      tabs: {
        alone: aloneIn(browser),
        present(name) {
          browser.held.set(name, (browser.held.get(name) ?? 0) + 1);
          return () => void browser.held.set(name, (browser.held.get(name) ?? 1) - 1);
        },
        held: async () => new Set([...browser.held].filter(([, holders]) => holders > 0).map(([name]) => name)),
      },
      // No line for files: what is sent stays under way until it is stopped.
      files: {
        send: ({ name }) => {
          this.uploading.add(name);
          return () => void this.uploading.delete(name);
        },
        ask: async () => null,
      },
      page: {
        online: () => true,
        visible: () => true,
        watch: (listener) => {
          this.listeners.push(listener);
          return () => {
            this.listeners = this.listeners.filter((each) => each !== listener);
          };
        },
      },
      openChannel(name) {
        const all = channels.get(name) ?? new Set();
        channels.set(name, all);
        const mine: Channel = {
          onmessage: null,
          postMessage(data) {
            for (const each of [...all])
              if (each !== mine) queueMicrotask(() => each.onmessage?.({ data } as MessageEvent));
          },
          close: () => void all.delete(mine),
        };
        all.add(mine);
        return mine;
      },
    };
  }
}
