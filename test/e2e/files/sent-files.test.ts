/** Files in the chat: attached by button, paste and drop, shown after a reload, refused with a reason, and in the inbox API. */
import type { Attachment, AttachmentLink } from '@service/protocol';
import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
let png: Buffer;

beforeAll(async () => {
  site = await sharedSite();
  png = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
});

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/widget/"]');
const pick = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  frameOf(page).locator('input[type="file"]').setInputFiles(files);
/** Pastes or drops a file with synthetic events: the browser driver cannot do it otherwise. */
const pasteOrDrop = (page: Page, how: 'paste' | 'drop', name: string, bytes: Buffer) =>
  frameOf(page)
    .getByRole('textbox', { name: 'Message' })
    .evaluate(
      (field, { how, name, base64 }) => {
        const data = new DataTransfer();
        const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([content], name, { type: 'image/png' }));
        const event =
          how === 'paste'
            ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        if (how === 'drop')
          field.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, bubbles: true, cancelable: true }));
        return new Promise<string>((done) => {
          const release = (): void => {
            const zone = document.querySelector('.drop-zone');
            // Drop only when the drop zone is shown.
            if (how === 'drop' && !zone) return void requestAnimationFrame(release);
            field.dispatchEvent(event);
            done(zone?.textContent ?? '');
          };
          release();
        });
      },
      { how, name, base64: bytes.toString('base64') },
    );

interface WithAttachments {
  readonly events: readonly {
    readonly body: { readonly attachments?: readonly (Attachment & { readonly link: AttachmentLink })[] };
  }[];
}

describe('files in the chat', () => {
  it('U12: are attached by button, paste and drop, sent with the text, and still there after a reload', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = frameOf(page);
    const sent: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await chat.open();

    await chat.readyForFiles();
    await pick(page, { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') });
    const tray = frame.getByRole('list', { name: 'Files to send' });
    await tray.getByText('receipt.pdf').waitFor();
    await pasteOrDrop(page, 'paste', 'pasted.png', png);
    await tray.getByText('pasted.png').waitFor();
    expect(await pasteOrDrop(page, 'drop', 'dropped.png', png)).toBe('Drop files to attach them');
    await tray.getByText('dropped.png').waitFor();
    await pasteOrDrop(page, 'drop', 'second thoughts.png', png);
    await frame.getByRole('button', { name: 'Remove second thoughts.png' }).click();
    await tray.getByText('second thoughts.png').waitFor({ state: 'detached' });

    await chat.send('The soles came off');
    await tray.waitFor({ state: 'detached' });
    await chat.arrived('The soles came off');

    const seen = async (): Promise<void> => {
      for (const name of ['pasted.png', 'dropped.png']) {
        const picture = chat.transcript.getByRole('link', { name: `Open ${name}` }).locator('img');
        await picture.waitFor();
        await expect
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth))
          .toBe(320);
      }
      await chat.transcript.getByRole('link', { name: 'receipt.pdf' }).waitFor();
    };
    await seen();
    await page.reload();
    await chat.reopened();
    await seen();

    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
    // A picture opens in a tab of its own, in a sandbox. Other files are downloaded.
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      chat.transcript.getByRole('link', { name: 'Open pasted.png' }).click(),
    ]);
    await tab.waitForLoadState();
    expect(await tab.evaluate(() => [document.contentType, self.origin])).toEqual(['image/png', 'null']);
    await tab.close();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chat.transcript.getByRole('link', { name: 'receipt.pdf' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('receipt.pdf');

    const conversation = sent.map((text) => JSON.parse(text)).find(({ t }) => t === 'append').conversation as string;
    const { events } = (await inboxApi(site.service, `/${conversation}`)) as unknown as WithAttachments;
    const files = events[0]?.body.attachments ?? [];
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['receipt.pdf', 'application/pdf'],
      ['pasted.png', 'image/png'],
      ['dropped.png', 'image/png'],
    ]);
    const served = await fetch(new URL(files[1]?.link.url as string, site.service.origin));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('U1: show why one cannot be sent, and the others are sent', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    const frame = frameOf(page);
    await chat.open();
    await chat.readyForFiles();
    await pick(
      page,
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<b>hi</b>') },
      { name: 'broken.png', mimeType: 'image/png', buffer: png.subarray(0, 60) },
      { name: 'fine.png', mimeType: 'image/png', buffer: png },
    );
    const tray = frame.getByRole('list', { name: 'Files to send' });
    await tray.getByText(/This kind of file can’t be sent/).waitFor();
    await tray.getByText(/This file is damaged/).waitFor();
    await expect
      .poll(() => frame.getByRole('status').filter({ hasText: 'page.html: This kind of file' }).count())
      .toBe(1);
    await chat.sendButton.click();
    await chat.transcript.getByRole('link', { name: 'Open fine.png' }).locator('img').waitFor();
    await expect.poll(() => tray.getByRole('listitem').count()).toBe(2);
  });

  it('that were not uploaded before a reload fail visibly', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('hello');
    await chat.arrived('hello');
    // Uploads fail; messages do not.
    await page.context().route('**/v1/uploads', (route) => route.abort());
    await pick(page, { name: 'slow.png', mimeType: 'image/png', buffer: png });
    await frameOf(page).getByRole('list', { name: 'Files to send' }).getByText('slow.png').waitFor();
    await chat.send('with a picture');
    await page.reload();
    await chat.reopened();
    await chat.transcript.getByText(/The file is no longer there/).waitFor();
    await chat.transcript.getByText('slow.png').waitFor();
    await chat.transcript.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => chat.count('with a picture')).toBe(0);
  });
});
