/** Tabs that are hidden, and tabs of a server that drains: when they disconnect. */
import { CLOSE } from '@service/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { Browser, CNV, hellos, PERSON, settled, Tab, TOKENS } from './tabs-of-a-browser.js';

beforeAll(loadEveryFeature);

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
