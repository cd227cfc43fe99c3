/**
 * The chat as a keyboard finds it: what has the focus, and the way to something by Tab alone. Page and chat are processes of
 * their own, and the focus that goes from one to the other is in neither for a moment: whoever looks or presses on in that
 * moment finds chance. So a key is pressed here, and what it moves has arrived when that resolves.
 */
import type { Page } from 'playwright-core';
import { frameOf } from '../chat/chat.js';
import { drawn } from '../page-checks/drawn.js';

/** Role and name of what has the focus inside the chat, as the page's author would look for it. */
export const focused = (page: Page): Promise<string> =>
  frameOf(page).evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    if (!element || element === document.body) return 'nothing';
    const label = element.getAttribute('aria-label') ?? element.dataset.key ?? element.textContent;
    return `${element.getAttribute('role') ?? element.localName} ${label}`;
  });

/** What has the focus in the page's own document: the address of a link, or the element's name; `iframe` is the chat. */
export const focusedInPage = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('href') ?? element?.localName ?? null;
  });

/** Tab always leads somewhere. Other keys may have nothing to move, and are waited for as long as something could take. */
const TAB_MS = 20_000;
const KEY_MS = 1_000;

/** Presses `key`; resolves when the focus has moved and is there, or when the key has moved nothing. */
export async function press(page: Page, key: string): Promise<void> {
  const before = await whereIs(page);
  await page.keyboard.press(key);
  const giveUpAt = Date.now() + (/\bTab$/.test(key) ? TAB_MS : KEY_MS);
  for (;;) {
    await Promise.all([drawn(page), drawn(frameOf(page))]);
    const there = await whereIs(page);
    if ((there.arrived && there.at !== before.at) || Date.now() > giveUpAt) return;
  }
}

/** Nothing in the chat is further away than this. */
const FAR = 40;

/** Presses Tab (or what is given) until `wanted` has the focus. Rejects with all that was passed on the way. */
export async function tabTo(page: Page, wanted: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < FAR; i++) {
    const here = await focused(page);
    if (typeof wanted === 'string' ? here === wanted : wanted.test(here)) return;
    passed.push(here);
    await press(page, key);
  }
  throw new Error(`${key} does not lead to "${wanted}". It passed: ${passed.join(', ')}`);
}

/** `at`: the same as long as the same element has the focus. `arrived`: not while the page has handed it to a chat that lacks it. */
async function whereIs(page: Page): Promise<{ readonly at: string; readonly arrived: boolean }> {
  const [inPage, inChat] = await Promise.all(
    [page, frameOf(page)].map((document) => document.evaluate(numberOfFocused)),
  );
  // Where the page has the focus itself, what the chat remembers of it is history.
  if (!inPage?.isFrame) return { at: `page ${inPage?.number}`, arrived: true };
  return { at: `chat ${inChat?.number}`, arrived: inChat?.number !== 0 };
}

/** Runs in a document: the element that has its focus, by a number that only this element has; 0: none. */
function numberOfFocused(): { readonly number: number; readonly isFrame: boolean } {
  const { activeElement, body } = document;
  const known: Element[] = (window as { focusedOnes?: Element[] }).focusedOnes ?? [];
  Object.assign(window, { focusedOnes: known });
  if (!activeElement || activeElement === body) return { number: 0, isFrame: false };
  if (!known.includes(activeElement)) known.push(activeElement);
  return { number: known.indexOf(activeElement) + 1, isFrame: activeElement.localName === 'iframe' };
}
