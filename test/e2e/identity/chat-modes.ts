/** The modes of the chat, and how a visitor uses each. */
import type { ChatClient } from '@service/embed-sdk/core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { HEADLESS_PAGE, serveSdk, startHeadlessClient } from '../../support/chat/headless-page.js';
import { identifyVisitor } from '../../support/chat/identify-visitor.js';
import type { Site } from '../../support/sites/start-site.js';
import { type Global, NAME, SUBJECT, startChat } from './canary.js';

/** The site, and a picture to send there. */
interface Place {
  readonly site: Site;
  readonly picture: Buffer;
}

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

/** Pastes a file. A file that is set into a file input would stay in the memory of the browser driver. */
const pasteFile = (page: Page, name: string, picture: Buffer): Promise<void> =>
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
const inFrame = (at: () => Place, name: string, config: object, ready: (page: Page) => Promise<void>): Mode => ({
  name,
  async enter(page) {
    await startChat(at().site, page, { inboxId: 'demo', ...config });
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
    await pasteFile(page, file, at().picture);
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
    await pasteFile(page, file, at().picture);
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

/** Every mode of the chat. `at` is asked when a mode is used. */
export const chatModes = (at: () => Place): readonly Mode[] => [
  inFrame(at, 'the widget', {}, (page) => chatOn(page).open()),
  inFrame(at, 'prompt-input', { mode: 'prompt-input' }, (page) => chatOn(page).composer.waitFor()),
  {
    name: 'a headless page',
    async enter(page) {
      await serveSdk(page);
      await page.goto(at().site.barePage);
      // The content is set into a page from a local server: a page without an address may not connect to this machine.
      await page.setContent(HEADLESS_PAGE);
      await startHeadlessClient(page, { inboxId: 'demo', baseUrl: at().site.proxy.origin });
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
        { text, file, bytes: at().picture.toString('base64') },
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
        { file, bytes: at().picture.toString('base64') },
      ),
    logout: (page) => page.evaluate(() => (Reflect.get(window, 'client') as ChatClient).logout()),
    async sendAsNext(page, text) {
      await page.evaluate((text) => void (Reflect.get(window, 'client') as ChatClient).sendMessage(text), text);
      await expect.poll(() => page.locator('#screen').textContent()).toContain(text);
    },
    documents: (page) => [page],
  },
];
