// @vitest-environment node
/** The launcher on pages of all kinds: where it is, what the page decides, and what stays of the page as it was. */

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyShare } from '../../../../../test/support/runs/daily.js';
import { act, CORNER, draw, eventually, launcherOf, STRICT_POLICY, useLauncherPages } from './launcher-page.js';

const { open } = useLauncherPages();

const boxOf = async (page: Page): Promise<unknown> => launcherOf(page).boundingBox();
const styleOf = (page: Page, name: string): Promise<string> =>
  launcherOf(page).evaluate((button, property) => getComputedStyle(button).getPropertyValue(property), name);
const isShown = (page: Page): Promise<boolean> => launcherOf(page).isVisible();

describe('the place of the launcher', () => {
  it('is 16 pixels from the corner and 56 pixels wide, on the side that was chosen', async () => {
    const { page } = await open();
    await draw(page);
    expect(await boxOf(page)).toEqual(CORNER);
    await act(page, (launcher) => launcher.remove());
    await draw(page, { position: 'left' });
    expect(await boxOf(page)).toEqual({ ...CORNER, x: 16 });
  });

  it('does not depend on the writing direction', async () => {
    const { page } = await open('<script></script>');
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await draw(page, { language: 'ar', unread: 12 });
    expect(await boxOf(page)).toEqual(CORNER);
    const badge = page.locator('service-launcher span');
    expect(await badge.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  });

  it('and size and stacking are the options’', async () => {
    const { page } = await open();
    await draw(page, { options: { offset: { x: 100, y: 0 }, size: 72, zIndex: 40 } });
    expect(await boxOf(page)).toEqual({ x: 1_108, y: 728, width: 72, height: 72 });
    expect(await page.locator('service-launcher > div').evaluate((box) => getComputedStyle(box).zIndex)).toBe('40');
  });

  it('and size and stacking are the page’s by its properties, also later and before the options', async () => {
    const { page } = await open();
    await draw(page, { options: { offset: { x: 100, y: 100 }, size: 72, zIndex: 40 } });
    await page.addStyleTag({
      content: `:root { --service-widget-inset-x: 10px; --service-widget-inset-y: 2rem; --service-widget-size: 64px; --service-widget-z-index: 7 }
        @media (width < 600px) { :root { --service-widget-inset-x: 1px } }`,
    });
    expect(await boxOf(page)).toEqual({ x: 1_206, y: 704, width: 64, height: 64 });
    expect(await page.locator('service-launcher > div').evaluate((box) => getComputedStyle(box).zIndex)).toBe('7');
    await page.setViewportSize({ width: 400, height: 600 });
    expect(await boxOf(page)).toEqual({ x: 335, y: 504, width: 64, height: 64 });
  });

  it('is clear of a phone’s bars and round corners', async () => {
    const { page } = await open('<meta name="viewport" content="width=device-width, viewport-fit=cover">');
    await draw(page);
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34, right: 10 } });
    await eventually(async () => expect(await boxOf(page)).toEqual({ ...CORNER, x: 1_198, y: 694 }));
  });

  it('leaves a target of 44 pixels, whatever the page asks for', async () => {
    const { page } = await open('<style>:root { --service-widget-size: 20px }</style>');
    await draw(page);
    expect(await boxOf(page)).toMatchObject({ width: 44, height: 44 });
  });

  it('is not taken by the corners around the circle: a click there reaches the page', async () => {
    const { page } = await open();
    await draw(page);
    const hit = (x: number, y: number): Promise<string | undefined> =>
      page.evaluate(([x, y]) => document.elementFromPoint(x as number, y as number)?.localName, [x, y]);
    expect(await hit(1_236, 756)).toBe('service-launcher');
    expect(await hit(1_210, 730)).not.toBe('service-launcher');
  });
});

describe('what can’t be used in the options', () => {
  it.each(
    dailyShare(
      [
        ['a text', 'round'],
        ['numbers out of range', { offset: { x: -1, y: 2_000 }, size: 12, zIndex: -1 }],
        ['texts for numbers', { offset: { x: '1px', y: [1] }, size: '60', zIndex: '9' }],
        ['no path for the icon', { icon: 'M0 0"/><script>' }],
        ['others', { hideOn: '/page', element: 7, offset: 3 }],
      ],
      3,
    ),
  )('is as if it weren’t there: %s', async (_what, options) => {
    const { page } = await open();
    await draw(page);
    const usual = await launcherOf(page).locator('path').getAttribute('d');
    await act(page, (launcher) => launcher.remove());
    await draw(page, { options });
    expect(await boxOf(page)).toEqual(CORNER);
    expect(await launcherOf(page).locator('path').getAttribute('d')).toBe(usual);
  });

  it('is as if it weren’t there: a getter that throws', async () => {
    const { page } = await open();
    await page.evaluate(() => {
      const create = (window as unknown as { createLauncher(parts: object): object }).createLauncher;
      const hostile = Object.defineProperty({}, 'size', {
        get() {
          throw new Error('boom');
        },
      });
      Object.assign(window, { createLauncher: (parts: object) => create({ ...parts, options: hostile }) });
    });
    await draw(page);
    expect(await boxOf(page)).toEqual(CORNER);
  });
});

describe('the look of the launcher', () => {
  it('has the colours of the scheme, and changes with it', async () => {
    const { page } = await open();
    await draw(page);
    expect(await styleOf(page, 'background-color')).toBe('rgb(11, 100, 112)');
    await act(page, (launcher) => launcher.setScheme('dark'));
    await eventually(async () => expect(await styleOf(page, 'background-color')).toBe('rgb(98, 208, 203)'));
    await eventually(async () => expect(await styleOf(page, 'color')).toBe('rgb(13, 23, 25)'));
  });

  it.each(dailyShare(['chat', 'question', 'help', 'M2 2h20v20H2Z'], 3))('has the icon %s', async (icon) => {
    const { page } = await open();
    await draw(page, { options: { icon } });
    const path = launcherOf(page).locator('path');
    if (icon.startsWith('M')) expect(await path.getAttribute('d')).toBe(icon);
    const { x, y, width, height } = (await path.boundingBox()) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    expect(Math.abs(x + width / 2 - 1_236)).toBeLessThan(1.5);
    expect(Math.abs(y + height / 2 - 756)).toBeLessThan(1.5);
    expect(Math.max(width, height)).toBeGreaterThan(15);
    expect(Math.max(width, height)).toBeLessThanOrEqual(28);
  });

  it('has an edge and an icon in the visitor’s own colours with forced colours, and shows the focus', async () => {
    const { page } = await open();
    await draw(page, { unread: 1 });
    await page.emulateMedia({ forcedColors: 'active' });
    const system = (name: string): Promise<string> =>
      page.evaluate((color) => {
        document.body.style.color = color;
        return getComputedStyle(document.body).color;
      }, name);
    expect(await styleOf(page, 'border-top-color')).toBe(await styleOf(page, 'color'));
    expect(await styleOf(page, 'border-top-width')).toBe('2px');
    expect(await styleOf(page, 'background-color')).not.toBe('rgb(11, 100, 112)');
    expect(await styleOf(page, 'color')).toBe(await system('ButtonText'));
    expect(
      await launcherOf(page)
        .locator('path')
        .evaluate((path) => getComputedStyle(path).fill),
    ).toBe(await styleOf(page, 'color'));
    await page.keyboard.press('Tab');
    expect(await styleOf(page, 'outline-style')).toBe('solid');
    expect(await styleOf(page, 'outline-width')).toBe('3px');
  });

  it('moves only where motion is not reduced', async () => {
    const { page } = await open();
    await draw(page);
    expect(await styleOf(page, 'transition-duration')).toBe('0.18s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await styleOf(page, 'transition-duration')).toBe('0s');
  });

  it('is not printed', async () => {
    const { page } = await open();
    await draw(page);
    await page.emulateMedia({ media: 'print' });
    expect(await isShown(page)).toBe(false);
  });

  it('is the same on a page with rules for everything, and shifts nothing', async () => {
    const rude = `<style>
      *, body > *, button, div, span, svg, path { all: revert; font: 40px cursive; color: red; letter-spacing: 9px; margin: 20px; padding: 9px; border: 9px solid red; box-sizing: border-box; background: red; fill: red; max-width: 20px; position: relative; width: 100% }
      body { visibility: hidden; direction: rtl; line-height: 3; display: flex; gap: 50px; cursor: wait }
    </style><h1>Shop</h1>`;
    const { page } = await open(rude);
    const heading = page.locator('h1');
    const before = await heading.boundingBox();
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await draw(page, { unread: 3 });
    expect(await boxOf(page)).toEqual(CORNER);
    expect(await isShown(page)).toBe(true);
    expect(await styleOf(page, 'background-color')).toBe('rgb(11, 100, 112)');
    expect(await styleOf(page, 'cursor')).toBe('pointer');
    const badge = page.locator('service-launcher span');
    expect(await badge.boundingBox()).toMatchObject({ width: 22, height: 22 });
    expect(await heading.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
  });

  it.each(['', '!important'])('is on a page that hides what is not defined %s, a second one too', async (important) => {
    const { page } = await open(`<style>:not(:defined) { display: none ${important} }</style>`);
    await draw(page);
    expect(await boxOf(page)).toEqual(CORNER);
    await act(page, (launcher) => launcher.remove());
    await draw(page);
    expect(await boxOf(page)).toEqual(CORNER);
  });

  it('needs nothing that a strict policy with trusted types forbids', async () => {
    const { page, violations } = await open('', STRICT_POLICY);
    await draw(page, { unread: 1, options: { icon: 'help', hideOn: ['/none'] } });
    await act(page, (launcher) => launcher.setScheme('dark'));
    await act(page, (launcher) => launcher.setUnread(3));
    expect(await boxOf(page)).toEqual(CORNER);
    expect(await styleOf(page, 'border-radius')).toBe('50%');
    await eventually(async () => expect(await styleOf(page, 'background-color')).toBe('rgb(98, 208, 203)'));
    expect(violations).toEqual([]);
  });
});

describe('on a page of `hideOn`', () => {
  const goTo = (page: Page, path: string): Promise<void> =>
    page.evaluate((to) => history.pushState(null, '', to), path);

  it.each(
    dailyShare(
      [
        [['/checkout'], ['/checkout', '/checkout/'], ['/', '/checkout/pay', '/checkouts', '/shop/checkout']],
        [['/checkout/*'], ['/checkout', '/checkout/', '/checkout/pay', '/checkout/a/b'], ['/', '/checkouts']],
        [['/bücher', '/a b'], ['/bücher', '/a%20b'], ['/b']],
        [['/*'], ['/', '/a/b'], []],
        [['/'], ['/', '/?a=/b#/c'], ['/a']],
      ],
      3,
    ),
  )('%j: there is no launcher, wherever the page’s router goes', async (hideOn, hidden, shown) => {
    const { page } = await open();
    await draw(page, { options: { hideOn } });
    for (const [paths, visible] of [
      [hidden, false],
      [shown, true],
      [hidden, false],
    ] as const)
      for (const path of paths) {
        await goTo(page, path);
        await eventually(async () => expect([path, await isShown(page)]).toEqual([path, visible]));
      }
  });

  it('it is not there from the beginning, and is at once on another page of the router’s', async () => {
    const { page } = await open();
    await goTo(page, '/checkout');
    await draw(page, { options: { hideOn: ['/checkout'] } });
    expect(await isShown(page)).toBe(false);
    await page.evaluate(() => history.replaceState(null, '', '/other'));
    await eventually(async () => expect(await isShown(page)).toBe(true));
    await goTo(page, '/checkout');
    await eventually(async () => expect(await isShown(page)).toBe(false));
    await page.evaluate(() => history.back());
    await eventually(async () => expect(await isShown(page)).toBe(true));
  });

  it('it goes at the visitor’s next input in a browser that does not report the router’s moves', async () => {
    const { page } = await open('<div style="height:5000px"></div>');
    await page.evaluate(() => Object.defineProperty(window, 'navigation', { value: undefined }));
    await draw(page, { options: { hideOn: ['/checkout'] } });
    for (const [path, input] of [
      ['/checkout', () => page.mouse.wheel(0, 300)],
      ['/', () => page.keyboard.press('Shift')],
      ['/checkout', () => page.mouse.click(20, 20)],
      ['/', () => page.evaluate(() => history.go(-1))],
    ] as const) {
      await goTo(page, path);
      await input();
      const expected = (await page.evaluate(() => location.pathname)) !== '/checkout';
      await eventually(async () => expect(await isShown(page)).toBe(expected));
    }
  });
});
