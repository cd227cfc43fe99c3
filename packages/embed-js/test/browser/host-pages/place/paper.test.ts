// @vitest-environment node
/**
 * The chat on paper: a page that is printed shows nothing of it, in whichever state it is, and everything is there afterwards. `npm test`
 * runs one case, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { html, iframe, launcher, ready, shape, untilVisible, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; printed: string[] };

const pages = useSitePages();
const OWN = '<style>@media print { iframe[title="Chat"] { display: none !important } }</style>';

interface Case {
  readonly head?: string;
  readonly attributes?: string;
  readonly before?: (page: Page) => Promise<unknown>;
  /** Whether the panel is open, and whether the page draws a launcher. */
  readonly open: boolean;
  readonly launcher: boolean;
}

const CASES: Readonly<Record<string, Case>> = {
  'an open panel': { open: true, launcher: true },
  'a closed chat': { open: false, launcher: true },
  'a page with a rule of its own': { head: OWN, open: true, launcher: true },
  'a panel that covers a narrow page': {
    before: (page) => page.setViewportSize({ width: 400, height: 700 }),
    open: true,
    launcher: false,
  },
  'a chat in the top layer': { head: '<style>html{transform:scale(1)}</style>', open: true, launcher: true },
  'a chat without a launcher': { attributes: 'data-launcher="false"', open: true, launcher: false },
  'a launcher with options': { attributes: 'data-launcher-size="64"', open: false, launcher: true },
  'a panel on the left': { attributes: 'data-position="left"', open: true, launcher: true },
};

/** What is drawn of the chat while the page is printed. */
async function print(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    window.printed = [];
    matchMedia('print').addEventListener('change', ({ matches }) => {
      const box = document.querySelector('service-launcher')?.shadowRoot?.querySelector('div');
      const drawn = [document.querySelector('iframe'), box].filter((each) => each?.getClientRects().length);
      if (matches) window.printed.push(`${drawn.length} drawn`);
    });
  });
  await page.pdf();
  return page.evaluate(() => window.printed);
}

it('of a line in the page, the line is printed, and not the panel that it has opened', async () => {
  const { page } = await pages.open(
    html(
      `<h1>Your order</h1><div id="c"></div>${pages.tag('data-inbox-id="demo" data-mode="prompt-input" data-container-id="c"')}`,
    ),
  );
  await ready(page);
  await shape(page, 'panel');
  await expect.poll(async () => (await iframe(page).boundingBox())?.height).toBeGreaterThan(500);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await iframe(page).boundingBox())?.height).toBe(72);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(async () => (await iframe(page).boundingBox())?.height).toBeGreaterThan(500);
});

describe('nothing of the chat is printed', () => {
  it.each(dailyNames(Object.keys(CASES), ['an open panel']))('%s', async (name) => {
    const { head, attributes = '', before, open, launcher: drawn } = CASES[name] as Case;
    const { page, warnings } = await pages.open(
      html(`<h1>Your order</h1>${pages.tag(`data-inbox-id="demo" ${attributes}`)}`, head),
    );
    await before?.(page);
    await ready(page);
    if (open) {
      await shape(page, 'panel');
      await untilVisible(page);
    }
    expect(await print(page)).toEqual(['0 drawn']);
    // Print styles may be seen on the screen, too.
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => iframe(page).isVisible()).toBe(false);
    expect(await launcher(page).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(() => iframe(page).isVisible()).toBe(open);
    await expect.poll(() => launcher(page).isVisible()).toBe(drawn);
    expect(warnings).toEqual([]);
  });
});
