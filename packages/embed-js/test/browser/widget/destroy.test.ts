// @vitest-environment node
/** What destroy() leaves on the page: nothing. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LONG } from '../../../../../test/support/runs/results.js';
import { QUEUE_STUB } from '../../../src/script-tag/queue-stub.js';
import { html, inline, ready, record, seen, shape, type TestWindow, untilBox, useSitePages } from '../site-pages.js';

declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

const pages = useSitePages();
const { tag, open } = pages;

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
