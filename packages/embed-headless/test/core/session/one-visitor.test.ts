/** All tabs of one browser are one visitor: one session, one sound, one count of what is unread. */
import { CLOSE, type ClientFrame, type ServerFrame } from '@service/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import type { ChatClient } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey, sessionKey, tabName, unsentPrefix } from '../../../src/core/session/storage-keys.js';
import type { Ports, Signal, SocketEvents } from '../../../src/platform/ports.js';
import { aloneIn, clockOf, keeperOf, type SharedByTabs } from '../../support/browser-ports.js';

const TOKENS = ['a', 'b', 'c'].map((letter) => `cws_${letter.repeat(43)}`);
const ROOT = rootKey('demo', 'http://shop');
const SESSION_KEY = sessionKey(ROOT);
const CNV = 'cnv_aaaaaaaaaaaaaaaaaaaa';
const OTHER_CNV = 'cnv_bbbbbbbbbbbbbbbbbbbb';
const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;

/** A browser with storage, locks and a clock that stands still until it is turned. */
class Browser implements SharedByTabs {
  readonly storage = new Map<string, string>();
  readonly watching: SharedByTabs['watching'] = [];
  readonly locks = new Map<string, Promise<unknown>>();
  /** Names of tabs that the browser still has. */
  readonly living = new Set<string>();
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
  private signal: (signal: Signal) => void = () => undefined;

  constructor(
    readonly browser: Browser,
    hostOrigin = 'http://shop',
  ) {
    this.client = createInnerChatClient({ inboxId: 'demo', baseUrl: 'http://chat', hostOrigin }, this.ports());
  }

  say(signal: Signal): void {
    this.signal(signal);
  }

  hear(...frames: ServerFrame[]): void {
    for (const frame of frames) this.socket?.message(JSON.stringify(frame));
  }

  /** Connected, welcomed, live: as far as the log `head` goes. */
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
    this.hear(
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

  hearPerson(seq: number, conversation = CNV): void {
    const body = { kind: 'message', text: `news ${seq}` } as const;
    const event = { seq, at: 0, by: PERSON, clientId: `desk-news-${seq}`, body };
    this.hear({ t: 'events', conversation, epoch: 'epoch-0001', events: [event] });
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
      storage: keeperOf(browser, this),
      tabs: {
        alone: aloneIn(browser),
        present: () => () => undefined,
        held: async () => browser.living,
      },
      // Nobody sends files here.
      files: { send: () => () => undefined, ask: async () => null },
      page: {
        online: () => true,
        visible: () => this.visible,
        watch: (listener) => {
          this.signal = listener;
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

const greetings = (tab: Tab) => tab.sent.filter((frame) => frame.t === 'hello');

describe('one sound for all tabs', () => {
  it('is made by one of several visible tabs', async () => {
    const browser = new Browser();
    const tabs = await Promise.all([1, 2, 3].map(() => new Tab(browser).live(TOKENS[0] as string)));
    const sounds: number[] = [];
    for (const tab of tabs) tab.client.on('alert', ({ unread }) => sounds.push(unread));
    for (const tab of tabs) tab.hearPerson(1);
    await settled();
    expect(sounds).toEqual([1]);
    for (const tab of tabs) tab.hearPerson(2);
    await settled();
    expect(sounds).toEqual([1, 2]);
  });

  it('is left to the tab that the visitor is looking at, and to silence when they read it there', async () => {
    const browser = new Browser();
    const seen = await new Tab(browser).live(TOKENS[0] as string);
    const hidden = await new Tab(browser).live(TOKENS[0] as string);
    hidden.visible = false;
    const sounds: string[] = [];
    seen.client.on('alert', () => sounds.push('seen'));
    hidden.client.on('alert', () => sounds.push('hidden'));

    hidden.hearPerson(1);
    seen.hearPerson(1);
    await settled();
    browser.pass(1_000);
    await settled();
    expect(sounds).toEqual(['seen']);

    hidden.hearPerson(2);
    hidden.hear({ t: 'read', conversation: CNV, seq: 2 });
    await settled();
    browser.pass(1_000);
    await settled();
    expect(sounds).toEqual(['seen']);
  });

  it('is made by a hidden tab when there is no other', async () => {
    const browser = new Browser();
    const hidden = await new Tab(browser).live(TOKENS[0] as string);
    hidden.visible = false;
    let sounds = 0;
    hidden.client.on('alert', () => {
      sounds += 1;
    });
    hidden.hearPerson(1);
    await settled();
    browser.pass(1_000);
    await settled();
    expect(sounds).toBe(1);
  });
});

describe('a tab that nobody looks at', () => {
  /** A server that pings. */
  async function passing(tab: Tab, minutes: number): Promise<void> {
    for (let i = 0; i < minutes * 3; i++) {
      tab.browser.pass(20_000);
      tab.hear({ t: 'ping', n: i + 1, heads: {} });
      await settled();
    }
  }

  it('lets its line go after ten minutes, also when it was opened behind another one', async () => {
    const tab = new Tab(new Browser());
    tab.visible = false;
    await tab.live(TOKENS[0] as string);
    await passing(tab, 9);
    expect(tab.client.getState().connection).toBe('connected');
    await passing(tab, 2);
    expect(tab.client.getState().connection).toBe('idle');
  });

  it('lets its line go later when it had none after ten minutes, and again when a network that is back made one', async () => {
    const tab = await new Tab(new Browser()).live(TOKENS[0] as string);
    tab.visible = false;
    tab.say('hidden');
    await passing(tab, 9);
    tab.socket?.closed(CLOSE.tryLater.code, '{"retryAfter":90000}');
    tab.browser.pass(85_000);
    expect(tab.client.getState().connection).toBe('reconnecting');
    tab.browser.pass(10_000);
    await tab.live(TOKENS[0] as string);
    expect(tab.client.getState().connection).toBe('connected');
    await passing(tab, 11);
    expect(tab.client.getState().connection).toBe('idle');
    tab.say('online');
    await tab.live(TOKENS[0] as string);
    expect(tab.client.getState().connection).toBe('connected');
    await passing(tab, 11);
    expect(tab.client.getState().connection).toBe('idle');
  });

  it('keeps its line as soon as it is looked at', async () => {
    const tab = new Tab(new Browser());
    tab.visible = false;
    await tab.live(TOKENS[0] as string);
    await passing(tab, 9);
    tab.visible = true;
    tab.say('visible');
    tab.hear({ t: 'pong', n: 1 });
    await passing(tab, 30);
    expect(tab.client.getState().connection).toBe('connected');
  });
});

describe('what is unread', () => {
  it('is read in all tabs when one has read it', async () => {
    const tab = await new Tab(new Browser()).live(TOKENS[0] as string);
    tab.hearPerson(1);
    expect(tab.client.getState().unread).toBe(1);
    tab.hear({ t: 'read', conversation: CNV, seq: 1 });
    expect(tab.client.getState().unread).toBe(0);
  });

  it('that was read without a connection is told to the server as soon as there is one', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    tab.hearPerson(1);
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
  it('takes the other tabs along: nothing of the old one is shown or continued', async () => {
    const browser = new Browser();
    const first = await new Tab(browser).live(TOKENS[0] as string);
    const second = await new Tab(browser).live(TOKENS[0] as string);
    second.hearPerson(1);

    first.socket?.closed(CLOSE.sessionExpired.code, '');
    expect(browser.storage.get(SESSION_KEY)).toBeUndefined();
    browser.pass(60_000);
    await first.live(TOKENS[1] as string, OTHER_CNV);
    await settled();
    expect(second.client.getState().timeline).toEqual([]);

    await second.live(TOKENS[1] as string, OTHER_CNV);
    expect(greetings(second).at(-1)).toMatchObject({ session: TOKENS[1], cursor: null });
    expect(second.client.getState().conversation).toBe(OTHER_CNV);
  });

  it('is not thrown away by a tab that learns only now that the old one has ended', async () => {
    const browser = new Browser();
    const late = await new Tab(browser).live(TOKENS[0] as string);
    browser.storage.set(SESSION_KEY, TOKENS[1] as string);
    late.socket?.closed(CLOSE.sessionExpired.code, '');
    expect(browser.storage.get(SESSION_KEY)).toBe(TOKENS[1]);
    browser.pass(60_000);
    await late.live(TOKENS[1] as string, OTHER_CNV);
    expect(greetings(late).at(-1)).toMatchObject({ session: TOKENS[1], cursor: null });
  });
});

describe('two sites of one owner that share a storage', () => {
  it('have a session each, and never throw away the other’s', async () => {
    const browser = new Browser();
    const shop = await new Tab(browser).live(TOKENS[0] as string);
    const blog = await new Tab(browser, 'http://blog.shop').live(TOKENS[1] as string, OTHER_CNV);
    expect(greetings(blog)[0]).toMatchObject({ session: null, origin: 'http://blog.shop' });
    expect(shop.client.getState().conversation).toBe(CNV);
    blog.socket?.closed(CLOSE.sessionExpired.code, '');
    expect(browser.storage.get(SESSION_KEY)).toBe(TOKENS[0]);
  });
});

describe('a tab that nobody has looked at for ten minutes', () => {
  const TEN_MINUTES = 10 * 60_000;

  it('rests, and comes back as soon as it is looked at', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    tab.visible = false;
    tab.say('hidden');
    for (let ms = 0; ms <= TEN_MINUTES; ms += 20_000) {
      browser.pass(20_000);
      tab.hear({ t: 'ping', n: 1, heads: {} });
    }
    expect(tab.client.getState().connection).toBe('idle');
    tab.visible = true;
    tab.say('visible');
    await settled();
    expect(tab.client.getState().connection).toBe('reconnecting');
  });

  it('stays while a person may write at any moment', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    const events = [
      { seq: 1, at: 0, by: PERSON, clientId: 'desk-take-1', body: { kind: 'handoff.accepted' } },
    ] as const;
    tab.hear({ t: 'events', conversation: CNV, epoch: 'epoch-0001', events });
    tab.visible = false;
    tab.say('hidden');
    for (let ms = 0; ms <= 3 * TEN_MINUTES; ms += 20_000) {
      browser.pass(20_000);
      tab.hear({ t: 'ping', n: 1, heads: {} });
    }
    expect(tab.client.getState().connection).toBe('connected');
  });
});

describe('a server that drains', () => {
  it('is left within its window, while it still serves', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    tab.hear({ t: 'drain', windowMs: 10_000 });
    tab.client.sendMessage('still here?');
    expect(tab.sent.some((frame) => frame.t === 'append')).toBe(true);
    expect(tab.client.getState().connection).toBe('connected');
    browser.pass(5_001);
    await settled();
    tab.socket?.opened();
    expect(greetings(tab)).toHaveLength(2);
  });
});

describe('what another tab has not sent yet', () => {
  it('is its own while it lives, and is said by a tab that stays when it is closed', async () => {
    const browser = new Browser();
    const other = new Tab(browser);
    const written = other.client.sendMessage('hello');
    other.client.destroy();
    const [kept] = [...browser.storage].flatMap(([key, value]) => (key.startsWith(unsentPrefix(ROOT)) ? [value] : []));
    const { tab } = JSON.parse(kept as string) as { tab: string };
    browser.living.add(tabName(ROOT, tab));

    const stays = await new Tab(browser).live(TOKENS[0] as string);
    const said = () => stays.sent.flatMap((frame) => (frame.t === 'append' ? [frame.clientId] : []));
    browser.pass(5_000);
    await settled();
    expect(said()).toEqual([]);

    browser.living.clear();
    browser.pass(5_000);
    await settled();
    expect(said()).toEqual([written]);
  });

  it('is not overtaken by what its page wrote later: that stays until it has gone', async () => {
    const browser = new Browser();
    const keep = (text: string, ageMs: number, tab: string, from?: string): string => {
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
    // Its page was put away, and another tab took the first over; it came back, wrote the second, and was closed.
    const first = keep('first', 2_000, 'other', 'gone');
    keep('second', 1_000, 'gone');
    browser.living.add(tabName(ROOT, 'other'));

    const stays = await new Tab(browser).live(TOKENS[0] as string);
    const said = () => stays.sent.flatMap((frame) => (frame.t === 'append' ? [frame.clientId] : []));
    browser.pass(5_000);
    await settled();
    expect(said()).toEqual([]);

    browser.storage.delete(first);
    browser.pass(5_000);
    await settled();
    expect(said()).toEqual(['client-id-of-second']);
  });

  it('is no failure any more of a page that comes back from the cache of the browser, once another tab has tried it again', async () => {
    const browser = new Browser();
    const tab = await new Tab(browser).live(TOKENS[0] as string);
    const written = tab.client.sendMessage('again and again') as string;
    tab.hear({ t: 'error', re: written, code: 'invalid', message: 'Not like this.', retry: false });
    const failed = (): readonly string[] =>
      tab.client
        .getState()
        .timeline.flatMap((entry) =>
          'delivery' in entry && entry.delivery?.state === 'failed' ? [entry.clientId] : [],
        );
    const comesBack = async (): Promise<void> => {
      tab.say('pageshow');
      await settled();
    };
    tab.say('pagehide');
    await comesBack();
    expect(failed()).toEqual([written]);

    tab.say('pagehide');
    const other = await new Tab(browser).live(TOKENS[0] as string);
    other.client.retry(written);
    await comesBack();
    expect(failed()).toEqual([]);
  });
});
