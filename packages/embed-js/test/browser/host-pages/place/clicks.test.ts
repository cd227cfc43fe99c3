// @vitest-environment node
/**
 * What is seen of the page can be clicked, whatever of the chat is shown beside it. Several cases share a page. `npm test`
 * runs one case of each kind, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { html, iframe, launcher, ready, shape, untilHidden, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; bought: number };

const pages = useSitePages();

/** A bar at the bottom of the shop; its button is left of the launcher. */
const CHECKOUT = `<style>#bar{position:fixed;left:0;right:0;bottom:0;height:64px;background:#eee;display:flex;justify-content:flex-end;align-items:center;padding:0 120px;gap:8px}</style>
  <h1>Shop</h1><div id="bar"><button onclick="bought++">Order as a gift</button><span style="flex:1"></span><button onclick="bought++">Go to checkout</button></div>
  <div id="here" style="width:400px"></div><script>bought = 0</script>`;

interface Shown {
  readonly config?: object;
  /** The panel is open. */
  readonly isOpen?: boolean;
}
const SHOWN: Readonly<Record<string, Shown>> = {
  'the open panel': { isOpen: true },
  'the closed chat': {},
  'the open panel on the left': { config: { position: 'left' }, isOpen: true },
  'the closed chat on the left': { config: { position: 'left' } },
  'a large launcher': { config: { launcher: { size: 96, offset: { x: 10, y: 10 } } }, isOpen: true },
  'a launcher far from the edges': { config: { launcher: { offset: { x: 10, y: 100 } } }, isOpen: true },
  'no launcher': { config: { launcher: false } },
  'a field in the page’s text': { config: { mode: 'prompt-input', containerId: 'here' } },
  'a chat in the page’s text': { config: { mode: 'embedded', containerId: 'here' } },
};

/** Each place of the window where the page is seen and something of the chat takes the click. */
const taken = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const button = document.querySelector('service-launcher')?.shadowRoot?.querySelector('button');
    const frame = document.querySelector('iframe');
    const within = (element: Element | null | undefined, x: number, y: number, round: boolean): boolean => {
      const box = element?.getBoundingClientRect();
      if (!box?.width) return false;
      // A circle, with a pixel of its soft edge.
      if (round) return Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2) <= box.width / 2 + 1;
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    };
    const found: string[] = [];
    for (let x = 2; x < innerWidth; x += 6)
      for (let y = 2; y < innerHeight; y += 6) {
        const hit = document.elementFromPoint(x, y)?.localName ?? '';
        const isOfChat = hit === 'iframe' || hit === 'service-launcher';
        if (isOfChat && !within(button, x, y, true) && !within(frame, x, y, false)) found.push(`${hit} at ${x}, ${y}`);
      }
    return found.slice(0, 5);
  });

describe('the page’s buttons can be clicked beside', () => {
  it('each state of the chat', async () => {
    const { page } = await pages.open(html(CHECKOUT + pages.tag('')));
    await page.waitForFunction(() => window.ServiceWidget?.version);
    const failed: string[] = [];
    for (const name of dailyNames(Object.keys(SHOWN), ['the open panel'])) {
      const { config = {}, isOpen = false } = SHOWN[name] as Shown;
      await page.evaluate((given) => window.ServiceWidget.init(given), { inboxId: 'demo', ...config });
      await ready(page);
      try {
        if (isOpen) {
          await shape(page, 'panel');
          await iframe(page).waitFor();
          // The panel ends above the launcher, so that the bar is seen in full.
          const panel = await iframe(page).boundingBox();
          expect((panel?.y ?? 0) + (panel?.height ?? 800)).toBeLessThanOrEqual(736);
        } else if (!('mode' in config)) await untilHidden(page);
        for (const button of ['Order as a gift', 'Go to checkout'])
          await page.getByRole('button', { name: button }).click({ timeout: 5_000 });
        expect(await page.evaluate(() => window.bought)).toBe(2);
        expect(await taken(page)).toEqual([]);
      } catch (error) {
        failed.push(`${name}: ${String(error).replace(/\s+/g, ' ').slice(0, 300)}`);
      }
      await page.evaluate(() => {
        window.ServiceWidget.destroy();
        window.bought = 0;
      });
      await launcher(page).waitFor({ state: 'detached' });
    }
    expect(failed).toEqual([]);
  });
});
