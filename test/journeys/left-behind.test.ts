/**
 * On a shared computer: somebody who is signed in writes, drafts, attaches, and leaves. What must be true, in whatever way the
 * chat stands on the page: nothing of them is left in memory, in storage, in any document or on the wire.
 */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, frameOf } from '../harness/chat.js';
import { beginOwnScreen, OWN_SCREEN, serveOwnScreen } from '../harness/own-screen.js';
import { type Site, startSite } from '../harness/start-site.js';
import { heapOf, objectUrlsOf, saidToTabs, storageOf, stringsWith, watchTraces } from '../harness/traces.js';
import { useBrowser } from '../harness/use-browser.js';
import { tapWire } from '../harness/wire.js';
import { identifyOn } from './walks.js';

const CANARY = 'canary-7f3a9e51';
const SUBJECT = 'customer-of-canaries';
const NAME = 'Kim of the Canaries';

const browser = useBrowser();
let site: Site;
let picture: Buffer;
beforeAll(async () => {
  site = await startSite();
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
});
afterAll(async () => site?.dispose());

/** A way in which the chat stands on a page, and how it is used there. */
interface Standing {
  readonly name: string;
  /** Opens the page, without a visitor who is signed in. */
  enter(page: Page): Promise<void>;
  identify(page: Page): Promise<void>;
  /** Says this, with a picture of this name; resolves when both are shown and the server has them. */
  say(page: Page, text: string, file: string): Promise<void>;
  /** Leaves something unfinished behind: written and not sent, picked and not sent. */
  draft(page: Page, text: string, file: string): Promise<void>;
  logout(page: Page): Promise<void>;
  /** Somebody new says this. */
  begin(page: Page, text: string): Promise<void>;
  /** Programs that could remember something. */
  programs(page: Page): readonly (Page | Frame)[];
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
/** As the clipboard would hand it over. What is set into a file field stays in the hands of the tool that drives the browser. */
const pick = (page: Page, name: string): Promise<void> =>
  chatOn(page).composer.evaluate(
    (field, { name, base64 }) => {
      const clipboardData = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([content], name, { type: 'image/png' }));
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, base64: picture.toString('base64') },
  );

/** The widget's two ways to stand; `ready`: until something can be written. */
const inFrame = (name: string, config: object, ready: (page: Page) => Promise<void>): Standing => ({
  name,
  async enter(page) {
    await start(page, { inboxId: 'demo', ...config });
    await ready(page);
  },
  identify: (page) => identifyOn(page, SUBJECT, NAME),
  async say(page, text, file) {
    const chat = chatOn(page);
    if (name === 'the line of prompt-input') {
      await chat.composer.fill('hello');
      await chat.composer.press('Enter');
      await chat.transcript.waitFor();
    }
    await pick(page, file);
    await page
      .frameLocator('iframe[title="Chat"]')
      .getByRole('list', { name: 'Files to send' })
      .getByText(file)
      .waitFor();
    await chat.send(text);
    await chat.arrived(text);
    const shown = chat.transcript.locator('img').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  },
  async draft(page, text, file) {
    await pick(page, file);
    await chatOn(page).composer.fill(text);
  },
  logout: (page) => page.evaluate(() => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.logout?.()),
  async begin(page, text) {
    const chat = chatOn(page);
    await chat.composer.fill(text);
    await chat.composer.press('Enter');
    await chat.transcript.getByText(text, { exact: true }).first().waitFor();
  },
  programs: (page) => [page, frameOf(page)],
});

const STANDINGS: readonly Standing[] = [
  inFrame('the widget', {}, (page) => chatOn(page).open()),
  inFrame('the line of prompt-input', { mode: 'prompt-input' }, (page) => chatOn(page).composer.waitFor()),
  {
    name: 'a screen of one’s own',
    async enter(page) {
      await serveOwnScreen(page);
      await page.goto(site.barePage);
      // Into a page that came from this machine: one that came from nowhere may not speak to it.
      await page.setContent(OWN_SCREEN);
      await beginOwnScreen(page, { inboxId: 'demo', baseUrl: site.door.origin });
    },
    async identify(page) {
      await page.evaluate(() => {
        const client = Reflect.get(window, 'client') as ChatClient;
        Object.assign(window, { ServiceWidget: { identify: client.identify } });
      });
      await identifyOn(page, SUBJECT, NAME);
    },
    async say(page, text, file) {
      await page.evaluate(
        async ({ text, file, bytes }) => {
          const client = Reflect.get(window, 'client') as ChatClient;
          const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          client.send(text, [client.upload(new File([content], file, { type: 'image/png' }))]);
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
    async begin(page, text) {
      await page.evaluate((text) => void (Reflect.get(window, 'client') as ChatClient).send(text), text);
      await expect.poll(() => page.locator('#screen').textContent()).toContain(text);
    },
    programs: (page) => [page],
  },
];

describe.each(STANDINGS)('after a visitor of $name has left a shared browser', (standing) => {
  it('nothing of them is in its memory, its storage, its documents, or on the wire', async () => {
    const visitor = await browser.newVisitor();
    await watchTraces(visitor);
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    const requests: string[] = [];
    visitor.context.on('request', (request) =>
      requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
    );
    await standing.enter(page);
    await standing.identify(page);
    await standing.say(page, `my card ends in ${CANARY}`, `bill-${CANARY}.png`);
    await standing.draft(page, `a draft with ${CANARY}`, `draft-${CANARY}.png`);
    const session = wire.all('welcome').at(-1)?.session ?? '';
    expect(session).toMatch(/^cws_/);
    // A search that finds nothing has to be one that could.
    const [chat] = standing.programs(page).slice(-1) as [Page | Frame];
    expect((await heapOf(visitor, chat)).includes(CANARY)).toBe(true);
    expect(await chat.content()).toContain(CANARY);

    const [heard, said, asked] = [wire.received.length, wire.sent.length, requests.length];
    await saidToTabs(visitor, true);
    await standing.logout(page);
    await expect.poll(() => chat.content()).not.toContain(CANARY);
    await standing.begin(page, 'hello from the next one');
    await expect.poll(() => JSON.stringify(wire.received.slice(heard)).includes('hello from the next one')).toBe(true);

    for (const secret of [CANARY, session, NAME, SUBJECT]) {
      for (const frame of page.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(await storageOf(visitor), 'storage').not.toContain(secret);
      expect(await saidToTabs(visitor), 'said to tabs').not.toContain(secret);
      expect(JSON.stringify(wire.received.slice(heard)), 'heard').not.toContain(secret);
      expect(JSON.stringify(wire.sent.slice(said)), 'said').not.toContain(secret);
      expect(requests.slice(asked).join('\n'), 'requests').not.toContain(secret);
    }
    expect(await objectUrlsOf(visitor), 'addresses of files in memory').toEqual([]);
    for (const program of standing.programs(page)) {
      const heap = await heapOf(visitor, program);
      expect(heap.length).toBeGreaterThan(100_000);
      for (const secret of [CANARY, session])
        expect(stringsWith(heap, secret), `memory of ${program.url()}`).toEqual([]);
    }
    expect(visitor.exceptions).toEqual([]);
  });
});
