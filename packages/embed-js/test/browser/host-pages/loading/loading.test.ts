// @vitest-environment node
/**
 * How the chat starts, and what it says when it can't, however a page loads its script, draws its container, holds frames back or
 * replaces what browsers have. `npm test` runs one case of each kind, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceConfig, ServiceWidget } from '../../../../src/index.js';
import {
  eventually,
  heardBy,
  html,
  iframe,
  inline,
  launcher,
  ready,
  untilVisible,
  useSitePages,
} from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; errors: string[]; agree(): void };

const pages = useSitePages();
const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] => Object.keys(table) as Name[];
const any = (): string => `${pages.web.chat}/embed/v1.js`;
const ofInbox = (): string => `${pages.web.chat}/embed/v1/demo.js`;

describe('a tag starts the chat, or one line on the console says what to write', () => {
  const append = (src: string, root = 'document.body'): string =>
    inline(
      `{ const s = document.createElement('script'); s.src = '${src}'; s.dataset.inboxId = 'demo'; ${root}.append(s) }`,
    );
  const inShadow = (src: string): string =>
    `<div id="host"></div>${inline("host.attachShadow({ mode: 'open' })")}${append(src, 'host.shadowRoot')}`;
  const TAGS: Readonly<Record<string, readonly [body: () => string, starts: boolean]>> = {
    'a module': [() => `<script type="module" src="${any()}" data-inbox-id="demo"></script>`, true],
    'a module of an inbox': [() => `<script type="module" src="${ofInbox()}"></script>`, true],
    'an import in a module': [() => `<script type="module">import '${ofInbox()}'</script>`, true],
    'an import of the script for any inbox': [() => `<script type="module">import '${any()}'</script>`, false],
    'in a shadow root, of an inbox': [() => inShadow(ofInbox()), true],
    'in a shadow root, for any inbox': [() => inShadow(any()), false],
    'appended by another program': [() => append(any()), true],
    'written into the page': [
      () => inline(`document.write('<script src="${any()}" data-inbox-id="demo"><\\/script>')`),
      true,
    ],
    'evaluated by another program': [
      () => inline(`fetch('${any()}').then((r) => r.text()).then((t) => (0, eval)(t))`),
      false,
    ],
    'evaluated as the text of an element': [
      () =>
        inline(
          `fetch('${any()}').then((r) => r.text()).then((t) => document.head.append(Object.assign(document.createElement('script'), { text: t })))`,
        ),
      false,
    ],
    'beside an element of that name': [
      () => `<img name="currentScript" alt=""><script src="${any()}" data-inbox-id="demo"></script>`,
      true,
    ],
  };
  it.each(dailyNames(namesOf(TAGS), ['a module', 'in a shadow root, for any inbox']))('%s', async (name) => {
    const [body, starts] = TAGS[name] ?? [() => '', false];
    const { page, warnings } = await pages.open(html(`<h1>Shop</h1>${body()}`));
    if (starts) {
      await ready(page);
      expect(warnings).toEqual([]);
    } else {
      await eventually(() => expect(warnings).toHaveLength(1));
      expect(warnings[0]).toContain('/embed/v1/<inbox>.js');
    }
  });
});

const init = (page: Page, config: Partial<ServiceConfig> = {}): Promise<boolean> =>
  page.evaluate(
    (given) => window.ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', ...given } as ServiceConfig) === true,
    config as Record<string, string>,
  );

describe('a container', () => {
  const CONTAINERS: Readonly<Record<string, () => Element | string>> = {
    'by its id': () => 'support',
    'as an element': () => document.getElementById('support') as Element,
    'in a shadow root': () => {
      const root = (document.getElementById('host') as Element).attachShadow({ mode: 'open' });
      return root.appendChild(document.createElement('div'));
    },
    'in a closed shadow root': () => {
      const host = document.body.appendChild(document.createElement('section'));
      return host.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'));
    },
    'without an id, in a shadow root in a shadow root': () => {
      const host = document.body.appendChild(document.createElement('section'));
      const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('section'));
      return inner.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
    },
    'that is hidden': () => {
      const element = document.getElementById('support') as HTMLElement;
      element.hidden = true;
      return element;
    },
  };
  it('is an id or an element, wherever the element is: each on one page', async () => {
    const { page } = await pages.open(html(`<div id="support"></div><div id="host"></div>${pages.tag('')}`));
    await page.waitForFunction(() => window.ServiceWidget?.version);
    for (const name of dailyNames(namesOf(CONTAINERS), ['in a shadow root'])) {
      const started = await page.evaluate(`window.ServiceWidget.init({
        inboxId: 'demo', mode: 'embedded', containerId: (${CONTAINERS[name]})()
      })`);
      expect([name, started]).toEqual([name, true]);
      await ready(page);
      await page.evaluate(() => window.ServiceWidget.destroy());
    }
  });

  const REDRAWN: Readonly<Record<string, { readonly away: () => void; readonly back: () => void }>> = {
    'drawn anew': {
      away: () => {
        (document.getElementById('app') as Element).innerHTML = '<h1>Home</h1>';
      },
      back: () => {
        (document.getElementById('app') as Element).innerHTML = '<div id="support" style="height:500px"></div>';
      },
    },
    'emptied by the page': {
      away: () => {
        (document.getElementById('support') as Element).innerHTML = '';
      },
      back: () => undefined,
    },
    'replaced together with the body': {
      away: () => document.body.replaceWith(document.createElement('body')),
      back: () => {
        document.body.innerHTML = '<main><div id="support" style="height:500px"></div></main>';
      },
    },
    'taken away and put back': {
      away: () => {
        Object.assign(window, { removed: document.getElementById('support') });
        (document.getElementById('app') as Element).replaceChildren();
      },
      back: () => {
        const { removed } = window as unknown as { removed: Element };
        removed.replaceChildren();
        (document.getElementById('app') as Element).append(removed);
      },
    },
  };
  it.each(dailyNames(namesOf(REDRAWN), ['drawn anew']))(
    '%s: isReady() says so, and init() starts the chat again',
    async (name) => {
      const { away, back } = REDRAWN[name] ?? { away: () => undefined, back: () => undefined };
      const { page } = await pages.open(
        html(
          `<div id="app"><div id="support" style="height:500px"></div></div>${pages.tag('data-inbox-id="demo" data-mode="embedded" data-container-id="support"')}`,
        ),
      );
      await ready(page);
      await page.evaluate(away);
      expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
      await page.evaluate(back);
      expect(await init(page, { containerId: 'support' })).toBe(true);
      await iframe(page).waitFor();
      await ready(page);
      await untilVisible(page);
    },
  );
});

describe('a frame that is held back is no error', () => {
  const consentManager = (hold: string, release: string): string =>
    inline(`
      window.agreed = false;
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const n of addedNodes) if (n.tagName === 'IFRAME' && n.src && !agreed) { n.dataset.src = n.src; ${hold} }
      }).observe(document, { childList: true, subtree: true });
      window.agree = () => { agreed = true; for (const n of document.querySelectorAll('iframe')) { ${release} } };`);
  const HELD: Readonly<Record<string, string>> = {
    'by a consent manager that takes the address': consentManager("n.removeAttribute('src')", 'n.src = n.dataset.src'),
    'by one that loads an empty page': consentManager("n.src = 'about:blank'", 'n.src = n.dataset.src'),
    'by one that loads a page of its own': consentManager("n.src = '/consent'", 'n.src = n.dataset.src'),
    'by a browser that prerenders the page': inline(`
      let hidden = true;
      Object.defineProperty(document, 'prerendering', { get: () => hidden });
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const n of addedNodes) if (n.tagName === 'IFRAME' && hidden) { n.remove = () => {}; n.setAttribute('loading', 'lazy') }
      }).observe(document, { childList: true, subtree: true });
      window.agree = () => { hidden = false };`),
  };
  it.each(dailyNames(namesOf(HELD), ['by a consent manager that takes the address']))('%s', async (name) => {
    const { page, warnings } = await pages.open(html(pages.tag(), HELD[name]), {}, { clock: true });
    await launcher(page).waitFor();
    await launcher(page).hover();
    await iframe(page).or(page.locator('iframe')).first().waitFor({ state: 'attached' });
    for (let second = 0; second < 40; second++) await page.clock.runFor(1_000);
    expect(warnings).toEqual([]);
    await page.evaluate(() => window.agree());
    await eventually(async () => {
      await page.clock.runFor(100);
      expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(true);
    });
    expect(warnings).toEqual([]);
  });
});

describe('what a page has replaced or lacks', () => {
  const OLD_PROMISE = `
    var N = window.Promise; function P(f) { this.n = new N(f) }
    P.prototype.then = function (a, b) { var s = this; return new P(function (y, x) { s.n.then(a, b).then(y, x) }) };
    P.prototype['catch'] = function (b) { return this.then(null, b) };
    P.resolve = function (v) { return new P(function (y) { y(v) }) };
    P.reject = function (v) { return new P(function (y, x) { x(v) }) };
    P.all = function (l) { return new P(function (y, x) { N.all(l).then(y, x) }) };
    P.race = function (l) { return new P(function (y, x) { N.race(l).then(y, x) }) };
    window.Promise = P;`;
  const LACKS: Readonly<Record<string, string>> = {
    'a promise of 2014 in the place of Promise': OLD_PROMISE,
    'no finally': 'delete Promise.prototype.finally;',
    'no idle callbacks': 'delete window.requestIdleCallback; delete window.cancelIdleCallback;',
    'no constructable style sheets': 'delete window.CSSStyleSheet;',
    'no Navigation API': 'delete window.navigation;',
    'methods of its own on every object':
      'Object.prototype.extend = function () { return this }; Array.prototype.remove = function () { return this };',
    'arrays that write themselves as texts': 'Array.prototype.toJSON = function () { return String(this) };',
  };
  it.each(dailyNames(namesOf(LACKS), ['a promise of 2014 in the place of Promise']))(
    '%s: the chat opens on a click',
    async (name) => {
      for (const tag of [pages.tag(), pages.inboxTag()]) {
        const { page, exceptions, warnings } = await pages.open(html(tag, inline(LACKS[name] ?? '')));
        await launcher(page).click();
        await ready(page);
        await eventually(async () => expect((await heardBy(page, 'open')).length).toBe(1));
        expect([exceptions, warnings]).toEqual([[], []]);
      }
    },
  );

  it('what is loaded late and does not come: the launcher is gone, and an error says why', async () => {
    const { page, warnings } = await pages.open(
      html(pages.inboxTag('demo', 'data-prefetch="intent"'), inline("addEventListener('load', () => 0)")),
    );
    await launcher(page).waitFor();
    await page.route(/embed[/]v1[/]demo[.]js[?]/, (route) => route.abort());
    await launcher(page).click();
    await eventually(() => expect(warnings.join()).toContain('script_refused'));
    await launcher(page).waitFor({ state: 'detached' });
  });
});
