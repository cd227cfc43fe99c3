// @vitest-environment node
/** A running chat on real pages: what it follows, and what their page must never notice. */
import { describe, expect, it } from 'vitest';
import { QUEUE_STUB } from '../../../src/script-tag/queue-stub.js';
import {
  chatFrame,
  eventually,
  heardBy,
  html,
  iframe,
  inline,
  ready,
  record,
  seen,
  shape,
  type TestWindow,
  untilBox,
  untilHidden,
  untilVisible,
  useSitePages,
} from '../site-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { tag, open } = pages;

const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 };

describe('while it runs', () => {
  it('the same init again does nothing', async () => {
    const { page, warnings } = await open(html(tag()));
    await ready(page);
    await page.evaluate((baseUrl) => {
      window.ServiceWidget.init({ inboxId: 'demo' });
      window.ServiceWidget.init({ inboxId: 'demo', baseUrl, mode: 'chat-widget' });
    }, pages.web.chat);
    expect(await page.locator('iframe').count()).toBe(1);
    expect(warnings).toEqual([]);
  });

  it('an embedded chat fills its container', async () => {
    const box = '<div id="chat" style="width:500px;height:300px;margin:0"></div>';
    const { page } = await open(html(box + tag('data-inbox-id="demo" data-mode="embedded" data-container-id="chat"')));
    await ready(page);
    expect(await iframe(page).boundingBox()).toMatchObject({ width: 500, height: 300 });
    await shape(page, 'fullscreen');
    await page.evaluate(() => window.ServiceWidget.open());
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    expect(await iframe(page).boundingBox()).toMatchObject({ width: 500, height: 300 });
  });

  it('follows the page’s scheme live in auto, and otherwise only on a call', async () => {
    const { page } = await open(html(tag('data-inbox-id="demo" data-color-scheme="auto"')));
    await ready(page);
    const schemes = (): Promise<unknown[]> =>
      chatFrame(page).evaluate(() => window.heard.flatMap((m) => ('scheme' in m ? [m.scheme] : [])));
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    await eventually(async () => expect(await schemes()).toEqual(['dark']));
    await page.evaluate(() => {
      window.ServiceWidget.updateColorScheme('light');
      document.body.classList.add('dark');
    });
    await eventually(async () => expect(await schemes()).toEqual(['dark', 'light']));
    await page.evaluate(() => window.ServiceWidget.updateColorScheme());
    await eventually(async () => expect(await schemes()).toEqual(['dark', 'light', 'dark']));
  });

  it('sends the frame the window’s new size, covers a narrow page, locks its scroll, and restores it exactly', async () => {
    const { page } = await open(html(`<div style="height:5000px"></div>${tag()}`));
    await ready(page);
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.setViewportSize({ width: 400, height: 600 });
    await shape(page, 'panel');
    await untilBox(page, { x: 0, y: 0, width: 400, height: 600 });
    const root = page.locator('html');
    await eventually(async () => expect(await root.getAttribute('style')).toContain('overflow'));
    expect((await heardBy(page, 'viewport')).at(-1)).toEqual({
      t: 'viewport',
      viewport: { width: 400, height: 600, safe: NO_EDGES },
    });
    await shape(page, 'launcher');
    await untilHidden(page);
    expect(await root.getAttribute('style')).toBeNull();
    await shape(page, 'fullscreen');
    await untilBox(page, { x: 0, y: 0, width: 400, height: 600 });
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await root.getAttribute('style')).toBeNull();
    expect(await page.evaluate(() => window.scrollY)).toBe(700);
  });

  it('lets the page scroll again when the page removes the covering chat with its parent element', async () => {
    const body = `<div id="place"></div><div style="height:5000px"></div>`;
    const { page } = await open(html(body + tag('data-inbox-id="demo" data-container-id="place"')));
    await ready(page);
    await page.setViewportSize({ width: 400, height: 600 });
    await shape(page, 'panel');
    await eventually(async () => expect(await page.locator('html').getAttribute('style')).toContain('overflow'));
    await page.evaluate(() => document.getElementById('place')?.remove());
    await eventually(async () => expect(await page.locator('html').getAttribute('style')).toBeNull());
  });

  it('covers the part of the page above an on-screen keyboard, wherever the keyboard scrolled it to', async () => {
    const { page } = await open(html(`<div style="height:5000px"></div>${tag()}`));
    await ready(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await shape(page, 'fullscreen');
    await untilBox(page, { x: 0, y: 0, width: 390, height: 800 });
    const keyboard = (height: number, offsetTop: number): Promise<void> =>
      page.evaluate(
        ([height, offsetTop]) => {
          const seen = window.visualViewport as VisualViewport;
          Object.defineProperty(seen, 'height', { value: height, configurable: true });
          Object.defineProperty(seen, 'offsetTop', { value: offsetTop, configurable: true });
          seen.dispatchEvent(new Event('resize'));
        },
        [height, offsetTop] as const,
      );
    await keyboard(460, 0);
    await untilBox(page, { x: 0, y: 0, width: 390, height: 460 });
    await keyboard(460, 120);
    await untilBox(page, { x: 0, y: 120, width: 390, height: 460 });
    await keyboard(800, 0);
    await untilBox(page, { x: 0, y: 0, width: 390, height: 800 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('sends the frame the safe areas of the screen', async () => {
    const { page } = await open(html(tag(), '<meta name="viewport" content="viewport-fit=cover">'));
    await ready(page);
    const tools = await page.context().newCDPSession(page);
    await tools.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34, left: 0, right: 0 } });
    await page.setViewportSize({ width: 390, height: 800 });
    await eventually(async () =>
      expect((await heardBy(page, 'viewport')).at(-1)).toEqual({
        t: 'viewport',
        viewport: { width: 390, height: 800, safe: { top: 47, right: 0, bottom: 34, left: 0 } },
      }),
    );
  });

  it('restores the focus without scrolling, but never takes it from the page', async () => {
    const body = `<button id="far" style="margin-top:3000px">Ask us</button><input id="other">`;
    const { page } = await open(html(body + tag()));
    await ready(page);
    const active = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);
    await page.locator('#far').focus();
    await page.evaluate(() => window.scrollTo(0, 0));
    await shape(page, 'panel');
    await untilVisible(page);
    await chatFrame(page).locator('input').focus();
    await page.waitForFunction(() => document.activeElement?.tagName === 'IFRAME');
    // The rule looks at where the focus went one turn after it left.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await chatFrame(page).evaluate(() => window.say({ t: 'blur' }));
    await eventually(async () => expect(await active()).toBe('far'));
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    await page.evaluate(() => document.getElementById('other')?.focus({ preventScroll: true }));
    await chatFrame(page).evaluate(() => window.say({ t: 'blur' }));
    await shape(page, 'launcher');
    await untilHidden(page);
    expect(await active()).toBe('other');
  });

  it('a frame that reloads is connected again, gets what the page has set since, and `ready` is not emitted again', async () => {
    const { page } = await open(html(inline(QUEUE_STUB + record('ready')) + tag()));
    await ready(page);
    await page.evaluate(() => {
      window.ServiceWidget.updateContext({ name: 'Ada' });
      window.ServiceWidget.setQuestions(['One?']);
    });
    await chatFrame(page).evaluate(() => location.reload());
    await eventually(async () =>
      expect(await chatFrame(page).evaluate(() => window.connect.config)).toMatchObject({
        user: { name: 'Ada' },
        questions: ['One?'],
      }),
    );
    await page.evaluate(() => window.ServiceWidget.sendMessage('again'));
    await eventually(async () => expect(await heardBy(page, 'send')).toEqual([{ t: 'send', text: 'again' }]));
    expect(await seen(page)).toHaveLength(1);
  });

  it('F11, F14: the chat survives a router that replaces the body', async () => {
    const { page } = await open(html(tag()));
    await ready(page);
    await page.evaluate(() => document.documentElement.replaceChild(document.createElement('body'), document.body));
    expect(await page.locator('html > iframe').count()).toBe(1);
    await ready(page);
    await page.locator('html > iframe').evaluate((frame) => frame.remove());
    await eventually(async () => expect(await page.locator('html > iframe').count()).toBe(1));
    await ready(page);
  });

  it('F14: a frame that was navigated to another site’s page is hidden and disconnected, and has the chat again', async () => {
    const { page, warnings } = await open(html(tag()));
    await ready(page);
    await shape(page, 'panel');
    await untilVisible(page);
    const evil = pages.web.publish('/evil', {
      html: html(
        inline(
          "parent.postMessage({mark:'service-widget',t:'hello',nonce:'0123456789abcdef0',versions:[1]},'*');addEventListener('message',()=>document.title='taken')",
        ),
      ),
    });
    // Held back, so that the other page stays for as long as it is looked at.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/[?]about=/, (route) => held.then(() => route.continue()));
    await chatFrame(page).evaluate((url) => location.assign(url), evil);
    const other = () => page.frames().find((frame) => frame.url() === evil);
    await page.waitForRequest(/[?]about=/);
    expect(await other()?.title()).toBe('Shop');
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
    expect(await page.locator('iframe').isVisible()).toBe(false);
    expect(await page.evaluate(() => window.ServiceWidget.open())).toBe(false);
    release();
    await ready(page);
    expect(other()).toBeUndefined();
    expect(warnings).toEqual([]);
  });

  it('H1: another frame with the right message gets no answer', async () => {
    const { page } = await open(html(tag()));
    await ready(page);
    const ad = pages.web.publish('/ad', {
      html: html(
        inline(
          "parent.postMessage({mark:'service-widget',t:'hello',nonce:'0123456789abcdef0',versions:[1]},'*');addEventListener('message',()=>document.title='taken')",
        ),
      ),
    });
    await page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
      return new Promise((done) => frame.addEventListener('load', done));
    }, ad);
    const intruder = page.frames().find((frame) => frame.url() === ad);
    await chatFrame(page).evaluate(() => window.say({ t: 'shape', shape: 'panel' }));
    await untilVisible(page);
    expect(await intruder?.title()).toBe('Shop');
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(true);
  });
});
