/** All tabs of one browser share the visitor: one session, one alert sound, one unread count. */
import { CLOSE } from '@service/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { Browser, CNV, hellos, OTHER_CNV, SESSION_KEY, settled, Tab, TOKENS } from './tabs-of-a-browser.js';

beforeAll(loadEveryFeature);

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
