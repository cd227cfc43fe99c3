// @vitest-environment node
/** The script on real pages in a real browser: what a site owner pastes, and calls and listeners around its arrival. */
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
  PANEL,
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
