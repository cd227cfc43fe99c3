// @vitest-environment node
/**
 * Pages whose root element moves or cuts everything that is fixed: smooth scrolling, off-canvas menus and page transitions set a
 * transform on `<html>`. `npm test` runs one case, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { chatFrame, html, iframe, launcher, PANEL, ready, shape, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; mark: string };

const pages = useSitePages();

/** The launcher in a window of 1,280 by 800. */
const CORNER = { x: 1_208, y: 728, width: 56, height: 56 } as const;

const ROOTS = {
  transform: 'transform:translateX(0)',
  'a transform that moves': 'transform:translateX(200px)',
  'a transform that turns': 'transform:rotate(180deg)',
  translate: 'translate:0 0 1px',
  rotate: 'rotate:360deg',
  scale: 'scale:.99',
  perspective: 'perspective:800px',
  'transform-style': 'transform-style:preserve-3d',
  'offset-path': 'offset-path:path("M0 0L10 10")',
  'will-change: transform': 'will-change:transform',
  'contain: layout': 'contain:layout',
  'contain: paint': 'contain:paint',
  'contain: strict': 'contain:strict',
  'content-visibility': 'content-visibility:auto',
  'a scroll container': 'height:100%;overflow:auto;transform:translateZ(0)',
  'a narrow one': 'width:600px;margin:auto;transform:scale(1)',
  'written from the right': 'direction:rtl;transform:translateX(0)',
  'vertical writing': 'writing-mode:vertical-rl;transform:translateX(0)',
  filter: 'filter:grayscale(1)',
  'a stacking order': 'position:relative;z-index:0;isolation:isolate',
} as const;
type Root = keyof typeof ROOTS;
const names = dailyNames(Object.keys(ROOTS) as Root[], ['transform']);

const open = async () => {
  const opened = await pages.open(
    html(`<main style="height:3000px;width:1200px"><h1>Shop</h1></main>${pages.tag('')}`, '<style id="case"></style>'),
  );
  await opened.page.waitForFunction(() => window.ServiceWidget?.version);
  return opened;
};

const setRoot = (page: Page, name: Root | null): Promise<void> =>
  page.evaluate(
    (css) => {
      (document.getElementById('case') as HTMLElement).textContent = `.moved{${css}}`;
      document.documentElement.className = css && 'moved';
      scrollTo(0, 400);
    },
    name ? ROOTS[name] : '',
  );

const start = async (page: Page): Promise<void> => {
  await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo' }));
  await ready(page);
  await launcher(page).waitFor();
};

const hits = (page: Page, { x, y, width, height }: typeof CORNER | typeof PANEL): Promise<string | undefined> =>
  page.evaluate(
    ([x, y]) => document.elementFromPoint(x as number, y as number)?.localName,
    [x + width / 2, y + height / 2],
  );

/** Waits until launcher and open panel are where they belong, and can be clicked. */
async function isInPlace(page: Page, isOpen: boolean): Promise<void> {
  await expect.poll(() => launcher(page).boundingBox(), { timeout: 10_000 }).toEqual(CORNER);
  await expect.poll(() => hits(page, CORNER), { timeout: 10_000 }).toBe('service-launcher');
  if (!isOpen) return;
  await expect.poll(() => iframe(page).boundingBox(), { timeout: 10_000 }).toEqual(PANEL);
  await expect.poll(() => hits(page, PANEL), { timeout: 10_000 }).toBe('iframe');
}

describe('the chat is in the corner of the window, whatever the root element has', () => {
  const failures = async (run: (page: Page, name: Root) => Promise<void>): Promise<readonly string[]> => {
    const { page, warnings, exceptions } = await open();
    const failed: string[] = [];
    for (const name of names) {
      try {
        await run(page, name);
      } catch (error) {
        failed.push(`${name}: ${String(error).replace(/\s+/g, ' ').slice(0, 300)}`);
      }
      await page.evaluate(() => window.ServiceWidget.destroy());
      await setRoot(page, null);
    }
    return [...failed, ...warnings, ...exceptions];
  };

  it('from the beginning', async () => {
    const failed = await failures(async (page, name) => {
      await setRoot(page, name);
      await start(page);
      await isInPlace(page, false);
      await shape(page, 'panel');
      await isInPlace(page, true);
    });
    expect(failed).toEqual([]);
  });

  it('from a moment on at which the chat is open, whose frame is not reloaded', async () => {
    const failed = await failures(async (page, name) => {
      await start(page);
      await shape(page, 'panel');
      await isInPlace(page, true);
      await chatFrame(page).evaluate(() => Object.assign(window, { mark: 'the same' }));
      await setRoot(page, name);
      await isInPlace(page, true);
      expect(await chatFrame(page).evaluate(() => window.mark)).toBe('the same');
    });
    expect(failed).toEqual([]);
  });
});

it('without a need, the chat is in no top layer: what the page stacks above it is above it', async () => {
  const { page } = await open();
  await start(page);
  await shape(page, 'panel');
  await isInPlace(page, true);
  await page.evaluate(() => {
    const toast = document.createElement('aside');
    toast.style.cssText = 'position:fixed;inset:0;z-index:2147483647';
    document.body.append(toast);
    document.documentElement.style.setProperty('--service-widget-z-index', '40');
  });
  expect([await hits(page, CORNER), await hits(page, PANEL)]).toEqual(['aside', 'aside']);
});
