// @vitest-environment node
/** The launcher that the page’s script draws: how it arrives, by which script, in which colors. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { QUEUE_STUB } from '../../../src/script-tag/queue-stub.js';
import {
  chatFrame,
  eventually,
  heardBy,
  html,
  iframe,
  inline,
  launcher,
  ready,
  record,
  seen,
  shape,
  type TestWindow,
  untilBox,
  untilVisible,
  useSitePages,
} from '../site-pages.js';
import { COLORS } from '../two-origins.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { open, tag, inboxTag } = pages;

const LOADER = readFileSync(resolve(import.meta.dirname, '../../../dist/loader.js'));
const BUTTON = { x: 1_208, y: 728, width: 56, height: 56 } as const;
const AT_REST = 'data-prefetch="intent"';
const asked = (): readonly string[] => pages.web.asked.map((path) => path.replace(/[?][\w-]{43}$/, '?<hash>'));
const untilLauncherIsGone = (page: Page): Promise<void> => launcher(page).waitFor({ state: 'detached' });

describe('the script that is made for an inbox', () => {
  it('draws the launcher in the task in which it runs, with one request', async () => {
    const check = inline('window.drawn = document.querySelectorAll("service-launcher").length');
    const { page } = await open(html(inboxTag('demo', AT_REST).replace('async ', '') + check));
    expect(await page.evaluate('drawn')).toBe(1);
    expect(await launcher(page).boundingBox()).toEqual(BUTTON);
    expect(pages.web.asked).toEqual(['/embed/v1/demo.js']);
  });

  it('draws it as soon as there is a body, from the head too', async () => {
    const check = inline('window.drawn = document.querySelectorAll("service-launcher").length');
    const { page } = await open(html(check, inboxTag('demo', AT_REST).replace('async ', '')));
    expect(await page.evaluate('drawn')).toBe(1);
    expect(await launcher(page).boundingBox()).toEqual(BUTTON);
  });

  it('starts its inbox with the other attributes of its tag', async () => {
    const attributes = 'data-position="left" data-agent-name="Ada" data-launcher-size="64" data-launcher-offset-x="40"';
    const { page } = await open(html(inboxTag('demo', attributes)));
    expect(await launcher(page).boundingBox()).toMatchObject({ x: 40, width: 64, height: 64 });
    await ready(page);
    expect((await chatFrame(page).evaluate(() => window.connect)).config).toMatchObject({
      inboxId: 'demo',
      position: 'left',
      agentName: 'Ada',
      launcher: { size: 64, offset: { x: 40 } },
    });
  });

  it('leaves the start to a call of init that came before it', async () => {
    const init = `ServiceWidget.init({ inboxId: 'demo', agentName: 'Grace', prefetch: 'none' }); ServiceWidget.open()`;
    const { page, warnings } = await open(html(inline(QUEUE_STUB + init) + inboxTag('demo', 'data-agent-name="Ada"')));
    await ready(page);
    expect((await chatFrame(page).evaluate(() => window.connect)).config).toMatchObject({ agentName: 'Grace' });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['of a site that the inbox does not allow', 'elsewhere'],
    ['of an inbox that does not exist', 'missing'],
  ])('draws nothing on a page %s, and says so', async (_page, inbox) => {
    const { page, warnings } = await open(html(inline(QUEUE_STUB + record('error')) + inboxTag(inbox)));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(await seen(page)).toEqual([{ code: 'frame_unreachable', message: expect.stringContaining(inbox) }]);
    expect(warnings[0]).toContain(pages.web.site);
    expect(await page.locator('service-launcher').count()).toBe(0);
    expect(await iframe(page).isVisible()).toBe(false);
  });

  it('the frame stays the proof: a launcher is drawn where the list is older than the inbox', async () => {
    const { page, warnings } = await open(html(inboxTag('moved')));
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    expect(warnings).toEqual([]);
  });

  it('the frame stays the proof: a launcher whose frame is refused is removed, with the error', async () => {
    const { page, warnings } = await open(html(inline(QUEUE_STUB + record('error')) + inboxTag('refused', AT_REST)));
    await launcher(page).click();
    await untilLauncherIsGone(page);
    expect(await seen(page)).toEqual([{ code: 'frame_unreachable', message: expect.stringContaining('refused') }]);
    expect(warnings).toHaveLength(1);
    expect(await iframe(page).isVisible()).toBe(false);
  });
});

describe('the script for any inbox', () => {
  it('draws the same launcher after a second request', async () => {
    const { page } = await open(html(tag(`data-inbox-id="demo" ${AT_REST}`)));
    await launcher(page).waitFor();
    expect(await launcher(page).boundingBox()).toEqual(BUTTON);
    expect(pages.web.asked).toEqual(['/embed/v1.js', '/embed/v1.js?launcher=demo']);
  });

  it('draws nothing on a page of a site that the inbox does not allow, and says so', async () => {
    const { page, warnings } = await open(html(tag('data-inbox-id="elsewhere"')));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toContain('frame_unreachable');
    expect(await page.locator('service-launcher').count()).toBe(0);
    expect(await iframe(page).isVisible()).toBe(false);
  });

  it.each(['nothing', 'the loader'] as const)(
    'has the settings from the frame where a server answers with %s',
    async (answer) => {
      pages.web.insteadOfLauncher = answer;
      const { page } = await open(html(tag(`data-inbox-id="demo" ${AT_REST}`)));
      await launcher(page).click();
      await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
      expect(asked().filter((path) => path.startsWith('/embed/'))).toEqual([
        '/embed/v1.js',
        '/embed/v1.js?launcher=demo',
        '/embed/v1.js?<hash>',
        '/embed/v1.js?<hash>',
      ]);
    },
  );

  it('follows the color scheme that the page sets before and after the launcher is drawn', async () => {
    const init = "ServiceWidget.init({ inboxId: 'demo', prefetch: 'none' }); ServiceWidget.updateColorScheme('dark')";
    const { page } = await open(html(inline(QUEUE_STUB + init) + tag('')));
    const color = () => launcher(page).evaluate((button) => getComputedStyle(button).backgroundColor);
    await eventually(async () => expect(await color()).toBe(rgb(COLORS.dark.button)));
    await page.evaluate(() => window.ServiceWidget.updateColorScheme('auto'));
    await eventually(async () => expect(await color()).toBe(rgb(COLORS.light.button)));
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await eventually(async () => expect(await color()).toBe(rgb(COLORS.dark.button)));
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a launcher that the page configures', () => {
  it('is drawn after one more request, without the frame', async () => {
    const init = `ServiceWidget.init({ inboxId: 'demo', prefetch: 'intent', launcher: { size: 80 } })`;
    const { page, warnings } = await open(html(inline(QUEUE_STUB + init) + inboxTag()));
    await launcher(page).waitFor();
    expect((await launcher(page).boundingBox())?.width).toBe(80);
    expect(pages.web.asked).toEqual(['/embed/v1/demo.js', expect.stringMatching(/^\/embed\/v1\/demo\.js\?[\w-]{43}$/)]);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(warnings).toEqual([]);
  });
});

describe('a theme given to init', () => {
  const PRIMARY = '#c2185b';
  const config = (inboxId: string): string =>
    `{ inboxId: '${inboxId}', prefetch: 'intent', theme: { primaryColor: '${PRIMARY}' } }`;
  const color = (page: Page) => launcher(page).evaluate((button) => getComputedStyle(button).backgroundColor);
  it.each([
    ['the script for any inbox', () => tag('')],
    ['the script that is made for an inbox', () => inboxTag('plain')],
  ])('colors the launcher of an inbox without one: %s', async (_script, script) => {
    const init = `ServiceWidget.init(${config('plain')})`;
    const { page, warnings } = await open(html(inline(QUEUE_STUB + init) + script()));
    await launcher(page).waitFor();
    expect(await color(page)).toBe(rgb(PRIMARY));
    expect(warnings).toEqual([]);
    // Drawn without the frame.
    expect(await page.locator('iframe').count()).toBe(0);
    expect(pages.web.asked.at(-1)).toMatch(/\.js\?[\w-]{43}$/);
  });

  it('leaves the launcher to the frame where the rule for its colors can’t be loaded', async () => {
    const init = `ServiceWidget.init(${config('plain')})`;
    const { page } = await open(html(inline(QUEUE_STUB + init)));
    await page.route(/plain\.js\?[\w-]{43}$/, (route) => route.abort());
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('script'), { src }));
    }, `${pages.web.chat}/embed/v1/plain.js`);
    await page.locator('iframe').waitFor({ state: 'attached' });
  });

  it('counts for nothing where the inbox has a saved one', async () => {
    const { page } = await open(html(inline(`${QUEUE_STUB}ServiceWidget.init(${config('demo')})`) + inboxTag()));
    await launcher(page).waitFor();
    expect(await color(page)).toBe(rgb(COLORS.light.button));
    expect(pages.web.asked).toEqual(['/embed/v1/demo.js']);
  });
});

describe('a pinned script', () => {
  const pinned = (): string => `<script src="${pages.web.chat}/embed/pinned/loader.js" data-inbox-id="demo"></script>`;
  const integrity = `sha384-${createHash('sha384').update(LOADER).digest('base64')}`;
  it.each([
    ['by its address', '/embed/pinned/loader.js', ''],
    ['by its hash', '/embed/v1.js', `integrity="${integrity}" crossorigin="anonymous"`],
  ])('%s runs nothing that is not pinned, and has the settings from the frame', async (_how, path, attributes) => {
    const script = `<script src="${pages.web.chat}${path}" ${attributes} data-inbox-id="demo" ${AT_REST}></script>`;
    const { page } = await open(html(script));
    await launcher(page).waitFor();
    expect(await launcher(page).boundingBox()).toEqual(BUTTON);
    const scripts = asked().filter((each) => each.startsWith('/embed/'));
    expect(scripts).toEqual([path, `${path}?<hash>`, `${path}?<hash>`]);
  });

  it('with a server of an earlier version leaves the launcher to the frame', async () => {
    const { page, warnings } = await open(html(pinned().replace('"demo"', '"old"')));
    await ready(page);
    await untilVisible(page);
    await untilBox(page, { x: 1_192, y: 712, width: 88, height: 88 });
    expect(await page.locator('service-launcher').count()).toBe(0);
    await shape(page, 'panel');
    await untilBox(page, { x: 848, y: 0, width: 432, height: 800 });
    await shape(page, 'launcher');
    await untilBox(page, { x: 1_192, y: 712, width: 88, height: 88 });
    expect(warnings).toEqual([]);
  });
});

describe('a document of an earlier version', () => {
  it('has its own launcher, and the page’s is removed', async () => {
    const { page } = await open(html(inboxTag('old', AT_REST)));
    await launcher(page).hover();
    await ready(page);
    await untilLauncherIsGone(page);
    await untilVisible(page);
    await untilBox(page, { x: 1_192, y: 712, width: 88, height: 88 });
  });
});

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
