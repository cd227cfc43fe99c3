// @vitest-environment node
/**
 * An open chat across visits inside of a page, in the ways in which routers exchange what is shown. `npm test` runs one case,
 * `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import {
  eventually,
  heardBy,
  html,
  iframe,
  launcher,
  ready,
  say,
  shape,
  untilVisible,
  useSitePages,
} from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget };

const pages = useSitePages();

/** How a router exchanges the body for one with the heading "Next", and whether the frame stays as it is meanwhile. */
const VISITS: Readonly<Record<string, { readonly visit: () => unknown; readonly stays: boolean }>> = {
  'Turbo: another body element': {
    visit: () => {
      const body = document.createElement('body');
      body.innerHTML = '<h1>Next</h1>';
      document.documentElement.replaceChild(body, document.body);
    },
    stays: true,
  },
  'Turbo: attributes of the root element are replaced, too': {
    visit: () => {
      for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
      document.documentElement.lang = 'de';
      document.body.outerHTML = '<body class="next"><h1>Next</h1></body>';
    },
    stays: true,
  },
  'morphing: what the next page does not have is removed': {
    visit: () => {
      for (const child of [...document.body.children]) child.remove();
      document.body.append(Object.assign(document.createElement('h1'), { textContent: 'Next' }));
    },
    stays: true,
  },
  'htmx: the content of the body': {
    visit: () => {
      document.body.innerHTML = '<h1>Next</h1>';
    },
    stays: true,
  },
  'a view transition': {
    visit: () =>
      document.startViewTransition(() => {
        const body = document.createElement('body');
        body.innerHTML = '<h1>Next</h1>';
        document.body.replaceWith(body);
      }).finished,
    stays: true,
  },
  'React: the root’s children one by one': {
    visit: () => {
      document.body.replaceChildren(Object.assign(document.createElement('h1'), { textContent: 'Next' }));
    },
    stays: true,
  },
  'a router that removes everything beside head and body': {
    visit: () => {
      for (const child of [...document.documentElement.children])
        if (!/^(head|body)$/.test(child.localName)) child.remove();
      document.body.innerHTML = '<h1>Next</h1>';
    },
    stays: false,
  },
  'all of the root element is written anew': {
    visit: () => {
      document.documentElement.innerHTML = '<head><title>Next</title></head><body><h1>Next</h1></body>';
    },
    stays: false,
  },
  'another root element, made in the page': {
    visit: () => {
      const root = document.createElement('html');
      root.innerHTML = '<head><title>Next</title></head><body><h1>Next</h1></body>';
      document.documentElement.replaceWith(root);
    },
    stays: false,
  },
  'another root element, from a document that was parsed': {
    visit: () => {
      const parsed = new DOMParser().parseFromString('<title>Next</title><h1>Next</h1>', 'text/html');
      document.replaceChild(parsed.documentElement, document.documentElement);
    },
    stays: false,
  },
};

/** Open, and the frame lets the tab remember it. */
async function openChat(page: Page): Promise<void> {
  await ready(page);
  await say(page, { t: 'open-marker', stores: true });
  await shape(page, 'panel');
  await untilVisible(page);
}

describe('an open chat is open after a visit', () => {
  it.each(dailyNames(Object.keys(VISITS), ['Turbo: another body element', 'another root element, made in the page']))(
    '%s',
    async (name) => {
      const { visit, stays } = VISITS[name] as (typeof VISITS)[string];
      const { page, warnings, exceptions } = await pages.open(html(`<h1>Shop</h1>${pages.tag()}`));
      await openChat(page);
      const entries = await page.evaluate(() => history.length);
      const mark = () => page.frames().find((frame) => frame.url().includes('/widget/'));
      await mark()?.evaluate(() => Object.assign(window, { mark: 1 }));
      // Routers change the address, too. Three visits, as a visitor goes on.
      for (let count = 1; count <= 3; count++) {
        await page.evaluate((to) => history.pushState(null, '', to), `/visit-${count}`);
        await page.evaluate(visit);
        await page.getByRole('heading', { name: 'Next' }).waitFor();
        await iframe(page).waitFor({ state: 'attached' });
        await ready(page);
        if (stays) expect(await mark()?.evaluate(() => 'mark' in window)).toBe(true);
        else {
          // A frame that was removed begins anew, and is asked to open.
          await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
          await say(page, { t: 'open-marker', stores: true });
          await shape(page, 'panel');
        }
        await untilVisible(page);
        await launcher(page).waitFor();
      }
      expect(await page.evaluate(() => history.length)).toBe(entries + 3);
      expect([warnings, exceptions]).toEqual([[], []]);
    },
  );
});

it('a line at the end of the page, which has neither launcher nor container, is there again after each visit', async () => {
  const { page, warnings } = await pages.open(
    html(`<h1>Shop</h1>${pages.tag('data-inbox-id="demo" data-mode="prompt-input"')}`),
  );
  for (let count = 1; count <= 3; count++) {
    await ready(page);
    // What keeps it has been loaded when the first visit brings it back.
    await eventually(async () => {
      await page.evaluate(() => document.body.replaceWith(document.createElement('body')));
      await iframe(page).waitFor({ state: 'attached', timeout: 2_000 });
    });
    await ready(page);
    await untilVisible(page);
  }
  expect(warnings).toEqual([]);
});
