/**
 * On a shared computer a signed-in visitor writes, drafts, attaches files and signs out. In every mode of the chat, memory,
 * storage, documents, sockets and requests then contain nothing of them, in any tab, including tabs that are offline.
 */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type OfflineSwitch, offlineSwitch } from '../../support/browser/offline-tab.js';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { HEADLESS_PAGE, serveSdk, startHeadlessClient } from '../../support/chat/headless-page.js';
import { identifyVisitor } from '../../support/chat/identify-visitor.js';
import {
  broadcastsOf,
  heapSnapshotOf,
  objectUrlsOf,
  recordUrlsAndBroadcasts,
  storageOf,
  stringsWith,
} from '../../support/page-checks/personal-data-search.js';
import { LONG } from '../../support/runs/results.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const CANARY = 'canary-7f3a9e51';
const SUBJECT = 'customer-of-canaries';
const NAME = 'Kim of the Canaries';

const browser = useBrowser();
let site: Site;
let picture: Buffer;
beforeAll(async () => {
  site = await sharedSite();
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
});

/** A mode of the chat on a page, and how it is used there. */
interface Mode {
  readonly name: string;
  /** Opens the page with an anonymous visitor. */
  enter(page: Page): Promise<void>;
  identify(page: Page): Promise<void>;
  /** Sends a message with a picture; resolves when both are shown and the server has them. */
  send(page: Page, text: string, file: string): Promise<void>;
  /** Writes a message and selects a file without sending them. */
  draft(page: Page, text: string, file: string): Promise<void>;
  logout(page: Page): Promise<void>;
  /** The next visitor sends a message. */
  sendAsNext(page: Page, text: string): Promise<void>;
  /** The documents whose heaps could hold data. */
  documents(page: Page): readonly (Page | Frame)[];
}

type Global = Record<string, (...args: unknown[]) => unknown>;
const start = async (page: Page, config: object): Promise<void> => {
  await page.goto(site.barePage);
  await page.evaluate(
    (config) => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.init?.(config),
    config,
  );
  await page.waitForFunction(() => window.ServiceWidget.isReady());
};
/** Pastes a file. A file that is set into a file input would stay in the memory of the browser driver. */
const pasteFile = (page: Page, name: string): Promise<void> =>
  chatOn(page).composer.evaluate(
    (field, { name, base64 }) => {
      const clipboardData = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([content], name, { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, base64: picture.toString('base64') },
  );

/** A mode of the widget; `ready` resolves when a message can be written. */
const inFrame = (name: string, config: object, ready: (page: Page) => Promise<void>): Mode => ({
  name,
  async enter(page) {
    await start(page, { inboxId: 'demo', ...config });
    await ready(page);
  },
  identify: (page) => identifyVisitor(page, SUBJECT, NAME),
  async send(page, text, file) {
    const chat = chatOn(page);
    if (name === 'prompt-input') {
      await chat.composer.fill('hello');
      await chat.composer.press('Enter');
      await chat.transcript.waitFor();
    }
    await chat.readyForFiles();
    await pasteFile(page, file);
    await page
      .frameLocator('iframe[src*="/widget/"]')
      .getByRole('list', { name: 'Files to send' })
      .getByText(file)
      .waitFor();
    await chat.send(text);
    await chat.arrived(text);
    const shown = chat.transcript.locator('img').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  },
  async draft(page, text, file) {
    await chatOn(page).readyForFiles();
    await pasteFile(page, file);
    await chatOn(page).composer.fill(text);
  },
  logout: (page) => page.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.()),
  async sendAsNext(page, text) {
    const chat = chatOn(page);
    await chat.composer.fill(text);
    await chat.composer.press('Enter');
    await chat.transcript.getByText(text, { exact: true }).first().waitFor();
  },
  documents: (page) => [page, frameOf(page)],
});

const MODES: readonly Mode[] = [
  inFrame('the widget', {}, (page) => chatOn(page).open()),
  inFrame('prompt-input', { mode: 'prompt-input' }, (page) => chatOn(page).composer.waitFor()),
  {
    name: 'a headless page',
    async enter(page) {
      await serveSdk(page);
      await page.goto(site.barePage);
      // The content is set into a page from a local server: a page without an address may not connect to this machine.
      await page.setContent(HEADLESS_PAGE);
      await startHeadlessClient(page, { inboxId: 'demo', baseUrl: site.proxy.origin });
    },
    async identify(page) {
      await page.evaluate(() => {
        const client = Reflect.get(window, 'client') as ChatClient;
        Object.assign(window, { ServiceWidget: { identify: client.identify } });
      });
      await identifyVisitor(page, SUBJECT, NAME);
    },
    async send(page, text, file) {
      await page.evaluate(
        async ({ text, file, bytes }) => {
          const client = Reflect.get(window, 'client') as ChatClient;
          const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          client.sendMessage(text, [client.upload(new File([content], file, { type: 'image/png' }))]);
          while (!client.getState().timeline.some((each) => each.type === 'own' && each.seq !== null))
            await new Promise((again) => client.subscribe(() => again(null)));
        },
        { text, file, bytes: picture.toString('base64') },
      );
      await expect.poll(() => page.locator('#screen').textContent()).toContain(text);
    },
    draft: (page, _text, file) =>
      page.evaluate(
        ({ file, bytes }) => {
          const client = Reflect.get(window, 'client') as ChatClient;
          const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          client.upload(new File([content], file, { type: 'image/png' }));
        },
        { file, bytes: picture.toString('base64') },
      ),
    logout: (page) => page.evaluate(() => (Reflect.get(window, 'client') as ChatClient).logout()),
    async sendAsNext(page, text) {
      await page.evaluate((text) => void (Reflect.get(window, 'client') as ChatClient).sendMessage(text), text);
      await expect.poll(() => page.locator('#screen').textContent()).toContain(text);
    },
    documents: (page) => [page],
  },
];

/** The browser may free a string only after the next paint or when idle, so poll. A string that our code still references never disappears. */
async function expectNotInHeap(visitor: Visitor, document: Page | Frame, secrets: readonly string[]): Promise<void> {
  const found = async (): Promise<readonly string[]> => {
    const heap = await heapSnapshotOf(visitor, document);
    expect(heap.length).toBeGreaterThan(100_000);
    return secrets.flatMap((secret) => stringsWith(heap, secret));
  };
  await expect.poll(found, { interval: 500, message: `memory of ${document.url()}` }).toEqual([]);
}

describe.each(MODES.filter(({ name }) => LONG || name !== 'prompt-input'))(
  'after a visitor of $name has signed out on a shared computer',
  (mode) => {
    it('memory, storage, documents, sockets and requests contain nothing of them', async () => {
      const visitor = await browser.newVisitor();
      await recordUrlsAndBroadcasts(visitor);
      const page = await visitor.context.newPage();
      const wire = tapWire(page);
      const requests: string[] = [];
      visitor.context.on('request', (request) =>
        requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
      );
      await mode.enter(page);
      await mode.identify(page);
      await mode.send(page, `my card ends in ${CANARY}`, `bill-${CANARY}.png`);
      const uploaded = page.waitForResponse((response) => /\/v1\/uploads$/.test(response.url()));
      await mode.draft(page, `a draft with ${CANARY}`, `draft-${CANARY}.png`);
      // Wait for the upload, or it would count as a request after the sign-out.
      await uploaded;
      const session = wire.all('welcome').at(-1)?.session ?? '';
      expect(session).toMatch(/^cws_/);
      // Check that the heap search can find the text.
      const [chat] = mode.documents(page).slice(-1) as [Page | Frame];
      expect((await heapSnapshotOf(visitor, chat)).includes(CANARY)).toBe(true);
      expect(await chat.content()).toContain(CANARY);

      const before = { received: wire.received.length, sent: wire.sent.length, requests: requests.length };
      await broadcastsOf(visitor, true);
      await mode.logout(page);
      await expect.poll(() => chat.content()).not.toContain(CANARY);
      await mode.sendAsNext(page, 'hello from the next one');
      await expect
        .poll(() => JSON.stringify(wire.received.slice(before.received)).includes('hello from the next one'))
        .toBe(true);

      for (const secret of [CANARY, session, NAME, SUBJECT]) {
        for (const frame of page.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
        expect(await storageOf(visitor), 'storage').not.toContain(secret);
        expect(await broadcastsOf(visitor), 'messages to other tabs').not.toContain(secret);
        expect(JSON.stringify(wire.received.slice(before.received)), 'received frames').not.toContain(secret);
        expect(JSON.stringify(wire.sent.slice(before.sent)), 'sent frames').not.toContain(secret);
        expect(requests.slice(before.requests).join('\n'), 'requests').not.toContain(secret);
      }
      expect(await objectUrlsOf(visitor), 'object URLs').toEqual([]);
      for (const document of mode.documents(page)) await expectNotInHeap(visitor, document, [CANARY, session]);
      expect(visitor.exceptions).toEqual([]);
    });
  },
);

describe('with three tabs, one of them offline', () => {
  /** Opens three tabs of one visitor; the third can be taken offline. `begin` agrees or identifies, in each tab. */
  async function threeTabs(begin: (page: Page) => Promise<void>, config: object = {}) {
    const visitor = await browser.newVisitor();
    const pages: Page[] = [];
    for (let n = 0; n < 3; n++) pages.push(await visitor.context.newPage());
    const [first, second, third] = pages as [Page, Page, Page];
    const wires = pages.map((page) => tapWire(page));
    let connection: OfflineSwitch | null = null;
    for (const page of [first, second, third]) {
      if (page === third) connection = offlineSwitch(third, site.proxy);
      // A tab in the background is painted late, and the browser discards clicks into a frame that has just appeared.
      await page.bringToFront();
      await start(page, { inboxId: 'demo', ...config });
      await chatOn(page).openButton.click();
      await begin(page);
      await chatOn(page).composer.waitFor();
      if (page === first) await send(page, `the number of my order is ${CANARY}`);
      await expect.poll(() => isShown(page)).toBe(true);
    }
    const tokens = wires.flatMap((wire) => wire.all('welcome').map(({ session }) => session));
    expect(tokens.length).toBeGreaterThanOrEqual(3);
    const wire = wires[2] as Wire;
    /** The frames on the third tab's sockets from now on. */
    const recordFrames = (): (() => readonly string[]) => {
      const [sent, received] = [wire.sent.length, wire.received.length];
      return () => [...wire.sent.slice(sent), ...wire.received.slice(received)].map((frame) => JSON.stringify(frame));
    };
    const secrets = [CANARY, ...tokens];
    return { visitor, first, second, third, connection: connection as OfflineSwitch, recordFrames, secrets };
  }
  /** Searches outside the page: a search inside it would leave the text in its heap. */
  const isShown = async (page: Page): Promise<boolean> => (await frameOf(page).content()).includes(CANARY);
  const send = async (page: Page, text: string): Promise<void> => {
    await chatOn(page).composer.fill(text);
    await chatOn(page).composer.press('Enter');
  };
  const gone = (pages: readonly Page[]) =>
    expect.poll(async () => (await Promise.all(pages.map(isShown))).includes(true)).toBe(false);

  /** Expects no secret in any tab. `page` is the tab that was offline, and `frames` those on its sockets since. */
  async function expectNothingLeft(
    visitor: Visitor,
    page: Page,
    frames: readonly string[],
    secrets: readonly string[],
  ): Promise<void> {
    const stored = await storageOf(visitor);
    // The browser frees the old content of a hidden tab only when it paints the tab again, so show each tab.
    for (const each of visitor.context.pages()) {
      await each.bringToFront();
      for (const frame of each.frames())
        await frame.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    }
    for (const document of [page, frameOf(page)]) await expectNotInHeap(visitor, document, secrets);
    for (const secret of secrets) {
      for (const each of visitor.context.pages())
        for (const frame of each.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(stored, 'storage').not.toContain(secret);
      expect(frames.join('\n'), 'frames').not.toContain(secret);
    }
  }

  it.runIf(LONG)(
    'P6: a consent withdrawn in another tab leaves nothing in the offline tab, before and after it is online again',
    async () => {
      let agreed = false;
      const { visitor, first, second, third, connection, recordFrames, secrets } = await threeTabs(
        async (page) => {
          if (!agreed)
            await page
              .frameLocator('iframe[src*="/widget/"]')
              .getByRole('button', { name: 'Agree and continue' })
              .click();
          agreed = true;
        },
        { requireConsent: true },
      );
      await connection.goOffline();
      const frames = recordFrames();
      const frame = first.frameLocator('iframe[src*="/widget/"]');
      await frame.getByRole('button', { name: 'Menu', exact: true }).click();
      await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
      await gone([first, second, third]);
      await expectNothingLeft(visitor, third, frames(), secrets);
      await connection.goOnline();
      await third.bringToFront();
      await third.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Agree and continue' }).waitFor();
      await expectNothingLeft(visitor, third, frames(), secrets);
      // It may ping its old connection, but it opens none.
      expect(frames().filter((frame) => !frame.includes('"t":"ping"'))).toEqual([]);
    },
  );

  it('S6: a sign-out in another tab leaves nothing in the offline tab, before and after it is online again', async () => {
    let left = false;
    const { visitor, first, second, third, connection, recordFrames, secrets } = await threeTabs((page) =>
      identifyVisitor(page, SUBJECT, NAME, () => left),
    );
    await connection.goOffline();
    const frames = recordFrames();
    left = true;
    await first.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.());
    await gone([first, second, third]);
    await expectNothingLeft(visitor, third, frames(), secrets);
    await connection.goOnline();
    await third.bringToFront();
    await send(third, 'hello from the next one');
    await expect.poll(() => frames().join('\n')).toContain('hello from the next one');
    await expectNothingLeft(visitor, third, frames(), secrets);
  });

  it('S6: a sign-out in the offline tab leaves nothing in it or in the others', async () => {
    let left = false;
    const { visitor, first, second, third, connection, recordFrames, secrets } = await threeTabs((page) =>
      identifyVisitor(page, SUBJECT, NAME, () => left),
    );
    await connection.goOffline();
    const frames = recordFrames();
    left = true;
    await third.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.());
    await gone([first, second, third]);
    await connection.goOnline();
    await third.bringToFront();
    await send(third, 'hello from the next one');
    await expect.poll(() => frames().join('\n')).toContain('hello from the next one');
    await expectNothingLeft(visitor, third, frames(), secrets);
  });
});

describe('an identified visitor who is offline and whose deferred chunk failed to load', () => {
  it('P6: withdraws the consent at once, and the server gets it when it can be reached', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    let aborted = 0;
    await page.route(/\/assets\/deferred-/, (route) => {
      aborted += 1;
      return route.abort();
    });
    const wire = tapWire(page);
    const connection = offlineSwitch(page, site.proxy);
    await start(page, { inboxId: 'demo', requireConsent: true });
    await page.evaluate(() =>
      (window as unknown as { ServiceWidget: Global }).ServiceWidget.on?.(
        'connection',
        ({ state }: { state: string }) => Object.assign(window, { connection: state }),
      ),
    );
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await chat.openButton.click();
    await identifyVisitor(page, SUBJECT, NAME);
    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await chat.send(`the number of my order is ${CANARY}`);
    await chat.arrived(`the number of my order is ${CANARY}`);
    expect(aborted).toBeGreaterThan(0);
    const { conversation, session } = wire.all('welcome').at(-1) as { conversation: string; session: string };

    await connection.goOffline();
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'connection'))).toBe('offline');
    await frame.getByRole('button', { name: 'Menu', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
    await frame.getByText('You have withdrawn your consent.').waitFor();
    expect(await frameOf(page).content()).not.toContain(CANARY);
    expect(await storageOf(visitor)).not.toContain(session);

    await page.unroute(/\/assets\/deferred-/);
    await connection.goOnline();
    await expect
      .poll(async () => (await inboxApi(site.service, `/${conversation}`)) as object)
      .toMatchObject({ conversation: { handler: 'closed' } });
    expect(await frameOf(page).content()).not.toContain(CANARY);
  });
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
        await start(page, { inboxId: 'demo' });
        await chatOn(page).openButton.click();
        await identifyVisitor(page, SUBJECT, NAME);
        await chatOn(page).composer.waitFor();
        if (page === one) await chatOn(page).send(`the number of my order is ${CANARY}`);
        await expect.poll(async () => (await frameOf(page).content()).includes(CANARY)).toBe(true);
      }
      // Another user has signed in on the site; a third page is the first to identify them.
      const next = await visitor.context.newPage();
      await start(next, { inboxId: 'demo' });
      await chatOn(next).openButton.click();
      await identifyVisitor(next, 'next-customer', 'Lee');
      await chatOn(next).send('hello from the next one');
      await chatOn(next).arrived('hello from the next one');
      await expect.poll(async () => (await frameOf(other).content()).includes(CANARY)).toBe(false);
      expect(await storageOf(visitor)).not.toMatch(new RegExp(`${CANARY}|${SUBJECT}|next-customer`));
    },
  );
});
