// @vitest-environment node
/**
 * Containers in the document of another window: React and others draw parts of a page into popups and frames. `npm test` runs one
 * case, `npm run test:long` all.
 */
import type { Frame, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { eventually, html, ready, useSitePages } from '../../site-pages.js';

declare const window: Window &
  typeof globalThis & { ServiceWidget: ServiceWidget; container: HTMLElement; other: Window; heard: { t: string }[] };

const pages = useSitePages();

/** Each returns a promise of the element, and sets `other` to the window whose document it is in. */
const DOCUMENTS = {
  'a frame of the page’s origin': () => framed({ src: '/blank' }),
  'a frame without an address': () => framed({}),
  'a frame with its document written beside it': () => framed({ srcdoc: '<!doctype html><body>' }),
  'a shadow root in such a frame': async () => {
    const element = await framed({});
    return element.attachShadow({ mode: 'open' }).appendChild(element.ownerDocument.createElement('div'));
  },
  'a popup': () => popup(''),
  'a popup with a page of the site’s': () => popup('/blank'),
} as const;
declare const framed: (attributes: object) => Promise<HTMLElement>;
declare const popup: (address: string) => Promise<HTMLElement>;

const HELPERS = `
  const containerIn = (win) => {
    window.other = win;
    win.document.body.innerHTML = '<div style="height:500px;width:400px"></div>';
    return win.document.body.firstChild;
  };
  const loaded = (win) => new Promise((done) => {
    const look = () => (win.document.readyState === 'complete' && win.document.body ? done() : setTimeout(look, 10));
    look();
  });
  window.framed = async (attributes) => {
    const frame = Object.assign(document.createElement('iframe'), attributes);
    frame.style.cssText = 'width:500px;height:600px';
    const came = new Promise((done) => (frame.onload = done));
    document.body.append(frame);
    await came;
    return containerIn(frame.contentWindow);
  };
  window.popup = async (address) => {
    const win = open(address, '', 'width=500,height=600');
    await new Promise((done) => (address ? (win.onload = done) : done()));
    await loaded(win);
    return containerIn(win);
  };`;

/** The chat's frame, in whichever window. */
function chatOf(page: Page): Frame | undefined {
  return page
    .context()
    .pages()
    .flatMap((each) => each.frames())
    .find((frame) => frame.url().includes('/widget/'));
}

describe('a chat in', () => {
  it.each(dailyNames(Object.keys(DOCUMENTS) as (keyof typeof DOCUMENTS)[], ['a popup']))(
    '%s is ready, takes calls, and tells the truth when that window is gone',
    async (name) => {
      pages.web.publish('/blank', { html: '<!doctype html><title>Blank</title><body>' });
      const { page, warnings, exceptions } = await pages.open(html(`<h1>Shop</h1>${pages.tag('')}`));
      await page.waitForFunction(() => window.ServiceWidget?.version);
      const started = await page.evaluate(`(async () => {
        ${HELPERS}
        window.container = await (${DOCUMENTS[name]})();
        return ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', containerId: container });
      })()`);
      expect(started).toBe(true);
      await ready(page);
      await page.evaluate(() => window.ServiceWidget.sendMessage('from the page'));
      await eventually(async () =>
        expect(await chatOf(page)?.evaluate(() => window.heard.map(({ t }) => t))).toContain('send'),
      );
      const shown = () => page.evaluate(() => window.container.querySelector('iframe')?.getBoundingClientRect().height);
      await eventually(async () => expect(await shown()).toBeGreaterThan(400));
      expect(warnings).toEqual([]);

      await page.evaluate(() =>
        window.other.frameElement ? window.other.frameElement.remove() : window.other.close(),
      );
      await page.waitForFunction(() => !window.ServiceWidget.isReady());
      expect(
        await page.evaluate(() => {
          const again = document.body.appendChild(document.createElement('div'));
          again.style.height = '500px';
          return window.ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', containerId: again });
        }),
      ).toBe(true);
      await ready(page);
      expect([warnings, exceptions]).toEqual([[], []]);
    },
  );
});
