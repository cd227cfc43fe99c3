// @vitest-environment node
/** An open chat on a page that replaces its body or is loaded again. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ServiceWidget } from '../../../../src/index.js';
import {
  eventually,
  heardBy,
  html,
  iframe,
  launcher,
  ready,
  say,
  shape,
  untilHidden,
  untilVisible,
  useSitePages,
} from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; errors: string[]; agree(): void };

const pages = useSitePages();

describe('an open chat', () => {
  const mayStore = async (page: Page): Promise<void> => {
    await ready(page);
    await say(page, { t: 'open-marker', stores: true });
  };
  it('stays as it is when the page replaces its body', async () => {
    const { page } = await pages.open(html(`<h1>A</h1>${pages.tag()}`));
    await ready(page);
    await shape(page, 'panel');
    await untilVisible(page);
    await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
    expect(await iframe(page).isVisible()).toBe(true);
    expect(await launcher(page).isVisible()).toBe(true);
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(true);
  });

  it('is open again after a reload, without the focus, and a closed one stays closed', async () => {
    const { page } = await pages.open(html(`<h1>A</h1>${pages.tag()}`));
    await mayStore(page);
    await shape(page, 'panel');
    await untilVisible(page);
    await page.reload();
    await ready(page);
    await eventually(async () => expect(await heardBy(page, 'open')).toEqual([{ t: 'open' }]));
    // No time passes.
    await page.evaluate(() => Object.assign(Date, { now: () => 1_000 }));
    await shape(page, 'panel');
    await untilVisible(page);
    // The click was meant for the closed chat that was there a moment ago.
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(2));
    expect(await heardBy(page, 'close')).toEqual([]);
    await mayStore(page);
    await shape(page, 'launcher');
    await untilHidden(page);
    await page.reload();
    await ready(page);
    expect(await heardBy(page, 'open')).toEqual([]);
  });

  it('is not remembered before the frame allows it, nor when it no longer does', async () => {
    const { page } = await pages.open(html(`<h1>A</h1>${pages.tag()}`));
    const stored = (): Promise<number> => page.evaluate(() => sessionStorage.length);
    await ready(page);
    await shape(page, 'panel');
    await untilVisible(page);
    expect(await stored()).toBe(0);
    await say(page, { t: 'open-marker', stores: true });
    await eventually(async () => expect(await stored()).toBe(1));
    await say(page, { t: 'open-marker', stores: false });
    await eventually(async () => expect(await stored()).toBe(0));
  });
});
