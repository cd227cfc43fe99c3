// @vitest-environment node
/**
 * open() from modal dialogs and other things that cover the page. `npm test` runs one case, `npm run test:long` all.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import { chatFrame, eventually, heardBy, iframe, PANEL, shape, useSitePages } from '../../site-pages.js';
import { hits, openPage, TALL, writes } from './place-pages.js';

declare const window: Window & typeof globalThis & { heard: { t: string }[] };

const pages = useSitePages();

/** What a page's own dialog looks like, and its button that opens the chat. */
const HELP = '<h2>Payment</h2><button id="help" onclick="window.answered = ServiceWidget.open()">Chat with us</button>';
const MODALS = {
  'a modal dialog': {
    body: `<dialog id="d">${HELP}</dialog>`,
    show: () => (document.querySelector('#d') as HTMLDialogElement).showModal(),
    end: () => (document.querySelector('#d') as HTMLDialogElement).close(),
  },
  'a dialog that moves and cuts what it has': {
    body: `<dialog id="d" style="transform:scale(1);overflow:hidden;contain:paint;width:300px;height:200px">${HELP}</dialog>`,
    show: () => (document.querySelector('#d') as HTMLDialogElement).showModal(),
    end: () => (document.querySelector('#d') as HTMLDialogElement).close('done'),
  },
  'a dialog over another one': {
    body: `<dialog id="b"><p>On top</p>${HELP}</dialog><dialog id="d"><p>Below</p></dialog>`,
    show: () => {
      for (const id of ['#d', '#b']) (document.querySelector(id) as HTMLDialogElement).showModal();
    },
    end: () => {
      for (const id of ['#b', '#d']) (document.querySelector(id) as HTMLDialogElement).close();
    },
  },
  'a dialog inside of another one': {
    body: `<dialog id="d"><p>Outer</p><dialog id="b">${HELP}</dialog></dialog>`,
    show: () => {
      for (const id of ['#d', '#b']) (document.querySelector(id) as HTMLDialogElement).showModal();
    },
    end: () => {
      for (const id of ['#b', '#d']) (document.querySelector(id) as HTMLDialogElement).close();
    },
  },
  'a dialog of a web component': {
    body: `<sl-dialog id="s" open><div>${HELP}</div></sl-dialog>`,
    show: () => {
      const host = document.querySelector('#s') as HTMLElement;
      const root = host.attachShadow({ mode: 'open' });
      root.append(Object.assign(document.createElement('dialog'), { id: 'd' }));
      (root.querySelector('dialog') as HTMLElement).append(document.createElement('slot'));
      (root.querySelector('dialog') as HTMLDialogElement).showModal();
    },
    end: () => document.querySelector('#s')?.shadowRoot?.querySelector('dialog')?.close(),
  },
  'a full screen': {
    body: `<div id="p" style="background:#ddd;height:400px"><button onclick="p.requestFullscreen()">Full screen</button>${HELP}</div>`,
    show: null,
    end: () => document.exitFullscreen(),
  },
} as const;

/** What `open()` has answered. */
const answered = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { answered: unknown }).answered);

describe('open() from what covers the page', () => {
  const names = dailyNames(Object.keys(MODALS) as (keyof typeof MODALS)[], ['a modal dialog']);
  it.each(names)('the visitor can write to the chat in %s, and after it', async (name) => {
    const { body, show, end } = MODALS[name];
    const { page, warnings } = await openPage(pages, TALL + body);
    await chatFrame(page).evaluate(() => Object.assign(window, { mark: 'the same' }));
    if (show) await page.evaluate(show);
    else {
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.waitForFunction(() => document.fullscreenElement);
    }
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await eventually(async () =>
      expect(await chatFrame(page).evaluate(() => window.heard.filter(({ t }) => t === 'open').length)).toBe(1),
    );
    expect(await answered(page)).toBe(true);
    await shape(page, 'panel');
    await iframe(page).waitFor({ state: 'visible' });
    const box = await iframe(page).boundingBox();
    if (show) expect(box).toEqual(PANEL);
    await writes(page, 'my card');
    await page.evaluate(end);
    await eventually(async () => expect(await page.locator('html > iframe').boundingBox()).toEqual(PANEL));
    await eventually(async () => expect(await hits(page, PANEL)).toBe('iframe'));
    await writes(page, ' is refused');
    expect(await chatFrame(page).evaluate(() => (window as unknown as { mark: string }).mark)).toBe('the same');
    expect(warnings).toEqual([]);
  });

  it.each([
    ['a modal dialog in a browser that would reload the frame', 'a modal dialog', 'moveBefore'],
    ['a full screen in a browser without popovers', 'a full screen', 'showPopover'],
  ] as const)('%s is in the way: an error says so, and nothing opens', async (_what, name, missing) => {
    const { body, show } = MODALS[name];
    const without = `<script>delete Element.prototype.${missing}; delete HTMLElement.prototype.${missing}</script>`;
    const { page, warnings } = await openPage(pages, TALL + body, without);
    if (show) await page.evaluate(show);
    else {
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.waitForFunction(() => document.fullscreenElement);
    }
    await page.getByRole('button', { name: 'Chat with us' }).click();
    await eventually(() => expect(warnings.join()).toContain('modal_in_the_way'));
    expect(await answered(page)).toBe(false);
    expect(await chatFrame(page).evaluate(() => window.heard.map(({ t }) => t))).not.toContain('open');
  });
});

it('a video in full screen is in the way: open() answers false, and true when it has ended', async () => {
  const { page, warnings } = await openPage(
    pages,
    '<video id="v" controls></video><button onclick="v.requestFullscreen()">Full screen</button>',
  );
  await page.getByRole('button', { name: 'Full screen' }).click();
  await page.waitForFunction(() => document.fullscreenElement);
  expect(await page.evaluate(() => window.ServiceWidget.open())).toBe(false);
  await eventually(() => expect(warnings.join()).toContain('modal_in_the_way'));
  expect(await heardBy(page, 'open')).toEqual([]);
  await page.evaluate(() => document.exitFullscreen());
  expect(await page.evaluate(() => window.ServiceWidget.open())).toBe(true);
  await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
});
