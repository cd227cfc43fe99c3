// @vitest-environment node
/**
 * Embedded chats in what is not shown at first: tabs, accordions, dialogs, steps of a wizard. `npm test` runs one case,
 * `npm run test:long` all.
 */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import { chatFrame, eventually, html, iframe, ready, useSitePages } from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget; step: Element };

const pages = useSitePages();
const CHAT = '<div id="c"></div>';

/** The chat is started while it is hidden; then it is shown, hidden and shown again. */
const HIDDEN: Readonly<Record<string, { readonly body: string; show(): void; hide(): void }>> = {
  'a tab': {
    body: `<section id="t" style="display:none">${CHAT}</section>`,
    show: () => ((document.getElementById('t') as HTMLElement).style.display = 'block'),
    hide: () => ((document.getElementById('t') as HTMLElement).style.display = 'none'),
  },
  'an accordion that grows': {
    body: `<section id="t" style="max-height:0;overflow:hidden;transition:max-height .1s">${CHAT}</section>`,
    show: () => ((document.getElementById('t') as HTMLElement).style.maxHeight = '700px'),
    hide: () => ((document.getElementById('t') as HTMLElement).style.maxHeight = '0'),
  },
  'closed details': {
    body: `<details id="t"><summary>Support</summary>${CHAT}</details>`,
    show: () => ((document.getElementById('t') as HTMLDetailsElement).open = true),
    hide: () => ((document.getElementById('t') as HTMLDetailsElement).open = false),
  },
  'a closed dialog': {
    body: `<dialog id="t" style="width:500px;max-height:none">${CHAT}</dialog>`,
    show: () => (document.getElementById('t') as HTMLDialogElement).showModal(),
    hide: () => (document.getElementById('t') as HTMLDialogElement).close(),
  },
  'a popover': {
    body: `<div id="t" popover="manual" style="width:500px">${CHAT}</div>`,
    show: () => document.getElementById('t')?.showPopover(),
    hide: () => document.getElementById('t')?.hidePopover(),
  },
  'what a search may find': {
    body: `<section id="t" hidden="until-found">${CHAT}</section>`,
    show: () => document.getElementById('t')?.removeAttribute('hidden'),
    hide: () => document.getElementById('t')?.setAttribute('hidden', 'until-found'),
  },
  'content that is not drawn': {
    body: `<section id="t" style="content-visibility:hidden">${CHAT}</section>`,
    show: () => ((document.getElementById('t') as HTMLElement).style.contentVisibility = 'visible'),
    hide: () => ((document.getElementById('t') as HTMLElement).style.contentVisibility = 'hidden'),
  },
  'a column without a width': {
    body: `<div style="display:flex"><section id="t" style="width:0;overflow:hidden">${CHAT}</section></div>`,
    show: () => ((document.getElementById('t') as HTMLElement).style.width = '500px'),
    hide: () => ((document.getElementById('t') as HTMLElement).style.width = '0'),
  },
};

describe('an embedded chat without a height of its container is 600 pixels high', () => {
  it.each(dailyNames(Object.keys(HIDDEN), ['a tab']))('in %s, when it is shown', async (name) => {
    const { body, show, hide } = HIDDEN[name] as (typeof HIDDEN)[string];
    const { page, warnings } = await pages.open(
      html(body + pages.tag('data-inbox-id="demo" data-mode="embedded" data-container-id="c"')),
    );
    await ready(page);
    for (const act of [show, hide, show]) {
      await page.evaluate(act);
      if (act === hide) continue;
      await eventually(async () => expect((await iframe(page).boundingBox())?.height).toBe(600));
      // It can be used, too.
      await chatFrame(page).getByLabel('Message').fill(name);
    }
    expect(warnings).toEqual([]);
  });

  it('in a step of a wizard that is put into the page later, again and again', async () => {
    const { page, warnings } = await pages.open(html(`<main id="m"></main>${pages.tag('')}`));
    await page.waitForFunction(() => window.ServiceWidget?.version);
    await page.evaluate(() => {
      window.step = document.createElement('section');
      const container = window.step.appendChild(document.createElement('div'));
      return window.ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', containerId: container });
    });
    for (const visit of [1, 2]) {
      await page.evaluate(() => document.getElementById('m')?.append(window.step));
      if (visit === 2)
        await page.evaluate(() => {
          const containerId = window.step.firstElementChild as HTMLElement;
          containerId.replaceChildren();
          return window.ServiceWidget.init({ inboxId: 'demo', mode: 'embedded', containerId });
        });
      await ready(page);
      await eventually(async () => expect((await iframe(page).boundingBox())?.height).toBe(600));
      await page.evaluate(() => window.step.remove());
      expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
    }
    expect(warnings).toEqual([]);
  });
});
