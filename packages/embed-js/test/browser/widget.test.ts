// @vitest-environment node
/** The script on real pages in a real browser: what a site owner pastes, and what their page must never notice. */

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../../test/support/runs/results.js';
import { QUEUE_STUB } from '../../src/script-tag/queue-stub.js';
import {
  chatFrame,
  chatFrames,
  eventually,
  heardBy,
  html,
  iframe,
  inline,
  launcher,
  PANEL,
  ready,
  record,
  say,
  seen,
  shape,
  type TestWindow,
  untilBox,
  untilHidden,
  untilVisible,
  useSitePages,
} from './site-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { tag, open } = pages;

const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 };

describe('one pasted script tag', () => {
  it('starts by itself from the head, before there is a body, and leaves one global', async () => {
    const before = inline('window.names = Object.getOwnPropertyNames(window)');
    const { page, warnings, exceptions } = await open(html('<h1>Shop</h1>', before + tag().replace('async ', '')));
    await ready(page);
    const added = await page.evaluate(() => {
      const names = (window as unknown as { names: string[] }).names;
      return Object.getOwnPropertyNames(window).filter((name) => !names.includes(name) && !/^\d+$/.test(name));
    });
    expect(added.filter((name) => name !== 'names' && !name.startsWith('__playwright'))).toEqual(['ServiceWidget']);
    expect(warnings).toEqual([]);
    expect(exceptions).toEqual([]);
  });

  it('makes a frame with only the permissions of a chat, and with only the page’s origin in its address', async () => {
    const { page } = await open(html(tag('data-inbox-id="demo" data-position="left" data-agent-name="Ada"')));
    await ready(page);
    const attributes = await page
      .locator('iframe')
      .evaluate((frame) =>
        Object.fromEntries(
          [...frame.attributes].map(({ name, value }) => [name, value]).filter(([n]) => n !== 'style'),
        ),
      );
    expect(attributes).toEqual({
      src: `${pages.web.chat}/widget/demo?o=${encodeURIComponent(pages.web.site)}&mode=chat-widget&scheme=light&launcher=page&lang=en`,
      title: 'Chat',
      sandbox:
        'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
      allow: 'clipboard-write',
      referrerpolicy: 'no-referrer',
    });
    await shape(page, 'panel');
    await untilBox(page, { ...PANEL, x: 16 });
    const connect = await chatFrame(page).evaluate(() => window.connect);
    expect(connect).toMatchObject({
      config: { inboxId: 'demo', position: 'left', agentName: 'Ada' },
      scheme: 'light',
      viewport: { width: 1_280, height: 800, safe: NO_EDGES },
    });
  });

  it('shifts nothing on the page and resists the page’s own rules for frames', async () => {
    const rude =
      '<style>iframe{display:none;max-width:10%!important;width:9px!important;position:static!important;border:9px solid red!important;visibility:hidden!important;opacity:.1!important}</style>';
    const observe = inline(
      "window.shift=0;new PerformanceObserver((l)=>{for(const e of l.getEntries())window.shift+=e.value}).observe({type:'layout-shift',buffered:true})",
    );
    const { page } = await open(html(`<h1>Shop</h1><p>Text</p>${tag()}<p>More</p>`, rude + observe));
    await ready(page);
    await shape(page, 'panel');
    await untilVisible(page);
    await shape(page, 'launcher');
    await untilHidden(page);
    await shape(page, 'panel');
    await untilVisible(page);
    await untilBox(page, PANEL);
    const style = await page.locator('iframe').evaluate((frame) => {
      const { visibility, borderTopWidth, zIndex } = getComputedStyle(frame);
      return { visibility, borderTopWidth, zIndex };
    });
    expect(style).toMatchObject({ visibility: 'visible', borderTopWidth: '0px', zIndex: '2147483000' });
    await expect.poll(() => page.locator('iframe').evaluate((frame) => getComputedStyle(frame).opacity)).toBe('1');
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
  });

  it('F11: twice on the page makes one frame and one warning, and keeps the first widget', async () => {
    const { page, warnings } = await open(html(tag() + tag()));
    await ready(page);
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toContain('already_initialised');
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it('works under a strict policy that allows only the script and the frame', async () => {
    const policy = `default-src 'none'; script-src ${pages.web.chat}/embed/v1.js; style-src 'self'; frame-src ${pages.web.chat}; require-trusted-types-for 'script'; trusted-types 'none'`;
    const { page, warnings, violations } = await open(html(tag()), { 'Content-Security-Policy': policy });
    await launcher(page).waitFor();
    expect(await launcher(page).boundingBox()).toEqual({ x: 1_208, y: 728, width: 56, height: 56 });
    await launcher(page).click();
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    await shape(page, 'panel');
    await untilVisible(page);
    await untilBox(page, PANEL);
    expect(warnings).toEqual([]);
    expect(violations).toEqual([]);
  });

  it('has no opaque box behind it on a dark page, whatever the page says about its scheme', async () => {
    const dark =
      '<meta name="color-scheme" content="dark"><style>:root{color-scheme:dark}body{background:#123456}</style>';
    const { page } = await open(html(tag(), dark));
    await ready(page);
    await shape(page, 'panel');
    await untilVisible(page);
    await eventually(async () => {
      const opacity = await iframe(page).evaluate((frame) => getComputedStyle(frame).opacity);
      expect(opacity).toBe('1');
    });
    const picture = await page.screenshot({ clip: { x: 1_000, y: 400, width: 4, height: 4 } });
    const colour = await chatFrame(page).evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(4, 4).getContext('2d') as OffscreenCanvasRenderingContext2D;
      canvas.drawImage(image, 0, 0);
      return [...canvas.getImageData(1, 1, 1, 1).data];
    }, picture.toString('base64'));
    expect(colour).toEqual([0x12, 0x34, 0x56, 0xff]);
  });

  it('F12: boots on a page with elements of our name, an enumerable array method and frozen prototypes', async () => {
    const hostile =
      '<form id="ServiceWidget"><input name="q"></form><a id="ServiceWidget"></a>' +
      inline(
        "Array.prototype.extra=function(){};Array.prototype.toJSON=function(){return 'x'};JSON.parse=JSON.stringify=()=>{throw 1};Object.freeze(Object.prototype);Object.freeze(Array.prototype)",
      );
    const { page, warnings } = await open(html(hostile + inline(QUEUE_STUB) + inline(record('ready')) + tag()));
    await page.waitForFunction(() => window.seen?.length === 1);
    expect(warnings).toEqual([]);
  });

  it('F12: boots without the stub when an element has our name', async () => {
    const { page } = await open(html(`<form id="ServiceWidget"><input name="q"></form>${tag()}`));
    await ready(page);
  });
});

describe('calls before the script has arrived', () => {
  it('are carried out in order, listeners included, and what the page took from the stub keeps working', async () => {
    // A test's evaluation counts as a click for some seconds, and opening right after a click is opening by the visitor.
    // Without this, the result depends on the machine's speed. No one clicks here.
    const early = `Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } });
      window.early = ServiceWidget; window.sendEarly = ServiceWidget.sendMessage; ${record('ready')}
      const end = ServiceWidget.on('message', (e) => seen.push(e)); end();
      ServiceWidget.init({ inboxId: 'demo', questions: ['One?'] }); ServiceWidget.open();
      ServiceWidget.sendMessage('first'); ServiceWidget.sendMessage('second'); seen = [ServiceWidget.isReady()];`;
    const { page, warnings } = await open(html(inline(QUEUE_STUB + early) + tag('')));
    await ready(page);
    await page.evaluate(() => (window as unknown as { sendEarly(text: string): void }).sendEarly('third'));
    // A busy browser may also tell that its window has changed its size meanwhile.
    const called = () =>
      chatFrame(page).evaluate(() => window.heard.filter(({ t }) => t !== 'viewport' && t !== 'scheme'));
    await eventually(async () =>
      expect(await called()).toEqual([
        { t: 'open' },
        { t: 'send', text: 'first' },
        { t: 'send', text: 'second' },
        { t: 'send', text: 'third' },
      ]),
    );
    await chatFrame(page).evaluate(() =>
      window.say({ t: 'event', name: 'message', detail: { role: 'user', content: 'first' } }),
    );
    await chatFrame(page).evaluate(() => window.say({ t: 'shape', shape: 'panel' }));
    await untilVisible(page);
    expect(await seen(page)).toEqual([false, { version: expect.any(String) }]);
    expect(await page.evaluate(() => (window as unknown as { early: unknown }).early === window.ServiceWidget)).toBe(
      true,
    );
    expect(warnings).toEqual([]);
  });

  it('may use the stub after the script: it changes nothing', async () => {
    const { page } = await open(html(tag()));
    await ready(page);
    expect(
      await page.evaluate((stub) => {
        const before = window.ServiceWidget;
        const script = document.createElement('script');
        script.textContent = stub;
        document.body.append(script);
        return window.ServiceWidget === before && window.ServiceWidget.isReady();
      }, QUEUE_STUB),
    ).toBe(true);
  });
});

describe('listeners that are added late', () => {
  it('still get `ready`, after the current code, and once', async () => {
    const { page } = await open(html(tag()));
    await ready(page);
    const order = await page.evaluate(async () => {
      const order: string[] = [];
      window.ServiceWidget.on('ready', ({ version }) =>
        order.push(`ready ${version === window.ServiceWidget.version}`),
      );
      order.push('after on');
      await Promise.resolve();
      await Promise.resolve();
      return order;
    });
    expect(order).toEqual(['after on', 'ready true']);
  });

  it('get the error of a start that failed before they were added', async () => {
    const { page, warnings } = await open(html(tag('data-inbox-id="not/an/inbox"')));
    await page.waitForFunction(() => window.ServiceWidget);
    await page.evaluate(record('error'));
    await eventually(async () =>
      expect(await seen(page)).toEqual([{ code: 'config_invalid', message: expect.stringContaining('inboxId') }]),
    );
    expect(warnings).toHaveLength(1);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a chat that can’t start reports the reason, once, and changes nothing on the page', () => {
  it.each([
    ['the page’s policy blocks the frame', 'demo', () => `frame-src 'self'`],
    ['the server refuses the page’s origin', 'refused', () => null],
    ['the document is not ours', 'silent', () => null],
  ])('when %s', async (_why, inbox, policy) => {
    const value = policy();
    const content = html(`${inline(QUEUE_STUB + record('error'))}<h1>Shop</h1>${tag(`data-inbox-id="${inbox}"`)}`);
    const { page, warnings, exceptions } = await open(content, value ? { 'Content-Security-Policy': value } : {});
    await page.waitForFunction(() => window.seen?.length);
    expect(await seen(page)).toEqual([{ code: 'frame_unreachable', message: expect.any(String) }]);
    expect(warnings).toHaveLength(1);
    for (const part of [pages.web.site, inbox, `frame-src ${pages.web.chat}`]) expect(warnings[0]).toContain(part);
    expect(await page.locator('iframe').isVisible()).toBe(false);
    expect(exceptions).toEqual([]);
  });

  it('when script and server have no version in common: both are named and the frame is gone', async () => {
    const { page, warnings } = await open(html(tag('data-inbox-id="future"')));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toMatch(/protocol_unsupported.*Script: 1\. Server: 98, 99\./);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('F7: when the page is a sandboxed frame without an origin', async () => {
    const inner = pages.web.publish('/inner', { html: html(tag()) });
    const { page, warnings } = await open(html(`<iframe sandbox="allow-scripts" src="${inner}"></iframe>`));
    await eventually(() => expect(warnings).toHaveLength(1));
    expect(warnings[0]).toContain('unsupported_origin');
    expect(chatFrames(page)).toEqual([]);
  });

  it('F13: when the server is the page’s own origin, or the container is missing, or init is missing', async () => {
    const { page, warnings } = await open(html(tag('')));
    await page.waitForFunction(() => window.ServiceWidget);
    await page.evaluate(() => {
      window.ServiceWidget.init({ inboxId: 'demo', baseUrl: location.origin });
      window.ServiceWidget.init({ inboxId: 'demo', containerId: 'nowhere' });
      window.ServiceWidget.open();
    });
    await eventually(() => expect(warnings).toHaveLength(3));
    expect(warnings.map((line) => line.split(':')[0]?.split(' ')[1])).toEqual([
      'insecure_self_host',
      'container_missing',
      'not_initialised',
    ]);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('when a function gets an invalid argument: nothing is thrown', async () => {
    const { page } = await open(html(inline(QUEUE_STUB + record('error')) + tag()));
    await ready(page);
    await page.evaluate(() => {
      const any = window.ServiceWidget as unknown as Record<string, (...args: unknown[]) => unknown>;
      any.sendMessage?.(42);
      any.sendMessage?.('x'.repeat(8_001));
      any.updateContext?.(null);
      any.updateContext?.({
        get name(): never {
          throw new Error('trap');
        },
      });
      any.setQuestions?.('one');
      any.updateColorScheme?.('pink');
      any.prefill?.(42);
      any.on?.('open', 'not a function');
      any.init?.({ inboxId: 'other' });
    });
    const codes = (await seen(page)).map((error) => (error as { code: string }).code);
    expect(codes).toEqual([...Array(8).fill('call_invalid'), 'already_initialised']);
    expect(await heardBy(page, 'send')).toEqual([]);
    expect(await heardBy(page, 'prefill')).toEqual([]);
  });

  it('when an event doesn’t exist: it is ignored, with one line on the console and no error', async () => {
    const subscribe = inline(
      `${QUEUE_STUB}${record('error')}['nope', 'nope', 'chat:open'].forEach((name) => ServiceWidget.on(name, () => 1))`,
    );
    const { page, warnings } = await open(html(subscribe + tag()));
    await ready(page);
    await eventually(() => expect(warnings).toHaveLength(2));
    await say(page, { t: 'event', name: 'unread', detail: { count: 1 } });
    await page.evaluate(() =>
      (window.ServiceWidget as unknown as { on(name: string, f: () => void): void }).on('later', () => undefined),
    );
    await say(page, { t: 'event', name: 'unread', detail: { count: 0 } });
    await eventually(() => expect(warnings).toHaveLength(3));
    expect(warnings.map((line) => /"(.*)"/.exec(line)?.[1])).toEqual(['nope', 'chat:open', 'later']);
    expect(await seen(page)).toEqual([]);
  });
});

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

  it('F14: a frame that was navigated to another site’s page is hidden and disconnected', async () => {
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
    await chatFrame(page).evaluate((url) => location.assign(url), evil);
    await eventually(() => expect(warnings.join()).toContain('frame_unreachable'));
    expect(
      await page
        .frames()
        .find((frame) => frame.url() === evil)
        ?.title(),
    ).toBe('Shop');
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
    expect(await page.locator('iframe').isVisible()).toBe(false);
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

/** Twice in the test below. */
const CYCLES = LONG ? 500 : 50;

describe('destroy', () => {
  /** Counts what is added to and taken from the page; must run before the script. */
  const LEDGER = inline(`
    window.open_ = { listeners: 0, timers: new Set(), observers: new Set(), ports: 0 };
    const listeners = new Map();
    const key = (t, n, l, o) => { const m = listeners.get(t) ?? listeners.set(t, new Set()).get(t); const k = n + '|' + (l.__id ??= Math.random()) + '|' + !!(o?.capture ?? o); return [m, k]; };
    for (const target of [window, document, window.visualViewport, MediaQueryList.prototype, HTMLElement.prototype]) {
      const { addEventListener: add, removeEventListener: remove } = target;
      target.addEventListener = function (n, l, o) { const [m, k] = key(this, n, l, o); if (!m.has(k)) { m.add(k); open_.listeners++; o?.signal && add.call(o.signal, 'abort', () => m.delete(k) && open_.listeners--); } return add.call(this, n, l, o); };
      target.removeEventListener = function (n, l, o) { const [m, k] = key(this, n, l, o); if (m.delete(k)) open_.listeners--; return remove.call(this, n, l, o); };
    }
    const { setTimeout: set, clearTimeout: clear } = window;
    window.setTimeout = (f, ms, ...a) => { const id = set(() => { open_.timers.delete(id); f(...a); }, ms); open_.timers.add(id); return id; };
    window.clearTimeout = (id) => { open_.timers.delete(id); clear(id); };
    const { observe, disconnect } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (...a) { open_.observers.add(this); return observe.apply(this, a); };
    MutationObserver.prototype.disconnect = function () { open_.observers.delete(this); return disconnect.call(this); };
    const { postMessage } = MessagePort.prototype, { close } = MessagePort.prototype;
    const Channel = MessageChannel;
    window.MessageChannel = function () { open_.ports++; return new Channel(); };
    MessagePort.prototype.close = function () { open_.ports--; return close.call(this); };
    window.left = () => ({ listeners: open_.listeners, timers: open_.timers.size, observers: open_.observers.size, ports: open_.ports, frames: document.querySelectorAll('iframe').length });
  `);
  const left = (page: Page): Promise<unknown> => page.evaluate('left()');
  const nothing = { listeners: 0, timers: 0, observers: 0, ports: 0, frames: 0 };

  it('leaves nothing of a chat that ran, emits `destroy` once, and init works again', async () => {
    const { page } = await open(html('', LEDGER + inline(QUEUE_STUB) + tag('')));
    await page.waitForFunction(() => window.ServiceWidget.version);
    // What is there before the chat belongs to the tool that drives this browser.
    const before = await left(page);
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo', colorScheme: 'auto' }));
    await ready(page);
    await page.evaluate(record('destroy'));
    await shape(page, 'fullscreen');
    await untilBox(page, { x: 0, y: 0, width: 1_280, height: 800 });
    expect(await left(page)).not.toEqual(before);
    const markup = await page.evaluate(() => {
      window.ServiceWidget.destroy();
      window.ServiceWidget.destroy();
      return [document.documentElement.getAttributeNames(), document.body.getAttributeNames()];
    });
    expect(markup).toEqual([['lang'], []]);
    expect(await left(page)).toEqual(before);
    expect(await seen(page)).toEqual([{}]);
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo' }));
    await ready(page);
    expect(await page.locator('iframe').count()).toBe(1);
  });

  it('destroy() removes the listeners, also where no chat has begun', async () => {
    const { page } = await open(html('', inline(QUEUE_STUB) + tag('')));
    await page.waitForFunction(() => window.ServiceWidget.version);
    await page.evaluate(`${record('ready')}ServiceWidget.destroy(); ServiceWidget.init({ inboxId: 'demo' }); void 0`);
    await ready(page);
    expect(await seen(page)).toEqual([]);
  });

  it('leaves nothing after many times init and destroy, some of them before the body exists', async () => {
    const cycles = inline(`function cycle(times) { for (let i = 0; i < times; i++) {
      ServiceWidget.on('message', () => 1);
      ServiceWidget.init({ inboxId: 'demo', colorScheme: 'auto' }); ServiceWidget.open(); ServiceWidget.destroy(); } }`);
    const synchronous = tag('').replace('async ', '');
    const { page, warnings } = await open(html('', LEDGER + cycles + synchronous + inline(`cycle(${CYCLES})`)));
    await page.evaluate(`cycle(${CYCLES})`);
    expect(await left(page)).toEqual(nothing);
    expect(warnings).toEqual([]);
  });
});
