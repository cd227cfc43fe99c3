/** Unsent messages of other tabs: sent once, by one tab. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { tabName, unsentPrefix } from '../../../src/core/session/storage-keys.js';
import { Browser, CNV, ROOT, settled, Tab, TOKENS } from './tabs-of-a-browser.js';

beforeAll(loadEveryFeature);

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
