/** Chats that are opened and used by keyboard alone, and a look at the element that has the focus. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focused, focusedInPage, press, tabTo } from '../../support/browser/keyboard.js';
import type { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, ready } from '../../support/chat/chat.js';
import { toolsOffered } from '../../support/chat/open-chat.js';

type VisitorsOf = ReturnType<typeof useBrowser>;

/** Long enough for a busy machine; a passing test never waits this long. */
export const PATIENT = { timeout: 30_000 };
export const FIELD = 'textarea Message';

/** The bare page with its chat started, and a link before and after the chat. */
export async function startedWith(browser: VisitorsOf, address: string, config: object): Promise<Page> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  await page.goto(address);
  await page.evaluate((config) => {
    document.body.innerHTML =
      '<a href="#before">before</a><div id="here" style="width:420px;height:560px"></div><a href="#after">after</a>';
    window.ServiceWidget.init({ inboxId: 'demo', containerId: 'here', ...config });
  }, config);
  await ready(page);
  await page.locator('a').first().focus();
  return page;
}
/** What has the focus, in the chat and in the page. */
export const isOn = (page: Page) => expect.poll(() => focused(page), PATIENT);
export const pageIsOn = (page: Page) => expect.poll(() => focusedInPage(page), PATIENT);
export const chatOf = (page: Page) => page.frameLocator('iframe[src*="/widget/"]');

/** The shop's chat, opened with Enter. */
export async function opened(
  browser: VisitorsOf,
  address: string,
  tapped: (page: Page) => void = () => undefined,
): Promise<Page> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  tapped(page);
  const wire = tapWire(page);
  await page.goto(address);
  await ready(page);
  await page.locator('a').last().focus();
  await press(page, 'Tab');
  await isOn(page).toBe('button Open chat');
  await page.keyboard.press('Enter');
  await chatOn(page).composer.waitFor();
  // The script that moves the focus to the field may load late; until then Tab starts from the launcher.
  await tabTo(page, FIELD);
  await toolsOffered(wire);
  return page;
}
export async function says(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await chatOn(page).arrived(text);
}
/** Chooses from the menu with the arrow keys. */
export async function chooses(page: Page, label: string): Promise<void> {
  await tabTo(page, 'button Menu', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await isOn(page).toMatch(/^menuitem /);
  await tabTo(page, `menuitem ${label}`, 'ArrowDown');
  await page.keyboard.press('Enter');
}

/** Runs in the chat. Returns why the element that has the focus is not in view, or null. An element larger than the view must fill it. */
export function seen(): string | null {
  const element = document.activeElement as HTMLElement;
  const box = element.getBoundingClientRect();
  let room = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  const scroller = element.parentElement?.closest('.transcript')?.getBoundingClientRect();
  if (scroller) {
    const { top, left, bottom, right } = scroller;
    room = {
      top: Math.max(top, room.top),
      left: Math.max(left, room.left),
      bottom: Math.min(bottom, room.bottom),
      right: Math.min(right, room.right),
    };
  }
  const [top, bottom] = [Math.max(box.top, room.top), Math.min(box.bottom, room.bottom)];
  const [left, right] = [Math.max(box.left, room.left), Math.min(box.right, room.right)];
  const whole = box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
  // A message may be cut off, since it is read with the arrow keys; a control may not.
  if (!whole && !element.matches('.entry') && box.height <= room.bottom - room.top) return 'cut off';
  if (bottom - top < 8 || right - left < 8) return 'out of sight';
  const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return element.contains(there) ? null : `under ${there?.className || there?.localName}`;
}
