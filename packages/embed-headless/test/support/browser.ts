/** A simulated browser on a site that signs identity tokens: storage, locks, channels, a clock that the test advances, and tabs. */
import type { ClientFrame, HelloFrame, IdentityQuestion, ServerFrame } from '@service/protocol';
import { createInnerChatClient, type InnerChatClient } from '../../src/core/client.js';
import type { ChatClientOptions } from '../../src/core/index.js';
import type { Channel, Ports, Signal, SocketEvents } from '../../src/platform/ports.js';
import { aloneIn, clockOf, type SharedByTabs, storageOf } from './browser-ports.js';

export const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
export const OTHER_CNV = 'cnv_bbbbbbbbbbbbbbbbbbbb';
export const tokenOf = (letter: string): string => `cws_${letter.repeat(43)}`;
/** What a token says. */
export const claimsIn = (token: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
export const HOUR_MS = 3_600_000;
const LIMITS = { frameBytes: 65_536, textLength: 8_000, outboxItems: 100, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };

/** Waits until all promises that are due now have settled. */
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
  /** The user who is logged in on the site. Null: none. */
  user: string | null = 'kim';
  /** How the site's server responds to a token request. */
  site: 'ok' | 'failing' | 'hanging' = 'ok';
  /** How often `storage` was read from the ports. */
  storageReads = 0;
  readonly questions: IdentityQuestion[] = [];
  /** Token requests that have no answer yet, and their highest number. */
  openQuestions = 0;
  mostOpenQuestions = 0;

  /** Advances the clock by `ms`, one timer after the other. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      // A token request takes several turns of the event loop and no time on this clock.
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
    this.openQuestions += 1;
    this.mostOpenQuestions = Math.max(this.mostOpenQuestions, this.openQuestions);
    const { user } = this;
    try {
      if (this.site === 'hanging') return await new Promise<never>(() => undefined);
      await settled();
      if (this.site === 'failing') throw new TypeError('Failed to fetch');
      return user === null ? null : tokenFor(user, question, Math.floor(this.now / 1_000));
    } finally {
      this.openQuestions -= 1;
    }
  };
}

/** A token as the site's server makes it. The signature is a placeholder: only the chat server reads it. */
export function tokenFor(sub: string, { nonce }: IdentityQuestion, iat: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: 'site', aud: 'cw:inbox:demo', sub, iat, exp: iat + 300, jti: `jti-${nonce}`, nonce };
  return `${part({ alg: 'HS256', typ: 'cwid+jwt', kid: 'ik_1234567890123456' })}.${part(claims)}.${'s'.repeat(43)}`;
}

export class Tab {
  /** Names of files that are being sent. */
  readonly uploading = new Set<string>();
  readonly client: InnerChatClient;
  readonly sent: ClientFrame[] = [];
  readonly emitted: { name: string; detail: unknown }[] = [];
  readonly opened: SocketEvents[] = [];
  /** How many of `opened` have had their `hello`. */
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
      this.client.on(name, (detail) => this.emitted.push({ name, detail }));
  }

  get socket(): SocketEvents | undefined {
    return this.opened.at(-1);
  }

  signal(signal: Signal): void {
    for (const listener of [...this.listeners]) listener(signal);
  }

  receive(...frames: ServerFrame[]): void {
    for (const frame of frames) this.socket?.message(JSON.stringify(frame));
  }

  /** Opens the newest socket, and returns the hello that the client sends on it. */
  async hello(): Promise<HelloFrame> {
    // The identity code is loaded on first use, so the socket may come some turns later.
    for (let turns = 0; turns < 500 && this.opened.length === this.greeted; turns++) await settled();
    if (this.opened.length === this.greeted) throw new Error('No socket was opened.');
    this.greeted = this.opened.length;
    this.socket?.opened();
    await settled();
    return this.hellos().at(-1) as HelloFrame;
  }

  /** Advances the clock until the client reconnects by itself, and returns its hello. */
  async reconnected(withinMs = 60_000): Promise<HelloFrame> {
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

  /** Sends the welcome, a log with these messages of an operator, and `live`. */
  async welcome(
    session: string,
    {
      as = null,
      conversation = CNV,
      messages = [],
    }: { as?: string | null; conversation?: string; messages?: readonly string[] } = {},
  ): Promise<void> {
    const { now } = this.browser;
    this.receive(
      {
        t: 'welcome',
        v: 1,
        session,
        visitor: { kind: 'visitor', id: as ?? 'anonymous' },
        conversation,
        ...(as !== null && { identified: { until: now + 12 * HOUR_MS } }),
        now,
        limits: LIMITS,
      },
      {
        t: 'following',
        conversation,
        epoch: 'epoch-0001',
        head: messages.length,
        mode: 'snapshot',
        from: 1,
        read: 0,
        handler: 'agent',
      },
      ...(messages.length > 0
        ? ([
            {
              t: 'events',
              conversation,
              epoch: 'epoch-0001',
              events: messages.map((text, i) => ({
                seq: i + 1,
                at: 0,
                by: { kind: 'human', id: 'desk', name: 'Ingrid' } as const,
                clientId: `desk-message-${i}`,
                body: { kind: 'message', text } as const,
              })),
            },
          ] as const)
        : []),
      { t: 'live', conversation, head: messages.length },
    );
    await settled();
  }

  /** Identifies the visitor, connects, and sends the welcome. */
  async identified(as = 'kim', messages: readonly string[] = []): Promise<void> {
    this.client.identify(this.browser.getToken);
    this.client.connect();
    await this.hello();
    await this.welcome(tokenOf('i'), { as, messages });
  }

  async closes(code: number, reason = 'Because.'): Promise<void> {
    this.socket?.closed(code, reason);
    await settled();
  }

  texts(): readonly string[] {
    return this.client.getState().timeline.flatMap((entry) => ('text' in entry ? [entry.text] : []));
  }

  emittedOf(name: string): readonly unknown[] {
    return this.emitted.filter((each) => each.name === name).map(({ detail }) => detail);
  }

  private ports(): Ports {
    const { browser } = this;
    const { channels } = browser;
    const storage = storageOf(browser, this);
    return {
      clock: clockOf(browser),
      random: { fraction: () => 0.5, bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      openSocket: (_url, _protocol, events) => {
        this.opened.push(events);
        return { send: (text) => void this.sent.push(JSON.parse(text)), close: () => undefined };
      },
      // Counted, because reading `localStorage` may already need the visitor's consent.
      get storage() {
        browser.storageReads += 1;
        return storage;
      },
      tabs: {
        alone: aloneIn(browser),
        present(name) {
          browser.held.set(name, (browser.held.get(name) ?? 0) + 1);
          return () => void browser.held.set(name, (browser.held.get(name) ?? 1) - 1);
        },
        held: async () => new Set([...browser.held].filter(([, holders]) => holders > 0).map(([name]) => name)),
      },
      // Files never arrive: a transfer stays open until it is stopped.
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
