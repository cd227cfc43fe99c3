/** The chat as a keyboard finds it: what has the focus, and the way to something by Tab alone. */
import type { Page } from 'playwright-core';
import { frameOf } from './chat.js';

/** Role and name of what has the focus inside the chat, as the page's author would look for it. */
export const focused = (page: Page): Promise<string> =>
  frameOf(page).evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return 'nothing';
    const label = element.getAttribute('aria-label') ?? element.dataset.key ?? element.textContent;
    return `${element.getAttribute('role') ?? element.localName} ${label}`;
  });

/** Nothing in the chat is further away than this. */
const FAR = 40;

/** Presses Tab (or what is given) until `wanted` has the focus. Rejects with all that was passed on the way. */
export async function tabTo(page: Page, wanted: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < FAR; i++) {
    const here = await focused(page);
    if (typeof wanted === 'string' ? here === wanted : wanted.test(here)) return;
    passed.push(here);
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to "${wanted}". It passed: ${passed.join(', ')}`);
}
