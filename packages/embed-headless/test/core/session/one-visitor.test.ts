/** All tabs of one browser share the visitor: one session, one alert sound, one unread count. */
import { CLOSE, type ClientFrame, type ServerFrame } from '@service/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import type { ChatClient } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey, sessionKey, tabName, unsentPrefix } from '../../../src/core/session/storage-keys.js';
import type { Ports, Signal, SocketEvents } from '../../../src/platform/ports.js';
import { aloneIn, clockOf, type SharedByTabs, storageOf } from '../../support/browser-ports.js';

const TOKENS = ['a', 'b', 'c'].map((letter) => `cws_${letter.repeat(43)}`);
const ROOT = rootKey('demo', 'http://shop');
const SESSION_KEY = sessionKey(ROOT);
const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const OTHER_CNV = 'cnv_bbbbbbbbbbbbbbbbbbbb';
const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;

/** A browser with storage, locks and a clock that only the test advances. */
class Browser implements SharedByTabs {
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

class Tab {
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

const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};
beforeAll(loadEveryFeature);

const hellos = (tab: Tab) => tab.sent.filter((frame) => frame.t === 'hello');

describe('the alert sound', () => {
  it('comes from one of several visible tabs', async () => {
    const browser = new Browser();
    const tabs = await Promise.all([1, 2, 3].map(() => new Tab(browser).live(TOKENS[0] as string)));
    const sounds: number[] = [];
    for (const tab of tabs) tab.client.on('alert', ({ unread }) => sounds.push(unread));
    for (const tab of tabs) tab.receivePerson(1);
    await settled();
    expect(sounds).toEqual([1]);
    for (const tab of tabs) tab.receivePerson(2);
    await settled();
    expect(sounds).toEqual([1, 2]);
  });

  it('comes from the visible tab, and not at all when the message is read there', async () => {
    const browser = new Browser();
    const seen = await new Tab(browser).live(TOKENS[0] as string);
    const hidden = await new Tab(browser).live(TOKENS[0] as string);
    hidden.visible = false;
    const sounds: string[] = [];
    seen.client.on('alert', () => sounds.push('seen'));
    hidden.client.on('alert', () => sounds.push('hidden'));

    hidden.receivePerson(1);
    seen.receivePerson(1);
    await settled();
    browser.pass(1_000);
    await settled();
    expect(sounds).toEqual(['seen']);

    hidden.receivePerson(2);
    hidden.receive({ t: 'read', conversation: CNV, seq: 2 });
    await settled();
    browser.pass(1_000);
    await settled();
    expect(sounds).toEqual(['seen']);
  });

  it('comes from a hidden tab when there is no other', async () => {
    const browser = new Browser();
    const hidden = await new Tab(browser).live(TOKENS[0] as string);
    hidden.visible = false;
    let sounds = 0;
    hidden.client.on('alert', () => {
      sounds += 1;
    });
    hidden.receivePerson(1);
    await settled();
    browser.pass(1_000);
    await settled();
    expect(sounds).toBe(1);
  });
});

describe('a hidden tab', () => {
  /** Advances the clock, with a ping of the server every 20 seconds. */
  async function passMinutes(tab: Tab, minutes: number): Promise<void> {
    for (let i = 0; i < minutes * 3; i++) {
      tab.browser.pass(20_000);
      tab.receive({ t: 'ping', n: i + 1, heads: {} });
      await settled();
    }
  }

  it('closes its connection after ten minutes, also when it was opened in the background', async () => {
    const tab = new Tab(new Browser());
    tab.visible = false;
    await tab.live(TOKENS[0] as string);
    await passMinutes(tab, 9);
    expect(tab.client.getState().connection).toBe('connected');
    await passMinutes(tab, 2);
    expect(tab.client.getState().connection).toBe('idle');
  });

  it('closes its connection later when it had none after ten minutes, and again after `online` made one', async () => {
    const tab = await new Tab(new Browser()).live(TOKENS[0] as string);
    tab.visible = false;
    tab.signal('hidden');
    await passMinutes(tab, 9);
    tab.socket?.closed(CLOSE.tryLater.code, '{"retryAfter":90000}');
    tab.browser.pass(85_000);
    expect(tab.client.getState().connection).toBe('reconnecting');
    tab.browser.pass(10_000);
    await tab.live(TOKENS[0] as string);
    expect(tab.client.getState().connection).toBe('connected');
    await passMinutes(tab, 11);
    expect(tab.client.getState().connection).toBe('idle');
    tab.signal('online');
    await tab.live(TOKENS[0] as string);
    expect(tab.client.getState().connection).toBe('connected');
    await passMinutes(tab, 11);
    expect(tab.client.getState().connection).toBe('idle');
  });

  it('keeps its connection once it is visible', async () => {
    const tab = new Tab(new Browser());
    tab.visible = false;
    await tab.live(TOKENS[0] as string);
    await passMinutes(tab, 9);
    tab.visible = true;
    tab.signal('visible');
    tab.receive({ t: 'pong', n: 1 });
    await passMinutes(tab, 30);
    expect(tab.client.getState().connection).toBe('connected');
  });
});

describe('the unread count', () => {
  it('is zero in all tabs when one has read the messages', async () => {
    const tab = await new Tab(new Browser()).live(TOKENS[0] as string);
    tab.receivePerson(1);
    expect(tab.client.getState().unread).toBe(1);
    tab.receive({ t: 'read', conversation: CNV, seq: 1 });
    expect(tab.client.getState().unread).toBe(0);
  });

  it('that was cleared without a connection is sent to the server as soon as there is one', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    tab.receivePerson(1);
    tab.socket?.closed(CLOSE.network.code, '');
    tab.client.markRead();
    expect(tab.sent.some((frame) => frame.t === 'read')).toBe(false);
    browser.pass(60_000);
    await tab.live(TOKENS[0] as string, CNV, 1, 0);
    expect(tab.sent.at(-1)).toEqual({ t: 'read', conversation: CNV, seq: 1 });
    expect(tab.client.getState().unread).toBe(0);
  });
});

describe('another session in one tab', () => {
  it('is adopted by the other tabs, which show and continue nothing of the old one', async () => {
    const browser = new Browser();
    const first = await new Tab(browser).live(TOKENS[0] as string);
    const second = await new Tab(browser).live(TOKENS[0] as string);
    second.receivePerson(1);

    first.socket?.closed(CLOSE.sessionExpired.code, '');
    expect(browser.storage.get(SESSION_KEY)).toBeUndefined();
    browser.pass(60_000);
    await first.live(TOKENS[1] as string, OTHER_CNV);
    await settled();
    expect(second.client.getState().timeline).toEqual([]);

    await second.live(TOKENS[1] as string, OTHER_CNV);
    expect(hellos(second).at(-1)).toMatchObject({ session: TOKENS[1], cursor: null });
    expect(second.client.getState().conversation).toBe(OTHER_CNV);
  });

  it('is not removed by a tab that learns later that the old one has ended', async () => {
    const browser = new Browser();
    const late = await new Tab(browser).live(TOKENS[0] as string);
    browser.storage.set(SESSION_KEY, TOKENS[1] as string);
    late.socket?.closed(CLOSE.sessionExpired.code, '');
    expect(browser.storage.get(SESSION_KEY)).toBe(TOKENS[1]);
    browser.pass(60_000);
    await late.live(TOKENS[1] as string, OTHER_CNV);
    expect(hellos(late).at(-1)).toMatchObject({ session: TOKENS[1], cursor: null });
  });
});

describe('two sites of one owner that share a storage', () => {
  it('have a session each, and never remove the other’s', async () => {
    const browser = new Browser();
    const shop = await new Tab(browser).live(TOKENS[0] as string);
    const blog = await new Tab(browser, 'http://blog.shop').live(TOKENS[1] as string, OTHER_CNV);
    expect(hellos(blog)[0]).toMatchObject({ session: null, origin: 'http://blog.shop' });
    expect(shop.client.getState().conversation).toBe(CNV);
    blog.socket?.closed(CLOSE.sessionExpired.code, '');
    expect(browser.storage.get(SESSION_KEY)).toBe(TOKENS[0]);
  });
});

describe('a tab that has been hidden for ten minutes', () => {
  const TEN_MINUTES = 10 * 60_000;

  it('disconnects, and reconnects as soon as it is visible', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    tab.visible = false;
    tab.signal('hidden');
    for (let ms = 0; ms <= TEN_MINUTES; ms += 20_000) {
      browser.pass(20_000);
      tab.receive({ t: 'ping', n: 1, heads: {} });
    }
    expect(tab.client.getState().connection).toBe('idle');
    tab.visible = true;
    tab.signal('visible');
    await settled();
    expect(tab.client.getState().connection).toBe('reconnecting');
  });

  it('stays connected while a person handles the conversation', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    const events = [
      { seq: 1, at: 0, by: PERSON, clientId: 'desk-take-1', body: { kind: 'handoff.accepted' } },
    ] as const;
    tab.receive({ t: 'events', conversation: CNV, epoch: 'epoch-0001', events });
    tab.visible = false;
    tab.signal('hidden');
    for (let ms = 0; ms <= 3 * TEN_MINUTES; ms += 20_000) {
      browser.pass(20_000);
      tab.receive({ t: 'ping', n: 1, heads: {} });
    }
    expect(tab.client.getState().connection).toBe('connected');
  });
});

describe('a server that drains', () => {
  it('is left within its window, and used until then', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    tab.receive({ t: 'drain', windowMs: 10_000 });
    tab.client.sendMessage('still here?');
    expect(tab.sent.some((frame) => frame.t === 'append')).toBe(true);
    expect(tab.client.getState().connection).toBe('connected');
    browser.pass(5_001);
    await settled();
    tab.socket?.opened();
    expect(hellos(tab)).toHaveLength(2);
  });
});

describe('an unsent message of another tab', () => {
  it('stays with its tab while that is open, and is sent by another one after that is closed', async () => {
    const browser = new Browser();
    const other = new Tab(browser);
    const written = other.client.sendMessage('hello');
    other.client.destroy();
    const [stored] = [...browser.storage].flatMap(([key, value]) =>
      key.startsWith(unsentPrefix(ROOT)) ? [value] : [],
    );
    const { tab } = JSON.parse(stored as string) as { tab: string };
    browser.openTabs.add(tabName(ROOT, tab));

    const remaining = await new Tab(browser).live(TOKENS[0] as string);
    const sentIds = () => remaining.sent.flatMap((frame) => (frame.t === 'append' ? [frame.clientId] : []));
    browser.pass(5_000);
    await settled();
    expect(sentIds()).toEqual([]);

    browser.openTabs.clear();
    browser.pass(5_000);
    await settled();
    expect(sentIds()).toEqual([written]);
  });

  it('is not overtaken by a later one of its page, which waits until it was sent', async () => {
    const browser = new Browser();
    const store = (text: string, ageMs: number, tab: string, from?: string): string => {
      const key = unsentPrefix(ROOT) + `client-id-of-${text}`;
      const item = {
        clientId: `client-id-of-${text}`,
        conversation: CNV,
        body: { kind: 'message', text },
        createdAt: browser.now - ageMs,
        sent: 0,
        failed: null,
        from,
      };
      browser.storage.set(key, JSON.stringify({ v: 1, tab, item }));
      return key;
    };
    // The page went into the back/forward cache, and another tab took over the first message. The page came back, wrote the second
    // one, and was closed.
    const first = store('first', 2_000, 'other', 'gone');
    store('second', 1_000, 'gone');
    browser.openTabs.add(tabName(ROOT, 'other'));

    const remaining = await new Tab(browser).live(TOKENS[0] as string);
    const sentIds = () => remaining.sent.flatMap((frame) => (frame.t === 'append' ? [frame.clientId] : []));
    browser.pass(5_000);
    await settled();
    expect(sentIds()).toEqual([]);

    browser.storage.delete(first);
    browser.pass(5_000);
    await settled();
    expect(sentIds()).toEqual(['client-id-of-second']);
  });

  it('is not shown as failed after the back/forward cache when another tab has retried it', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    const written = tab.client.sendMessage('again and again') as string;
    tab.receive({ t: 'error', re: written, code: 'invalid', message: 'Not like this.', retry: false });
    const failed = (): readonly string[] =>
      tab.client
        .getState()
        .timeline.flatMap((entry) =>
          'delivery' in entry && entry.delivery?.state === 'failed' ? [entry.clientId] : [],
        );
    const restore = async (): Promise<void> => {
      tab.signal('pageshow');
      await settled();
    };
    tab.signal('pagehide');
    await restore();
    expect(failed()).toEqual([written]);

    tab.signal('pagehide');
    const other = await new Tab(browser).live(TOKENS[0] as string);
    other.client.retry(written);
    await restore();
    expect(failed()).toEqual([]);
  });
});
