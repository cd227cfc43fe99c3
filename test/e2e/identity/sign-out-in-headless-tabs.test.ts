/** Signing out and withdrawing the consent leave nothing of the visitor in the other of two headless pages, which is offline. */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OfflineSwitch, offlineSwitch } from '../../support/browser/offline-tab.js';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { HEADLESS_PAGE, serveSdk, startHeadlessClient } from '../../support/chat/headless-page.js';
import { identifyVisitor } from '../../support/chat/identify-visitor.js';
import { heapSnapshotOf, storageOf, stringsWith } from '../../support/page-checks/personal-data-search.js';
import { LONG } from '../../support/runs/results.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';
import { CANARY, NAME, SUBJECT, startChat } from './canary.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

/** Browsers with and without the APIs by which tabs notify each other. */
const BROWSERS = [
  { name: 'any browser', lacks: () => undefined },
  {
    name: 'a browser without channels and locks',
    lacks: () => {
      Reflect.deleteProperty(window, 'BroadcastChannel');
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
    },
  },
];

describe.each(BROWSERS)('in two tabs of $name', ({ lacks }) => {
  const client = <T>(page: Page, ask: (client: ChatClient) => T): Promise<T> =>
    page.evaluate(
      ([ask]) =>
        (new Function('client', `return (${ask})(client)`) as (client: unknown) => T)(Reflect.get(window, 'client')),
      [String(ask)],
    );
  /** Passes the text as an argument: a text in the source of a script would stay in the page's heap. */
  const write = (page: Page, text: string): Promise<void> =>
    page.evaluate((text) => void (Reflect.get(window, 'client') as ChatClient).sendMessage(text), text);
  const shown = (page: Page) => page.locator('#screen').textContent();

  /** Two headless pages, both connected; then the second is taken offline. */
  async function twoPages(
    options: object,
  ): Promise<{ visitor: Visitor; one: Page; other: Page; connection: OfflineSwitch; wire: Wire }> {
    const visitor = await browser.newVisitor();
    await visitor.context.addInitScript(lacks);
    const [one, other] = [await visitor.context.newPage(), await visitor.context.newPage()];
    const wire = tapWire(other);
    let connection: OfflineSwitch | null = null;
    for (const page of [one, other]) {
      await serveSdk(page);
      await page.goto(site.barePage);
      await page.setContent(HEADLESS_PAGE);
      if (page === other) connection = offlineSwitch(page, site.proxy);
      await startHeadlessClient(page, { inboxId: 'demo', baseUrl: site.proxy.origin, ...options });
      await client(page, (client) => client.connect());
      if (page === one) await write(page, `my card ends in ${CANARY}`);
      await expect.poll(() => shown(page)).toContain(CANARY);
    }
    expect(await one.evaluate(() => 'BroadcastChannel' in window)).toBe(lacks === BROWSERS[0]?.lacks);
    await (connection as OfflineSwitch).goOffline();
    await write(other, `not sent before ${CANARY}`);
    return { visitor, one, other, connection: connection as OfflineSwitch, wire };
  }
  const heapIn = async (visitor: Visitor, page: Page): Promise<readonly string[]> =>
    stringsWith(await heapSnapshotOf(visitor, page), CANARY);

  it('P6: a consent withdrawn in one leaves nothing in the other, which is offline and does not reconnect', async () => {
    const consent = { version: '1', textHash: 'a'.repeat(64), locale: 'en' };
    const { visitor, one, other, connection, wire } = await twoPages({ requireConsent: true, consent });
    await client(one, (client) => client.withdrawConsent());
    for (const page of [one, other]) await expect.poll(() => shown(page)).toBe('');
    // Count from here: before the other tab was notified, it may have tried to reconnect.
    const [sent, sockets] = [wire.sent.length, wire.sockets.length];
    await expect.poll(() => storageOf(visitor)).not.toContain(CANARY);
    await connection.goOnline();
    await other.bringToFront();
    await other.evaluate(() => window.dispatchEvent(new Event('online')));
    expect(await client(other, (client) => client.getState().consentNeeded)).toBe(true);
    await expect.poll(() => heapIn(visitor, other)).toEqual([]);
    // The first tab reconnects because it gets a new consent; in that time the other tab could have reconnected too.
    await one.evaluate((consent) => {
      const client = Reflect.get(window, 'client') as ChatClient;
      client.consent(consent);
      client.sendMessage('hello from the next one');
    }, consent);
    await expect.poll(() => shown(one)).toContain('hello from the next one');
    expect(wire.sockets.length - sockets).toBe(0);
    expect(wire.sent.slice(sent).filter(({ t }) => t !== 'ping')).toEqual([]);
    expect(await shown(other)).toBe('');
  });

  it('S6: a sign-out of an anonymous visitor in one leaves nothing in the other, which is offline', async () => {
    const { visitor, one, other, connection, wire } = await twoPages({});
    const sent = wire.sent.length;
    await client(one, (client) => client.logout());
    for (const page of [one, other]) await expect.poll(() => shown(page)).toBe('');
    await connection.goOnline();
    await other.bringToFront();
    await write(other, 'hello from the next one');
    await expect.poll(() => JSON.stringify(wire.sent.slice(sent))).toContain('hello from the next one');
    await expect.poll(() => heapIn(visitor, other)).toEqual([]);
    expect(JSON.stringify(wire.sent.slice(sent))).not.toContain(CANARY);
    expect(await storageOf(visitor)).not.toContain(CANARY);
  });

  it.runIf(LONG || lacks === BROWSERS[0]?.lacks)(
    'S6: another user who signs in in one finds nothing of the previous user in the other',
    async () => {
      const visitor = await browser.newVisitor();
      await visitor.context.addInitScript(lacks);
      const [one, other] = [await visitor.context.newPage(), await visitor.context.newPage()];
      for (const page of [one, other]) {
        await startChat(site, page, { inboxId: 'demo' });
        await chatOn(page).openButton.click();
        await identifyVisitor(page, SUBJECT, NAME);
        await chatOn(page).composer.waitFor();
        if (page === one) await chatOn(page).send(`the number of my order is ${CANARY}`);
        await expect.poll(async () => (await frameOf(page).content()).includes(CANARY)).toBe(true);
      }
      // Another user has signed in on the site; a third page is the first to identify them.
      const next = await visitor.context.newPage();
      await startChat(site, next, { inboxId: 'demo' });
      await chatOn(next).openButton.click();
      await identifyVisitor(next, 'next-customer', 'Lee');
      await chatOn(next).send('hello from the next one');
      await chatOn(next).arrived('hello from the next one');
      await expect.poll(async () => (await frameOf(other).content()).includes(CANARY)).toBe(false);
      expect(await storageOf(visitor)).not.toMatch(new RegExp(`${CANARY}|${SUBJECT}|next-customer`));
    },
  );
});
