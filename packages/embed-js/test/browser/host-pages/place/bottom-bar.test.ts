// @vitest-environment node
/**
 * What the owner of a page decides about the chat on it: a phone's bar at the bottom of the page stays free, and rules of the
 * page's style sheet win. Several cases share a page. `npm test` runs one case of each kind, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { eventually, heardBy, html, iframe, launcher, PANEL, ready, shape, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; tapped: string[] };

const pages = useSitePages();

/** A shop on a phone, with a bar of 56 pixels whose last entry is where the launcher is by default. */
const BAR = `<style>nav{position:fixed;inset:auto 0 0;height:56px;display:flex;background:#222}nav button{flex:1}</style>
  <h1>Shop</h1><nav>${['Home', 'Search', 'Saved', 'Basket']
    .map((name) => `<button onclick="(window.tapped ??= []).push('${name}')">${name}</button>`)
    .join('')}<button id="ask">Help</button><a href="#bar" data-service-open>Us</a></nav>`;
const BAR_HEIGHT = 56;

interface Decision {
  readonly css?: string;
  readonly config?: object;
  /** The chat's own launcher is shown. Default true. */
  readonly isShown?: boolean;
  /** Selects the button of the page that opens the chat. */
  readonly opener?: string;
}
const DECISIONS: Readonly<Record<string, Decision>> = {
  'an offset in init': { config: { launcher: { offset: { y: 72 } } } },
  'an offset in init, on the left': { config: { position: 'left', launcher: { offset: { x: 8, y: 64 } } } },
  'a property in the style sheet': { css: ':root{--service-widget-inset-y:72px}' },
  'a property for narrow windows': { css: '@media(max-width:600px){:root{--service-widget-inset-y:72px}}' },
  'a property with a sum': { css: ':root{--bar:56px;--service-widget-inset-y:calc(var(--bar) + 1rem)}' },
  'a property on the page’s root by its class': { css: 'html{--service-widget-inset-y:5rem}' },
  'a larger launcher above the bar': { config: { launcher: { size: 80, offset: { y: 60 } } } },
  'no launcher': { config: { launcher: false }, isShown: false },
  'a button of the bar': { config: { launcher: { element: 'ask' } }, isShown: false, opener: '#ask' },
  'no launcher on this path': { config: { launcher: { hideOn: ['/*'] } }, isShown: false },
  'a rule that hides it': { css: 'service-launcher{display:none!important}', isShown: false },
  'a rule that hides it, without !important': { css: 'html service-launcher{display:none}', isShown: false },
};

const start = (page: Page, config: object): Promise<unknown> =>
  page.evaluate((given) => window.ServiceWidget.init(given), { inboxId: 'demo', ...config });
const setCss = (page: Page, css: string): Promise<void> =>
  page.evaluate((css) => {
    const sheet = document.getElementById('case') ?? document.head.appendChild(document.createElement('style'));
    sheet.id = 'case';
    sheet.textContent = css;
  }, css);

describe('a bar at the bottom of a phone’s page', () => {
  it('can be tapped at each of its entries, and the chat opens, with', async () => {
    const { page } = await pages.open(html(BAR + pages.tag('')), {}, { touch: true });
    await page.setViewportSize({ width: 390, height: 780 });
    await page.waitForFunction(() => window.ServiceWidget?.version);
    const failed: string[] = [];
    for (const name of dailyNames(Object.keys(DECISIONS), ['an offset in init', 'a property in the style sheet'])) {
      const { css = '', config = {}, isShown = true, opener = '[data-service-open]' } = DECISIONS[name] as Decision;
      await setCss(page, css);
      await start(page, config);
      await ready(page);
      try {
        if (isShown) {
          await launcher(page).waitFor();
          const box = await launcher(page).boundingBox();
          expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780 - BAR_HEIGHT);
        } else expect(await launcher(page).isVisible()).toBe(false);
        for (const entry of ['Home', 'Search', 'Saved', 'Basket'])
          await page.getByRole('button', { name: entry }).tap({ timeout: 5_000 });
        expect(await page.evaluate(() => window.tapped.splice(0))).toEqual(['Home', 'Search', 'Saved', 'Basket']);
        expect(await heardBy(page, 'open')).toEqual([]);
        await (isShown ? launcher(page) : page.locator(opener)).tap({ timeout: 5_000 });
        await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
      } catch (error) {
        failed.push(`${name}: ${String(error).replace(/\s+/g, ' ').slice(0, 300)}`);
      }
      await page.evaluate(() => window.ServiceWidget.destroy());
    }
    expect(failed).toEqual([]);
  });
});

/** What the owner's style sheet says, and what is then true of the open panel. */
const RULES: Readonly<Record<string, { readonly css: string; readonly box?: object; readonly isSeen?: boolean }>> = {
  'hides it by its title': { css: 'iframe[title="Chat"]{display:none!important}', isSeen: false },
  'hides it in a layer': { css: '@layer shop{iframe[title="Chat"]{display:none!important}}', isSeen: false },
  'hides it by its address': { css: 'html > iframe[src*="/widget/"]{display:none!important}', isSeen: false },
  'hides it in narrow windows only': {
    css: '@media(max-width:600px){iframe[title="Chat"]{display:none!important}}',
    box: PANEL,
  },
  'moves it with the launcher': {
    css: ':root{--service-widget-inset-x:40px;--service-widget-inset-y:60px}',
    box: { ...PANEL, x: 840, height: 656 },
  },
  // A panel that were lifted so would have its header above the window.
  'lifts every frame of that name': { css: 'iframe[title="Chat"]{bottom:64px!important}', box: PANEL },
  'is for all frames': {
    css: 'iframe{max-width:100%!important;width:100%!important;height:auto!important}',
    box: PANEL,
  },
};

describe('a rule of the page’s owner', () => {
  it('decides whether the open panel is seen and where, and leaves it whole', async () => {
    const { page } = await pages.open(html(`<h1>Shop</h1>${pages.tag()}`));
    await ready(page);
    await shape(page, 'panel');
    await iframe(page).waitFor();
    const failed: string[] = [];
    for (const name of dailyNames(Object.keys(RULES), ['hides it by its title'])) {
      const { css, box, isSeen = true } = RULES[name] as (typeof RULES)[string];
      await setCss(page, css);
      try {
        expect(await iframe(page).isVisible()).toBe(isSeen);
        if (box) expect(await iframe(page).boundingBox()).toEqual(box);
      } catch (error) {
        failed.push(`${name}: ${String(error).replace(/\s+/g, ' ').slice(0, 300)}`);
      }
    }
    expect(failed).toEqual([]);
  });
});
