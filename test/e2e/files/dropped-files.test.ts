/**
 * Files that people drop on the chat, or pick for it: each is taken, or refused in words, and the chat stays where it is. Several
 * cases share a page. `npm test` runs one case of each kind, `npm run test:long` all.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
let folder: string;
beforeAll(async () => {
  site = await sharedSite();
  folder = mkdtempSync(join(tmpdir(), 'service-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f7d6b' } });
const png = (): Promise<Buffer> => drawn(32, 20).png().toBuffer();

const WRONG_KIND = 'This kind of file can’t be sent';
interface Dropped {
  readonly name: string;
  readonly bytes: () => Promise<Buffer> | Buffer | null;
  /** What the chat says; null: it takes the file. */
  readonly refused: string | null;
  /** The name that is shown. Default: its own. */
  readonly shown?: string;
}
const DROPPED: Readonly<Record<string, Dropped>> = {
  'a folder': { name: 'holidays', bytes: () => null, refused: WRONG_KIND },
  'an empty file': { name: 'empty.txt', bytes: () => Buffer.alloc(0), refused: 'This file is empty' },
  'a photograph of a phone that browsers can’t show': {
    name: 'IMG_0042.heic',
    bytes: () => Buffer.from('\0\0\0\x18ftypheic'),
    refused: WRONG_KIND,
  },
  'a page': { name: 'page.html', bytes: () => Buffer.from('<script>alert(1)</script>'), refused: WRONG_KIND },
  'a drawing with code in it': { name: 'logo.svg', bytes: () => Buffer.from('<svg/>'), refused: WRONG_KIND },
  'a program with two endings': { name: 'photo.png.exe', bytes: () => Buffer.from('MZ'), refused: WRONG_KIND },
  'a name of 124 umlauts': { name: `${'ü'.repeat(116)}.png`, bytes: png, refused: null, shown: 'ü'.repeat(90) },
  'a name in Japanese': { name: '領収書（七月）.png', bytes: png, refused: null },
  'a name in Arabic': { name: 'فاتورة.png', bytes: png, refused: null },
  'a name of emoji': { name: '👨‍👩‍👧‍👦👟.png', bytes: png, refused: null },
  'a name without an ending': { name: 'receipt', bytes: () => Buffer.from('%PDF-1.4\n%%EOF'), refused: WRONG_KIND },
  'a name of an ending alone': { name: '.png', bytes: png, refused: null },
};

/** Where a file can be dropped. */
const PLACES = ['header', '[role="log"]', 'textarea', 'footer'] as const;

/** A real drop: the browser itself opens the file where nothing takes it. */
async function drop(page: Page, place: (typeof PLACES)[number], file: string): Promise<void> {
  const box = await page.frameLocator('iframe[src*="/widget/"]').locator(place).first().boundingBox();
  if (!box) throw new Error(`There is no ${place} to drop on.`);
  const tools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await tools.send('Input.dispatchDragEvent', { type, ...at, data });
  await tools.detach();
}

describe('what is dropped on the chat', () => {
  it('is taken or refused in words, wherever it falls, and the chat stays', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.readyForFiles();
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    const tray = frame.getByRole('list', { name: 'Files to send' });
    const names = dailyNames(Object.keys(DROPPED), ['a folder', 'a name of 124 umlauts']);
    for (const [at, name] of names.entries()) {
      const { name: file, bytes, refused, shown = file } = DROPPED[name] as Dropped;
      const path = join(folder, file);
      const content = await bytes();
      if (content) writeFileSync(path, content);
      else mkdirSync(path);
      await drop(page, PLACES[at % PLACES.length] as (typeof PLACES)[number], path);
      const item = tray.getByRole('listitem').filter({ hasText: shown });
      await item.waitFor();
      const problem = item.locator('.file-problem');
      if (refused) await problem.getByText(refused).waitFor();
      else await expect.poll(() => item.getByRole('progressbar').count(), { message: name }).toBe(0);
      expect([name, await problem.count()]).toEqual([name, refused ? 1 : 0]);
      await item.getByRole('button', { name: /^Remove/ }).click();
      await tray.waitFor({ state: 'detached' });
    }
    expect(page.url()).toBe(`${site.shop}/`);
    expect(visitor.context.pages()).toHaveLength(1);
    await chat.send('still here');
    await chat.arrived('still here');
    expect(visitor.exceptions).toEqual([]);
  });

  it('and refused takes no place of what can be sent', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.readyForFiles();
    for (const name of ['a.html', 'b.html', 'c.html']) writeFileSync(join(folder, name), '<p>');
    for (const name of ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png'])
      writeFileSync(join(folder, name), await png());
    for (const name of ['a.html', '1.png', 'b.html', '2.png', 'c.html', '3.png', '4.png', '5.png', '6.png'])
      await drop(page, 'textarea', join(folder, name));
    const tray = page.frameLocator('iframe[src*="/widget/"]').getByRole('list', { name: 'Files to send' });
    await expect.poll(() => tray.getByText(WRONG_KIND).count()).toBe(3);
    const tooMany = tray.getByRole('listitem').filter({ hasText: 'at most 5 files' });
    await expect.poll(() => tooMany.allInnerTexts()).toEqual([expect.stringContaining('6.png')]);
    await chat.sendButton.click();
    for (const name of ['1.png', '2.png', '3.png', '4.png', '5.png'])
      await chat.transcript.getByRole('link', { name: `Open ${name}` }).waitFor();
  });
});

/** Pictures as cameras, printers and scanners write them. Null: refused in words. */
const PICTURES: Readonly<
  Record<string, { readonly file: string; readonly bytes: () => Promise<Buffer>; size: number[] | null }>
> = {
  'of a printer, in CMYK': {
    file: 'print.jpg',
    bytes: () => drawn(300, 200).toColourspace('cmyk').jpeg().toBuffer(),
    size: [300, 200],
  },
  'of a scanner, with 16 bits': {
    file: 'scan.png',
    bytes: () => drawn(120, 80).toColourspace('rgb16').png().toBuffer(),
    size: [120, 80],
  },
  'of one pixel': { file: 'pixel.png', bytes: () => drawn(1, 1).png().toBuffer(), size: [1, 1] },
  'of a very high page': { file: 'page.png', bytes: () => drawn(4, 9_000).png().toBuffer(), size: [4, 9_000] },
  'in grey': { file: 'grey.jpg', bytes: () => drawn(60, 40).greyscale().jpeg().toBuffer(), size: [60, 40] },
  'that a phone has turned': {
    file: 'turned.jpg',
    bytes: () => drawn(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    size: [200, 300],
  },
  'in WebP with gaps': {
    file: 'gaps.webp',
    bytes: () =>
      sharp({ create: { width: 50, height: 50, channels: 4, background: '#0000' } })
        .webp()
        .toBuffer(),
    size: [50, 50],
  },
  'that moves': {
    file: 'moves.gif',
    bytes: () => drawn(40, 30).gif().toBuffer(),
    size: [40, 30],
  },
  'of lines': {
    file: 'lines.svg',
    bytes: async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    size: null,
  },
};

describe('a picture', () => {
  it('is shown, or refused in words: each kind in one conversation', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.readyForFiles();
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    const tray = frame.getByRole('list', { name: 'Files to send' });
    for (const name of dailyNames(Object.keys(PICTURES), ['of a printer, in CMYK'])) {
      const { file, bytes, size } = PICTURES[name] as (typeof PICTURES)[string];
      const mimeType = `image/${file.split('.')[1]?.replace('jpg', 'jpeg').replace('svg', 'svg+xml')}`;
      await frame.locator('input[type="file"]').setInputFiles({ name: file, mimeType, buffer: await bytes() });
      if (!size) {
        await tray.getByText(WRONG_KIND).waitFor();
        await frame.getByRole('button', { name: `Remove ${file}` }).click();
        continue;
      }
      await tray.getByText(file).waitFor();
      await chat.sendButton.click();
      const picture = chat.transcript.getByRole('link', { name: `Open ${file}` }).locator('img');
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]), {
          message: name,
        })
        .toEqual(size);
    }
    expect(visitor.exceptions).toEqual([]);
  });
});
