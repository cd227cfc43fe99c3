// @vitest-environment node
/**
 * Libraries of earlier times that change what every page has, imitated by what they change: the whole configuration arrives in the
 * frame unchanged, and the chat opens, sends and hears. `npm test` runs one case, `npm run test:long` all.
 */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceConfig, ServiceWidget } from '../../../../src/index.js';
import {
  chatFrame,
  eventually,
  heardBy,
  html,
  inline,
  launcher,
  ready,
  record,
  say,
  seen,
  shape,
  useSitePages,
} from '../../site-pages.js';

declare const window: Window &
  typeof globalThis & { ServiceWidget: ServiceWidget; seen: unknown[]; connect: { config: unknown } };

const pages = useSitePages();

const LIBRARIES: Readonly<Record<string, string>> = {
  'Prototype: enumerable array methods, toJSON, and its own bind, reduce and from': `
    Object.assign(Array.prototype, {
      each(f) { this.forEach(f) }, first() { return this[0] }, last() { return this[this.length - 1] },
      compact() { return this.filter(Boolean) }, toJSON() { return '[' + this.join(', ') + ']' },
      reduce() { return this.length > 1 ? this : this[0] }, toArray() { return this.slice() },
    });
    String.prototype.toJSON = function () { return '"' + this + '"' };
    Object.toJSON = JSON.stringify;
    Array.from = function (given) { const list = []; for (let i = 0; i < (given ? given.length : 0); i++) list.push(given[i]); return list };
    Function.prototype.bind = function (to, ...first) { const f = this; return (...rest) => f.apply(to, [...first, ...rest]) };
    document.getElementsByClassName = function () { return [] };
    window.$ = (id) => document.getElementById(id); window.$$ = (selector) => [...document.querySelectorAll(selector)];`,
  'MooTools: enumerable methods on elements, functions, texts and numbers': `
    Object.assign(Function.prototype, { extend() { return this }, implement() { return this }, delay() {} });
    Object.assign(String.prototype, { test(r) { return new RegExp(r).test(this) }, contains(s) { return this.includes(s) } });
    Object.assign(Number.prototype, { limit() { return 0 }, times() {} });
    Object.assign(Array.prototype, { include(x) { this.push(x); return this }, clean() { return this }, empty() { this.length = 0 } });
    Element.prototype.set = function () { return this }; Element.prototype.get = function () { return null };
    Element.prototype.inject = function () { return this }; Element.prototype.dispose = function () { return this };
    window.Browser = {}; window.Class = function () {}; window.Events = function () {}; Event.prototype.stop = function () {};`,
  'enumerable methods on every object': `
    Object.prototype.forEachKey = function () {}; Object.prototype.clone = function () { return this };`,
  'zone.js: timers, listeners and promises are wrapped': `
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'queueMicrotask']) {
      const native = window[name];
      window[name] = function (run, ...more) { return native.call(window, (...given) => run(...given), ...more) };
    }
    const { addEventListener, removeEventListener } = EventTarget.prototype; const wrapped = new WeakMap();
    EventTarget.prototype.addEventListener = function (name, listener, options) {
      if (typeof listener !== 'function') return addEventListener.call(this, name, listener, options);
      if (!wrapped.has(listener)) wrapped.set(listener, function (...given) { return listener.apply(this, given) });
      return addEventListener.call(this, name, wrapped.get(listener), options);
    };
    EventTarget.prototype.removeEventListener = function (name, listener, options) {
      return removeEventListener.call(this, name, wrapped.get(listener) ?? listener, options);
    };
    const Native = Promise;
    window.Promise = class ZoneAwarePromise extends Native {};`,
  'core-js 2: its own iterators, symbols and maps': `
    const NativeMap = Map, NativeSet = Set;
    window.Map = class extends NativeMap {}; window.Set = class extends NativeSet {}; window.WeakMap = class extends WeakMap {};
    const values = Array.prototype[Symbol.iterator];
    Array.prototype[Symbol.iterator] = function () { return values.call(this) };
    Array.prototype.flatMap = undefined; Array.prototype.at ??= function (i) { return this[i < 0 ? this.length + i : i] };`,
  'a JSON of 2008 in the place of the browser’s': `
    const { stringify, parse } = JSON;
    window.JSON = { stringify: (value) => stringify(value), parse: (text) => parse(text) };`,
};

const CONFIG = {
  inboxId: 'demo',
  questions: ['Where is my order?', 'What fits?'],
  user: { name: 'Ada', company: 'Engines Ltd', customAttributes: { plan: 'pro' } },
  theme: { primaryColor: '#123456' },
  placeholder: 'Write…',
} as const;

describe('a chat on a page with', () => {
  it.each(dailyNames(Object.keys(LIBRARIES), Object.keys(LIBRARIES).slice(0, 1)))('%s', async (name) => {
    const { page, warnings, exceptions } = await pages.open(html(pages.tag(''), inline(`{ ${LIBRARIES[name]} }`)));
    await page.waitForFunction(() => window.ServiceWidget?.version);
    await page.evaluate(record('message'));
    const started = await page.evaluate((text) => {
      const tool = {
        name: 'basket',
        description: 'What is in the basket.',
        parameters: { type: 'object', properties: {} },
        handler: () => [],
      };
      return window.ServiceWidget.init({ ...JSON.parse(text), tools: [tool] } as unknown as ServiceConfig);
    }, JSON.stringify(CONFIG));
    expect(started).toBe(true);
    await launcher(page).click();
    await ready(page);
    await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
    expect(await chatFrame(page).evaluate(() => window.connect)).toMatchObject({ config: CONFIG, tools: true });
    await shape(page, 'panel');
    await page.evaluate(() => window.ServiceWidget.sendMessage('hello'));
    await eventually(async () => expect(await heardBy(page, 'send')).toEqual([{ t: 'send', text: 'hello' }]));
    await say(page, { t: 'event', name: 'message', detail: { role: 'user', content: 'hello' } });
    await eventually(async () => expect(await seen(page)).toEqual([{ role: 'user', content: 'hello' }]));
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await page.locator('iframe, service-launcher').count()).toBe(0);
    expect([warnings, exceptions]).toEqual([[], []]);
  });
});
