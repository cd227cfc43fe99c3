/**
 * Nothing on the page moves while the chat loads, opens, is used and is removed.
 *
 * The launcher lies over the page, `embedded` fills a container, and `prompt-input` is a field in the page's text. If the page
 * has reserved the room, nothing moves. Without reserved room the field of `prompt-input` moves the content below it once, as
 * any inserted element does.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { nextPaint } from '../../support/page-checks/next-paint.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

declare global {
  interface Window {
    layoutShifts: number[];
  }
}

/** Records layout shifts in every document. Call before the first navigation. */
async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const layoutShifts: number[] = [];
    Object.assign(window, { layoutShifts });
    new PerformanceObserver((list) => {
      // Includes shifts right after a click: the chat must not move the page's content then either.
      for (const entry of list.getEntries()) layoutShifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

describe('nothing on the page moves', () => {
  it.each(['chat-widget', 'embedded', 'prompt-input'])(
    'while the chat loads, opens, is used, closes and is removed: %s',
    async (mode) => {
      const visitor = await browser.newVisitor();
      const page = await visitor.context.newPage();
      await recordLayoutShifts(page);
      await page.goto(site.barePage);
      // Text around the chat, so that any shift is recorded. The page reserves the room.
      const room = { 'chat-widget': '', embedded: 'height: 560px', 'prompt-input': 'height: 72px' }[mode] ?? '';
      await page.evaluate((room) => {
        const text = '<p>Text that a visitor is reading and that must not move.</p>'.repeat(12);
        document.body.insertAdjacentHTML('beforeend', `${text}<div id="here" style="${room}"></div>${text.repeat(4)}`);
      }, room);
      await nextPaint(page);
      await page.evaluate(() => {
        window.layoutShifts.length = 0;
      });

      await page.evaluate((mode) => window.ServiceWidget.init({ inboxId: 'demo', mode, containerId: 'here' }), mode);
      const chat = chatOn(page);
      if (mode === 'chat-widget') await chat.open();
      await chat.composer.waitFor();
      await chat.send('can I return shoes I wore once?');
      await chat.transcript.getByText('AI, ').first().waitFor({ state: 'attached' });
      if (mode !== 'embedded') {
        await chat.composer.press('Escape');
        await chat.panel.waitFor({ state: 'hidden' });
      }
      await page.evaluate(() => window.ServiceWidget.destroy());
      await nextPaint(page);
      expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);

      // Check that a shift would have been recorded.
      await page.evaluate(() => {
        window.scrollTo(0, 0);
        document.body.insertAdjacentHTML('afterbegin', '<p style="height: 90px">New.</p>');
      });
      await expect.poll(() => page.evaluate(() => window.layoutShifts.length)).toBeGreaterThan(0);
    },
  );
});
