// @vitest-environment node
/** Requests that are lost while the chat loads: its launcher stays, nothing claims what isn’t so, and the chat comes when the network is back. */
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ServiceWidget } from '../../../../src/index.js';
import { eventually, heardBy, html, inline, launcher, ready, record, seen, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget };

const pages = useSitePages();
const LISTEN = inline(`addEventListener('load', () => { ${record('error')} })`);
const FRAME = '**/widget/demo*';
/** What the page asks the server, and loads later. */
const LATER = /embed[/]v1[/]demo[.]js[?]/;
const QUESTION = /embed[/]v1[/]demo[.]js[?]about=/;

const openPage = (attributes = 'data-prefetch="intent"', options = {}) =>
  pages.open(html(pages.inboxTag('demo', attributes) + LISTEN), {}, options);
const call = (page: Page, name: 'open' | 'isReady'): Promise<unknown> =>
  page.evaluate((name) => window.ServiceWidget[name](), name);
const goOnline = (page: Page): Promise<void> => page.evaluate(() => void dispatchEvent(new Event('online')));
/** The frame was asked to open, though no one has clicked again. */
const untilOpened = async (page: Page): Promise<void> => {
  await ready(page);
  await eventually(async () => expect(await heardBy(page, 'open')).not.toEqual([]));
};

describe('a chat of which a request is lost', () => {
  it('stays where the network is gone at the click, and opens when it is back', async () => {
    const { page, warnings } = await openPage();
    await launcher(page).waitFor();
    await page.context().setOffline(true);
    await launcher(page).click();
    await eventually(async () => expect(await seen(page)).toMatchObject([{ code: 'script_refused' }]));
    expect(warnings.join()).toContain('no network');
    expect(await call(page, 'open')).toBe(false);
    expect(await launcher(page).isVisible()).toBe(true);
    await page.context().setOffline(false);
    await untilOpened(page);
    expect(await call(page, 'open')).toBe(true);
    expect(await seen(page)).toHaveLength(1);
  });

  it('tries again at once when it is clicked once more, and when the page calls init again', async () => {
    for (const again of ['click', 'init'] as const) {
      const { page } = await openPage();
      await launcher(page).waitFor();
      await page.route(LATER, (route) => route.abort());
      await page.route(FRAME, (route) => route.abort());
      await launcher(page).click();
      await eventually(async () => expect(await seen(page)).toHaveLength(1));
      // From here on, no timer ends by itself.
      await page.clock.install();
      await page.unroute(LATER);
      await page.unroute(FRAME);
      if (again === 'click') await launcher(page).click();
      else
        expect(await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo', prefetch: 'intent' }))).toBe(
          true,
        );
      await untilOpened(page);
    }
  });

  it('stays where a Wi-Fi answers with its own page, says so, and opens after the login', async () => {
    const { page, warnings } = await openPage();
    const portal = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Log in</h1>' });
    await launcher(page).waitFor();
    await page.route(FRAME, portal);
    await page.route(QUESTION, portal);
    await launcher(page).click();
    await eventually(async () =>
      expect(await seen(page)).toEqual([
        { code: 'frame_unreachable', message: expect.stringContaining('does not answer: no network') },
      ]),
    );
    expect(warnings).toHaveLength(1);
    expect([await call(page, 'open'), await call(page, 'isReady')]).toEqual([false, false]);
    expect(await launcher(page).isVisible()).toBe(true);
    await page.unroute(FRAME);
    await page.unroute(QUESTION);
    await goOnline(page);
    await untilOpened(page);
    expect(await call(page, 'open')).toBe(true);
    expect(warnings).toHaveLength(1);
  });

  it('loads its document again, once, where the server answers', async () => {
    const { page, warnings } = await openPage();
    await launcher(page).waitFor();
    await page.route(FRAME, (route) => route.abort(), { times: 1 });
    await launcher(page).click();
    await untilOpened(page);
    expect(warnings).toEqual([]);
  });

  it('waits for a document that takes long', async () => {
    const { page } = await openPage('data-prefetch="intent"', { clock: true });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(FRAME, async (route) => {
      await held;
      await route.continue();
    });
    await launcher(page).click();
    await eventually(async () => expect(await page.locator('iframe').count()).toBe(1));
    await page.waitForFunction(() => document.querySelector('iframe')?.title);
    await page.clock.runFor(11_000);
    await eventually(async () => expect(await seen(page)).toMatchObject([{ code: 'frame_unreachable' }]));
    expect(await launcher(page).isVisible()).toBe(true);
    expect(await call(page, 'open')).toBe(false);
    release();
    await untilOpened(page);
  });

  it('embedded in the page: comes by itself', async () => {
    const { page } = await pages.open(html(`<div id="help" style="height:400px"></div>${pages.tag('')}`));
    await page.waitForFunction(() => window.ServiceWidget?.version);
    const later = /embed[/]v1[.]js[?]/;
    await page.route(later, (route) => route.abort());
    await page.route(FRAME, (route) => route.abort());
    await page.evaluate(record('error'));
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', containerId: 'help' }));
    await eventually(async () => expect(await seen(page)).toMatchObject([{ code: 'script_refused' }]));
    await page.unroute(later);
    await page.unroute(FRAME);
    await goOnline(page);
    await ready(page);
    await page.locator('#help iframe').waitFor({ state: 'visible' });
    expect(await page.locator('iframe').count()).toBe(1);
  });
});
