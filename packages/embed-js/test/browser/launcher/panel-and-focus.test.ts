// @vitest-environment node
/** Launcher and panel on one page: where they are, and where the focus goes. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { QUEUE_STUB } from '../../../src/script-tag/queue-stub.js';
import {
  eventually,
  heardBy,
  html,
  iframe,
  inline,
  launcher,
  PANEL,
  ready,
  say,
  shape,
  type TestWindow,
  untilBox,
  untilHidden,
  untilVisible,
  useSitePages,
} from '../site-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { open, tag, inboxTag } = pages;

const AT_REST = 'data-prefetch="intent"';

describe('launcher and panel', () => {
  it('are separate: the launcher stays while the panel opens above it, and no transparent frame covers the page', async () => {
    const { page } = await open(html(`<div style="height:5000px" id="text"></div>${inboxTag()}`));
    await ready(page);
    const at = (x: number, y: number): Promise<string | undefined> =>
      page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.localName, [x, y] as const);
    expect(await at(PANEL.x + 200, PANEL.y + 300)).toBe('div');
    await launcher(page).click();
    await shape(page, 'panel');
    await untilVisible(page);
    await untilBox(page, PANEL);
    expect(await at(PANEL.x + 200, PANEL.y + 300)).toBe('iframe');
    expect(await launcher(page).isVisible()).toBe(true);
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('true');
    for (const [x, y] of [
      [PANEL.x - 4, 400],
      [PANEL.x + 200, PANEL.y + PANEL.height + 6],
      [1_270, 400],
    ] as const)
      expect(await at(x, y)).toBe('div');
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'close')).toHaveLength(1));
    await shape(page, 'launcher');
    await untilHidden(page);
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('false');
  });

  it('are where options put them, and the page’s properties come first', async () => {
    const attributes =
      'data-position="left" data-launcher-offset-x="30" data-launcher-offset-y="50" data-launcher-size="60" data-launcher-z-index="7"';
    const { page } = await open(html(inboxTag('demo', attributes)));
    await ready(page);
    expect(await launcher(page).boundingBox()).toEqual({ x: 30, y: 690, width: 60, height: 60 });
    await shape(page, 'panel');
    await untilBox(page, { x: 30, y: 16, width: 400, height: 800 - 16 - 50 - 60 - 12 });
    const zIndex = () => iframe(page).evaluate((frame) => getComputedStyle(frame).zIndex);
    expect(await zIndex()).toBe('7');
    await page.evaluate(() => {
      for (const [name, value] of Object.entries({
        'inset-x': '20px',
        'inset-y': '100px',
        size: '50px',
        'z-index': '9',
      }))
        document.documentElement.style.setProperty(`--service-widget-${name}`, value);
    });
    await eventually(async () =>
      expect(await launcher(page).boundingBox()).toEqual({ x: 20, y: 650, width: 50, height: 50 }),
    );
    await untilBox(page, { x: 20, y: 16, width: 400, height: 800 - 16 - 100 - 50 - 12 });
    expect(await zIndex()).toBe('9');
  });

  it('keep the panel usable and in the window, however far away the launcher is', async () => {
    const { page } = await open(html(inboxTag('demo', 'data-launcher-offset-x="1000" data-launcher-offset-y="700"')));
    await ready(page);
    await shape(page, 'panel');
    await untilBox(page, { x: 16, y: 16, width: 400, height: 240 });
  });

  it('follow the window and an on-screen keyboard', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await shape(page, 'panel');
    await page.setViewportSize({ width: 900, height: 1_000 });
    await untilBox(page, { x: 484, y: 1_000 - 84 - 720, width: 400, height: 720 });
    await page.evaluate(() => {
      const seen = window.visualViewport as VisualViewport;
      Object.defineProperty(seen, 'height', { value: 600, configurable: true });
      Object.defineProperty(seen, 'offsetTop', { value: 100, configurable: true });
      seen.dispatchEvent(new Event('resize'));
    });
    // From 16 pixels below the top of what is visible to 12 pixels above the keyboard.
    await untilBox(page, { x: 484, y: 116, width: 400, height: 600 - 16 - 12 });
  });

  it('on a phone the panel covers the page, and the launcher is neither shown nor reachable', async () => {
    const { page } = await open(html(`<button>Shop</button><div style="height:5000px"></div>${inboxTag()}`));
    await ready(page);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await iframe(page).isVisible()).toBe(false);
    await launcher(page).click();
    await shape(page, 'fullscreen', 16);
    await untilVisible(page);
    await untilBox(page, { x: 0, y: 0, width: 390, height: 800 });
    await launcher(page).waitFor({ state: 'hidden' });
    expect(await iframe(page).evaluate((frame) => getComputedStyle(frame).borderRadius)).toBe('0px');
    await shape(page, 'launcher');
    await launcher(page).waitFor();
    await untilHidden(page);
  });

  it('the panel has the corners that the theme gives it, a border with forced colors, and no motion where it is reduced', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    const style = (name: string): Promise<string> =>
      iframe(page).evaluate((frame, name) => getComputedStyle(frame).getPropertyValue(name), name);
    await shape(page, 'panel', 24);
    await untilVisible(page);
    expect(await style('border-radius')).toBe('24px');
    expect(await style('transition-duration')).not.toMatch(/^0s$/);
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await shape(page, 'launcher');
    await shape(page, 'panel', 8);
    await eventually(async () => expect(await style('border-radius')).toBe('8px'));
    expect(await style('transition-property')).toBe('none');
    expect(await style('outline-style')).toBe('solid');
    expect(await style('outline-color')).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('survive a router that replaces the body', async () => {
    const { page } = await open(html(inboxTag('demo', AT_REST)));
    await launcher(page).waitFor();
    await page.evaluate(() => document.documentElement.replaceChild(document.createElement('body'), document.body));
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
  });

  it('`launcher: false`: the page opens the chat, whose panel is at the edge of the window', async () => {
    const { page } = await open(html(inboxTag('demo', 'data-launcher="false"')));
    await ready(page);
    expect(await page.locator('service-launcher').count()).toBe(0);
    await page.evaluate(() => window.ServiceWidget.open());
    await shape(page, 'panel');
    await untilBox(page, { x: 864, y: 64, width: 400, height: 720 });
  });
});

describe('the focus', () => {
  const active = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.localName);
  /** The bare frame answers as the widget does. */
  const openPanel = async (page: Page): Promise<void> => {
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    await shape(page, 'panel');
    await untilVisible(page);
  };

  it('goes into the panel that the launcher opens, and back to the launcher', async () => {
    const { page } = await open(html(`<button>Shop</button>${inboxTag()}`));
    await ready(page);
    await launcher(page).focus();
    await page.keyboard.press('Enter');
    await openPanel(page);
    expect(await heardBy(page, 'open')).toEqual([{ t: 'open', byVisitor: true, byKeyboard: true }]);
    await eventually(async () => expect(await active(page)).toBe('iframe'));
    await shape(page, 'launcher');
    await eventually(async () => expect(await active(page)).toBe('service-launcher'));
    expect(
      await launcher(page).evaluate((button) => button === (button.getRootNode() as ShadowRoot).activeElement),
    ).toBe(true);
  });

  it('goes back to the launcher that a covering panel had hidden', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    await shape(page, 'fullscreen');
    await eventually(async () => expect(await active(page)).toBe('iframe'));
    await shape(page, 'launcher');
    await say(page, { t: 'blur' });
    await eventually(async () => expect(await active(page)).toBe('service-launcher'));
  });

  it('goes back to the button of the page that has opened the chat', async () => {
    const { page } = await open(html(`<button onclick="ServiceWidget.open()">Ask us</button>${inboxTag()}`));
    await ready(page);
    await page.getByRole('button', { name: 'Ask us' }).click();
    await openPanel(page);
    await eventually(async () => expect(await active(page)).toBe('iframe'));
    await shape(page, 'launcher');
    await eventually(async () => expect(await active(page)).toBe('button'));
  });

  it('stays where it is when the page opens the chat by itself', async () => {
    const { page } = await open(html(`<input>${inboxTag()}`));
    await ready(page);
    await page.evaluate(() => {
      document.querySelector('input')?.focus();
      // A script that a test runs counts as a click.
      Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } });
      window.ServiceWidget.open();
    });
    await openPanel(page);
    expect(await active(page)).toBe('input');
    await shape(page, 'launcher');
    await untilHidden(page);
    expect(await active(page)).toBe('input');
  });

  it('Escape on the launcher closes the panel above it', async () => {
    const { page } = await open(html(inboxTag()));
    await ready(page);
    await launcher(page).focus();
    await page.keyboard.press('Escape');
    await shape(page, 'panel');
    await untilVisible(page);
    await page.keyboard.press('Escape');
    await eventually(async () => expect(await heardBy(page, 'close')).toHaveLength(1));
  });
});

describe('a button of the page’s own', () => {
  const init = (element: string): string =>
    `ServiceWidget.init({ inboxId: 'demo', prefetch: 'intent', launcher: { element: ${element} } })`;
  it.each([
    ['itself', "document.getElementById('help')"],
    ['by its id', "'help'"],
  ])('%s is the launcher: named by the page, it opens the chat and gets the focus back', async (_how, element) => {
    const body = `<button id="help">Help</button>${inline(QUEUE_STUB + init(element))}`;
    const { page, warnings } = await open(html(body + tag('')));
    const button = page.getByRole('button', { name: 'Help' });
    await eventually(async () => expect(await button.getAttribute('aria-expanded')).toBe('false'));
    expect(await launcher(page).count()).toBe(0);
    await button.click();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    await shape(page, 'panel');
    await untilVisible(page);
    await untilBox(page, { x: 864, y: 64, width: 400, height: 720 });
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await eventually(async () => expect(await page.evaluate(() => document.activeElement?.localName)).toBe('iframe'));
    await shape(page, 'launcher');
    await eventually(async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe('help'));
    await page.evaluate(`${init(element)}; ServiceWidget.destroy()`);
    expect(await button.getAttribute('aria-expanded')).toBeNull();
    expect(warnings).toEqual([]);
  });
});
