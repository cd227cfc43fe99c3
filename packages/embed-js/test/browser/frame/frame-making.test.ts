// @vitest-environment node
/** When the frame is made. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyShare } from '../../../../../test/support/runs/daily.js';
import {
  chatFrames,
  eventually,
  heardBy,
  html,
  launcher,
  ready,
  record,
  seen,
  type TestWindow,
  useSitePages,
} from '../site-pages.js';
import { atRest, connection, ENDLESS, expectNoFrame, frameIsMade, INTENT } from './frame-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { open, tag, inboxTag } = pages;

describe('the frame is made on intent or at rest, not before', () => {
  it.each<[string, (page: Page) => Promise<unknown>]>(
    dailyShare(
      [
        ['a pointer over the launcher', (page) => launcher(page).hover()],
        ['keyboard focus on the launcher', (page) => page.keyboard.press('Tab')],
        ['open()', (page) => page.evaluate(() => window.ServiceWidget.open())],
        ['toggle()', (page) => page.evaluate(() => window.ServiceWidget.toggle())],
        ['sendMessage()', (page) => page.evaluate(() => window.ServiceWidget.sendMessage('Hello'))],
        [
          'logout(), which has to delete what is in the frame',
          (page) => page.evaluate(() => window.ServiceWidget.logout()),
        ],
      ],
      3,
    ),
  )('with `intent`: by %s', async (_by, act) => {
    const { page } = await open(html(`<h1>Shop</h1>${inboxTag('demo', INTENT)}`));
    await launcher(page).waitFor();
    await atRest(page);
    await expectNoFrame(pages, page);
    await act(page);
    await ready(page);
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it('with `intent`: by a touch on the launcher', async () => {
    const { page } = await open(html(inboxTag('demo', INTENT)), {}, { touch: true });
    await launcher(page).waitFor();
    await atRest(page);
    await expectNoFrame(pages, page);
    await launcher(page).tap();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
  });

  it('with `none`: by a click, not by a pointer over the launcher', async () => {
    const { page } = await open(html(inboxTag('demo', 'data-prefetch="none"')));
    await launcher(page).hover();
    await launcher(page).focus();
    await atRest(page);
    await expectNoFrame(pages, page);
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'open')).toEqual([{ t: 'open', byVisitor: true }]));
  });

  it('by itself when the page has loaded and is idle, so that `init` leads to `isReady()` and to `ready`', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await page.evaluate(record('ready'));
    await eventually(async () => expect(await seen(page)).toHaveLength(1));
  });

  it('not before the page has loaded, and 5 seconds after `init` at the latest', async () => {
    const { page } = await open(html(ENDLESS + inboxTag()), {}, { until: 'domcontentloaded', clock: true });
    await launcher(page).waitFor();
    await page.clock.runFor(4_999);
    await expectNoFrame(pages, page);
    // 5 seconds after `init` at the latest, on a page that never has loaded.
    await page.clock.runFor(1);
    await frameIsMade(page);
  });

  it.each(
    dailyShare(
      [
        ['Save-Data', { saveData: true, effectiveType: '4g' }],
        ['a slow connection', { saveData: false, effectiveType: '3g' }],
        ['a very slow connection', { saveData: false, effectiveType: 'slow-2g' }],
      ],
      3,
    ),
  )('with %s not by itself', async (_what, state) => {
    const { page } = await open(html(inboxTag(), connection(state)), {}, { clock: true });
    await launcher(page).waitFor();
    await page.clock.runFor(10_000);
    await expectNoFrame(pages, page);
    await launcher(page).hover();
    await frameIsMade(page);
  });

  it('its controller is fetched together with it, never before', async () => {
    const { page } = await open(html(inboxTag('demo', INTENT)));
    await launcher(page).waitFor();
    await atRest(page);
    expect(pages.web.asked).toEqual(['/embed/v1/demo.js']);
    await launcher(page).hover();
    await ready(page);
    expect(pages.web.asked.filter((path) => /^[/]embed[/]v1[/]demo[.]js[?]/.test(path))).toHaveLength(1);
  });

  it('an embedded chat’s at once, or when its container comes within a screen’s height', async () => {
    const far = '<div style="height:3000px"></div><div id="chat" style="height:400px"></div>';
    const attributes = 'data-inbox-id="demo" data-mode="embedded" data-container-id="chat"';
    const { page } = await open(html(far + tag(attributes)));
    await page.waitForFunction(() => window.ServiceWidget.version);
    await atRest(page);
    await expectNoFrame(pages, page);
    // 800 pixels are seen, and as many below count as near.
    await page.evaluate(() => window.scrollTo(0, 1_350));
    await atRest(page);
    await expectNoFrame(pages, page);
    await page.evaluate(() => window.scrollTo(0, 1_450));
    await ready(page);

    const near = await open(html(`<div id="chat" style="height:400px"></div>${tag(attributes)}`));
    await ready(near.page);
  });

  it('that of an embedded chat far away is made by open(), and that of one in a hidden container at once', async () => {
    const far = '<div style="height:5000px"></div><div id="chat" style="height:400px"></div>';
    const attributes = 'data-inbox-id="demo" data-mode="prompt-input" data-container-id="chat"';
    const { page } = await open(html(far + tag(attributes)));
    await page.waitForFunction(() => window.ServiceWidget.version);
    await page.evaluate(() => window.ServiceWidget.open());
    await ready(page);
    const hidden = await open(html(`<div hidden><div id="chat"></div></div>${tag(attributes)}`));
    await ready(hidden.page);
  });
});

describe('more than one chat', () => {
  it('`ready` is emitted once for each', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await page.evaluate(() => {
      window.ServiceWidget.destroy();
      window.seen = [];
      window.ServiceWidget.on('ready', () => window.seen.push('ready'));
      window.ServiceWidget.init({ inboxId: 'demo' });
    });
    await ready(page);
    expect(await seen(page)).toEqual(['ready']);
    expect(chatFrames(page)).toHaveLength(1);
  });
});
