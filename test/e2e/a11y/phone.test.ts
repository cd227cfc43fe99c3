/** The chat on a phone: it covers the page, and restores the page exactly, in whatever way the chat ends. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, frameOf, ready } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

/** Long enough for a busy machine; a passing test never waits this long. */
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

const locked = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY === 'hidden');
const covers = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const frame = document.querySelector('iframe');
    if (!frame || getComputedStyle(frame).visibility !== 'visible') return false;
    const box = frame.getBoundingClientRect();
    return box.x === 0 && box.y === 0 && box.width === innerWidth && box.height === innerHeight;
  });

/** A long page on an emulated phone, scrolled. */
async function phone(): Promise<Page> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setDeviceMetricsOverride', {
    width: 390,
    height: 844,
    deviceScaleFactor: 2,
    mobile: true,
  });
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  await page.goto(site.barePage);
  await page.evaluate(() => {
    document.body.style.height = '4000px';
    window.scrollTo(0, 900);
    window.ServiceWidget.init({ inboxId: 'demo' });
  });
  return page;
}

describe('on a phone, the open chat', () => {
  it('covers the page, does not open the keyboard by itself, and keeps the scroll position of the page', async () => {
    const page = await phone();
    const chat = chatOn(page);
    await ready(page);
    // A third-party frame is a process of its own, so touch is emulated there too.
    const inside = await page.context().newCDPSession(frameOf(page));
    await inside.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
    const style = await page.locator('html').getAttribute('style');
    await chat.open();
    await expect.poll(() => covers(page), PATIENT).toBe(true);
    await expect.poll(() => locked(page), PATIENT).toBe(true);
    // The focus is on the dialog and not in its field, which would open the keyboard over the messages.
    await expect
      .poll(() => frameOf(page).evaluate(() => document.activeElement?.getAttribute('role')), PATIENT)
      .toBe('dialog');
    await expect.poll(() => chat.panel.getAttribute('aria-modal')).toBe('true');
    expect(await page.evaluate(() => scrollY)).toBe(900);

    await chat.composer.click();
    await chat.send('can I return shoes I wore once?');
    expect(await page.evaluate(() => scrollY)).toBe(900);

    await page.frameLocator('iframe[src*="/widget/"]').locator('.close').click();
    await expect.poll(() => locked(page), PATIENT).toBe(false);
    await expect.poll(() => page.locator('html').getAttribute('style')).toBe(style);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  });

  it.each(['destroyed by the page', 'left by going to another page and back', 'made wide by turning the phone'])(
    '%s lets the page scroll again',
    async (end) => {
      const page = await phone();
      const chat = chatOn(page);
      await chat.open();
      await expect.poll(() => locked(page), PATIENT).toBe(true);
      if (end.startsWith('destroyed')) await page.evaluate(() => window.ServiceWidget.destroy());
      else if (end.startsWith('made')) {
        const tools = await page.context().newCDPSession(page);
        await tools.send('Emulation.setDeviceMetricsOverride', {
          width: 844,
          height: 390,
          deviceScaleFactor: 2,
          mobile: true,
        });
      } else {
        await page.goto(site.shop);
        await page.goBack();
        // If the page was not in the back/forward cache, its own script would start the chat again.
        if ((await page.locator('iframe').count()) === 0)
          await page.evaluate(() => {
            document.body.style.height = '4000px';
            window.ServiceWidget.init({ inboxId: 'demo' });
          });
        await ready(page);
        // In both cases the page is locked if and only if the chat covers it.
        await expect.poll(async () => (await locked(page)) === (await covers(page)), PATIENT).toBe(true);
        if (await covers(page)) await page.frameLocator('iframe[src*="/widget/"]').locator('.close').click();
      }
      await expect.poll(() => locked(page), PATIENT).toBe(false);
      await page.evaluate(() => window.scrollTo(0, 300));
      expect(await page.evaluate(() => scrollY)).toBe(300);
    },
  );

  it('covers the visible part of a page that is wider than the phone', async () => {
    const page = await phone();
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('afterbegin', '<div style="width: 520px; height: 40px">Too wide.</div>');
      window.ServiceWidget.open();
    });
    await chat.composer.waitFor();
    const seen = () =>
      page.evaluate(() => {
        const box = document.querySelector('iframe')?.getBoundingClientRect();
        const { offsetLeft = 0, width = 0 } = visualViewport ?? {};
        return { left: Math.round((box?.left ?? 0) - offsetLeft), beyond: Math.round((box?.width ?? 0) - width) };
      });
    await expect.poll(seen, PATIENT).toEqual({ left: 0, beyond: 0 });
  });

  it('stays clear of the notch and the bottom bar on a page that extends under them', async () => {
    const page = await phone();
    const tools = await page.context().newCDPSession(page);
    await page.evaluate(() =>
      document
        .querySelector('meta[name="viewport"]')
        ?.setAttribute('content', 'width=device-width, viewport-fit=cover'),
    );
    await tools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34, left: 0, right: 0 } });
    const chat = chatOn(page);
    await chat.open();
    await tools.send('Emulation.setDeviceMetricsOverride', {
      width: 391,
      height: 844,
      deviceScaleFactor: 2,
      mobile: true,
    });
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await expect
      .poll(async () => (await frame.locator('.avatar').boundingBox())?.y ?? 0, PATIENT)
      .toBeGreaterThanOrEqual(47);
    const lowest = () =>
      frameOf(page).evaluate(() =>
        Math.max(
          ...[...document.querySelectorAll('.panel button, .powered-by, textarea')].map(
            (each) => each.getBoundingClientRect().bottom,
          ),
        ),
      );
    await expect.poll(lowest, PATIENT).toBeLessThanOrEqual(844 - 34);
  });
});
