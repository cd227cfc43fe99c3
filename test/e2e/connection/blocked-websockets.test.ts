/**
 * Networks that let requests through and WebSockets not: after half a minute the visitor reads that the chat can't connect, and how
 * else to reach the business; and nothing is lost when it can. One case here; `npm run test:long` has all.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type Chat, chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Blocking, type BlockingProxy, startBlockingProxy } from '../../support/server/blocking-proxy.js';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { inboxesFor } from '../../support/sites/start-site.js';

const BLOCKED: readonly Exclude<Blocking, 'passes'>[] = [
  'refused',
  'never answered',
  'without its upgrade headers',
  'reset',
  'answered with a page',
  'accepted and cut',
  'accepted and silent',
];
const NOT_REACHED = /The chat can’t connect right now\. Your messages stay here/;

const browser = useBrowser();
let service: Service;
let proxy: BlockingProxy;
let site: ServedPage;
let inboxes: ReturnType<typeof inboxesFor>;
beforeAll(async () => {
  const port = await freePort();
  inboxes = inboxesFor([`http://localhost:${port}`]);
  const file = join(inboxes.folder, 'demo/inbox.json');
  const otherContact = 'Write to help@shop.example or call +47 22 33 44 55.';
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), otherContact }));
  service = await Service.start({ inboxDir: inboxes.folder });
  proxy = await startBlockingProxy(service.port);
  const html = (path: string): string =>
    `<!doctype html><html lang="${path.slice(1) || 'en'}"><title>Shop</title><body>
     <script src="${proxy.origin}/embed/v1/demo.js"></script>`;
  site = await servePage(html, port);
});
afterAll(async () => {
  await site?.close();
  await proxy?.close();
  await service?.dispose();
  inboxes?.remove();
});

/** The page's time runs as it does, and can be moved on. */
async function visit(path = ''): Promise<{ page: Page; chat: Chat; frame: FrameLocator }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(site.url + path);
  return { page, chat: chatOn(page), frame: page.frameLocator('iframe[src*="/widget/"]') };
}

describe('where a WebSocket is', () => {
  it.each(dailyNames(BLOCKED, ['refused']))('%s', async (way) => {
    proxy.blocking = way;
    const { page, chat, frame } = await visit();
    await chat.open();
    await chat.send('how long does shipping take?');
    const banner = frame.locator('.banner');
    await expect.poll(() => banner.innerText()).toMatch(/Connecting|Reconnecting/);
    await page.clock.fastForward(31_000);
    await expect.poll(() => banner.innerText()).toMatch(NOT_REACHED);
    expect(await banner.innerText()).toContain('Write to help@shop.example or call +47 22 33 44 55.');
    expect(await banner.getByRole('link').getAttribute('href')).toBe('mailto:help@shop.example');
    // It does not go back to a promise with each try.
    await page.clock.fastForward(31_000);
    await expect.poll(() => banner.innerText()).toMatch(NOT_REACHED);

    proxy.blocking = 'passes';
    await expect
      .poll(async () => {
        await page.clock.fastForward(31_000);
        return chat.transcript.getByText(/days/).count();
      })
      .toBeGreaterThan(0);
    await expect.poll(() => banner.count()).toBe(0);
    expect(await chat.count('how long does shipping take?')).toBe(1);
  });

  it.each(dailyNames(['de', 'ja', 'ar'], ['ar']))('refused, on a page in the language %s', async (language) => {
    proxy.blocking = 'refused';
    const { page, frame } = await visit(language);
    await page.locator('service-launcher button').click();
    const banner = frame.locator('.banner');
    await expect.poll(() => banner.innerText()).not.toBe('');
    const before = await banner.innerText();
    await page.clock.fastForward(31_000);
    await expect.poll(() => banner.innerText()).toContain('help@shop.example');
    expect((await banner.innerText()).split('Write to')[0]).not.toContain(before);
  });
});
