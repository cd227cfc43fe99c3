/** A simulated browser with tabs that share storage, locks and a clock. The test plays the server. */
import type { ClientFrame, ServerFrame } from '@service/protocol';
import { createInnerChatClient } from '../../../src/core/client.js';
import type { ChatClient } from '../../../src/core/index.js';
import { rootKey, sessionKey } from '../../../src/core/session/storage-keys.js';
import type { Ports, Signal, SocketEvents } from '../../../src/platform/ports.js';
import { aloneIn, clockOf, type SharedByTabs, storageOf } from '../../support/browser-ports.js';

export const TOKENS = ['a', 'b', 'c'].map((letter) => `cws_${letter.repeat(43)}`);
export const ROOT = rootKey('demo', 'http://shop');
export const SESSION_KEY = sessionKey(ROOT);
export const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
export const OTHER_CNV = 'cnv_bbbbbbbbbbbbbbbbbbbb';
export const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;

/** A browser with storage, locks and a clock that only the test advances. */
export class Browser implements SharedByTabs {
  readonly storage = new Map<string, string>();
  readonly watching: SharedByTabs['watching'] = [];
  readonly locks = new Map<string, Promise<unknown>>();
  /** Locks of open tabs. */
  readonly openTabs = new Set<string>();
  now = 1_700_000_000_000;
  timers: { at: number; run: () => void }[] = [];

  pass(ms: number): void {
    this.now += ms;
    const due = this.timers.filter((timer) => timer.at <= this.now);
    this.timers = this.timers.filter((timer) => timer.at > this.now);
    for (const { run } of due) run();
  }
}

export class Tab {
  readonly client: ChatClient;
  readonly sent: ClientFrame[] = [];
  visible = true;
  socket: SocketEvents | null = null;
  private listener: (signal: Signal) => void = () => undefined;

  constructor(
    readonly browser: Browser,
    hostOrigin = 'http://shop',
  ) {
    this.client = createInnerChatClient({ inboxId: 'demo', baseUrl: 'http://chat', hostOrigin }, this.ports());
  }

  signal(signal: Signal): void {
    this.listener(signal);
  }

  receive(...frames: ServerFrame[]): void {
    for (const frame of frames) this.socket?.message(JSON.stringify(frame));
  }

  /** Connects, and sends the welcome and `live` of a log with this head. */
  async live(token: string, conversation = CNV, head = 0, read = 0): Promise<this> {
    this.client.connect();
    await settled();
    this.socket?.opened();
    const limits = {
      frameBytes: 65_536,
      textLength: 8_000,
      outboxItems: 100,
      pingEveryMs: 25_000,
      pingTimeoutMs: 10_000,
    };
    const visitor = { kind: 'visitor', id: 'ctc_aaaaaaaaaaaaaaaaaaaa' } as const;
    this.receive(
      { t: 'welcome', v: 1, session: token, visitor, conversation, now: 0, limits },
      {
        t: 'following',
        conversation,
        epoch: 'epoch-0001',
        head,
        mode: 'snapshot',
        from: head + 1,
        read,
        handler: 'agent',
      },
      { t: 'live', conversation, head },
    );
    await settled();
    return this;
  }

  receivePerson(seq: number, conversation = CNV): void {
    const body = { kind: 'message', text: `news ${seq}` } as const;
    const event = { seq, at: 0, by: PERSON, clientId: `desk-news-${seq}`, body };
    this.receive({ t: 'events', conversation, epoch: 'epoch-0001', events: [event] });
  }

  private ports(): Ports {
    const { browser } = this;
    return {
      clock: clockOf(browser),
      random: { fraction: () => 0.5, bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      openSocket: (_url, _protocol, events) => {
        this.socket = events;
        return { send: (text) => void this.sent.push(JSON.parse(text)), close: () => undefined };
      },
      storage: storageOf(browser, this),
      tabs: {
        alone: aloneIn(browser),
        present: () => () => undefined,
        held: async () => browser.openTabs,
      },
      // No test here sends files.
      files: { send: () => () => undefined, ask: async () => null },
      page: {
        online: () => true,
        visible: () => this.visible,
        watch: (listener) => {
          this.listener = listener;
          return () => undefined;
        },
      },
    };
  }
}

export const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

export const hellos = (tab: Tab) => tab.sent.filter((frame) => frame.t === 'hello');
