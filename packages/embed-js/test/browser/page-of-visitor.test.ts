// @vitest-environment node
/** The page tells a frame that asks where its visitor is, and no frame that does not. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { useBrowser } from '../../../../test/support/browser/use-browser.js';
import type { ServiceWidget } from '../../src/index.js';
import { startTwoOrigins, type TwoOrigins } from './two-origins.js';

interface TestWindow {
  ServiceWidget: ServiceWidget;
  /** Of the bare frame, see two-origins.ts. */
  heard: { t: string; page?: { url: string; title: string } | null }[];
  say(message: unknown): void;
}
declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const browser = useBrowser();
let web: TwoOrigins;
let pages = 0;
beforeAll(async () => {
  web = await startTwoOrigins();
});
afterAll(async () => web?.close());

async function open(): Promise<{ readonly page: Page; readonly address: string }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const html = `<!doctype html><html lang="en"><head><title>Shop</title></head><body>
    <script async src="${web.chat}/embed/v1.js" data-inbox-id="demo"></script></body></html>`;
  const address = web.publish(`/visited-${++pages}`, { html, headers: {} });
  await page.goto(address, { waitUntil: 'load' });
  await page.evaluate(() => history.replaceState({}, '', '?token=secret#part'));
  await page.waitForFunction(() => window.ServiceWidget?.isReady());
  return { page, address };
}
const inFrame = <T>(page: Page, run: (argument: T) => unknown, argument: T): Promise<unknown> => {
  const frame = page.frames().find((each) => each.url().includes('/widget/'));
  if (!frame) throw new Error('There is no chat frame on the page.');
  return frame.evaluate(run as (argument: unknown) => unknown, argument);
};
const asks = (page: Page, full: boolean): Promise<unknown> =>
  inFrame(page, (full) => window.say({ t: 'page', full }), full);
const reported = (page: Page): Promise<unknown> =>
  inFrame(page, () => window.heard.filter(({ t }) => t === 'page').map((message) => message.page), null);
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 });

describe('the page around a chat', () => {
  it('says where its visitor is when the frame asks, and when they go on within the page', async () => {
    const { page, address } = await open();
    expect(await reported(page)).toEqual([]);
    await asks(page, false);
    await eventually(async () => expect(await reported(page)).toMatchObject([{ url: address, title: 'Shop' }]));
    await page.evaluate(() => {
      history.pushState({}, '', '/prices?token=secret');
      document.title = 'Prices';
    });
    const prices = new URL('/prices', address).href;
    await eventually(async () =>
      expect(await reported(page)).toMatchObject([{ title: 'Shop' }, { url: prices, title: 'Prices' }]),
    );
    expect(JSON.stringify(await reported(page))).not.toContain('secret');
  });

  it('says its whole address only when the frame asks for it', async () => {
    const { page, address } = await open();
    await asks(page, true);
    await eventually(async () =>
      expect(await reported(page)).toMatchObject([{ url: `${address}?token=secret#part`, title: 'Shop' }]),
    );
  });

  it('says it before a visitor who turns to the chat can write there', async () => {
    const { page } = await open();
    await asks(page, false);
    await eventually(async () => expect(await reported(page)).toHaveLength(1));
    await page.evaluate(() => {
      document.title = 'Boots';
      window.dispatchEvent(new Event('blur'));
    });
    await eventually(async () => expect(await reported(page)).toMatchObject([{ title: 'Shop' }, { title: 'Boots' }]));
  });
});
