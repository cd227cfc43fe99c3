// @vitest-environment node
/**
 * Dialogs of libraries that keep the focus or make the rest of the page unusable, without the browser's own modal dialog: one can write
 * to a chat that is opened from them. `npm test` runs one case, `npm run test:long` all.
 */
import { describe, expect, it } from 'vitest';
import { dailyNames } from '../../../../../../test/support/runs/daily.js';
import type { ServiceWidget } from '../../../../src/index.js';
import {
  eventually,
  heardBy,
  html,
  iframe,
  inline,
  launcher,
  PANEL,
  ready,
  shape,
  useSitePages,
} from '../../site-pages.js';

declare const window: Window & typeof globalThis & { ServiceWidget: ServiceWidget };

const pages = useSitePages();

const MODAL = `<main id="rest"><a href="#">Shop</a></main>
  <div style="position:fixed;inset:0;z-index:1050;background:#0008"></div>
  <div id="modal" role="dialog" aria-modal="true" tabindex="-1" style="position:fixed;inset:100px 600px 100px 100px;z-index:1055;background:#fff">
    <h2>Payment</h2><button onclick="ServiceWidget.open()">Chat with us</button><input aria-label="Card">
  </div>`;

/** What each library does while its dialog is open. */
const TRAPS: Readonly<Record<string, string>> = {
  'Bootstrap: what gets the focus outside gives it back': `
    document.addEventListener('focusin', ({ target }) => {
      if (target !== document && target !== modal && !modal.contains(target)) modal.focus();
    });
    document.body.style.overflow = 'hidden'; modal.focus();`,
  'focus-trap: capture, and no clicks outside': `
    document.addEventListener('focusin', (event) => {
      if (modal.contains(event.target)) return;
      event.stopImmediatePropagation(); modal.focus();
    }, true);
    for (const name of ['mousedown', 'touchstart', 'click'])
      document.addEventListener(name, (event) => {
        if (!modal.contains(event.target)) { event.preventDefault(); event.stopImmediatePropagation(); }
      }, true);
    modal.focus();`,
  'Radix: the body takes no pointer, the rest is hidden from screen readers': `
    document.body.style.pointerEvents = 'none'; modal.style.pointerEvents = 'auto';
    rest.setAttribute('aria-hidden', 'true'); modal.focus();`,
  'Headless UI: the rest of the body is inert': `
    for (const child of document.body.children) if (child !== modal) child.inert = true;
    document.documentElement.style.overflow = 'hidden'; modal.focus();`,
  'MUI: Tab goes round, and a timer looks after the focus': `
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Tab') { event.preventDefault(); modal.focus(); }
    }, true);
    setInterval(() => { if (document.activeElement === document.body) modal.focus(); }, 50);
    modal.focus();`,
  'jQuery UI: an overlay above every other stacking order': `
    const overlay = document.body.appendChild(document.createElement('div'));
    overlay.style.cssText = 'position:fixed;inset:0;z-index:1100';
    document.addEventListener('focusin', ({ target }) => { if (document.body.contains(target) && !modal.contains(target)) modal.focus(); });
    modal.style.zIndex = 1101;`,
};

describe('one can write to a chat that is opened from a dialog of', () => {
  it.each(dailyNames(Object.keys(TRAPS), ['Bootstrap: what gets the focus outside gives it back']))(
    '%s',
    async (name) => {
      const { page, warnings, exceptions } = await pages.open(
        html(`${MODAL}${pages.tag()}${inline(`{ ${TRAPS[name]} }`)}`),
      );
      await ready(page);
      await launcher(page).waitFor();
      await page.getByRole('button', { name: 'Chat with us' }).click();
      await eventually(async () => expect(await heardBy(page, 'open')).toHaveLength(1));
      await shape(page, 'panel');
      await iframe(page).waitFor({ state: 'visible' });
      const [x, y] = [PANEL.x + PANEL.width / 2, PANEL.y + PANEL.height / 2];
      expect(
        await page.evaluate(([x, y]) => document.elementFromPoint(x as number, y as number)?.localName, [x, y]),
      ).toBe('iframe');
      const field = page.frameLocator('iframe[src*="/widget/"]').getByLabel('Message');
      await eventually(async () => {
        await field.click({ timeout: 2_000 });
        await page.keyboard.type('hello there', { delay: 5 });
        expect(await field.inputValue()).toContain('hello there');
      });
      expect(await page.getByLabel('Card').inputValue()).toBe('');
      expect([warnings, exceptions]).toEqual([[], []]);
    },
  );
});
