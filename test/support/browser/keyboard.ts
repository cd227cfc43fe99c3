/**
 * The chat used by keyboard: what has the focus, and how to reach an element with Tab alone. Page and chat run in different
 * processes, and while the focus moves from one to the other, neither has it. A test that reads the focus or presses the
 * next key at that moment gets random results. `press` therefore resolves only when the focus has arrived.
 */
import type { Page } from 'playwright-core';
import { frameOf } from '../chat/chat.js';
import { nextPaint } from '../page-checks/next-paint.js';

/** Role and name of the element that has the focus, in the page, its launcher or the chat. */
export async function focused(page: Page): Promise<string> {
  const inPage = await page.evaluate(nameOfFocused);
  return inPage === 'iframe Chat' ? frameOf(page).evaluate(nameOfFocused) : inPage;
}

/** Runs in a document. */
function nameOfFocused(): string {
  let element = document.activeElement as HTMLElement | null;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
  if (!element || element === document.body) return 'nothing';
  if (element.localName === 'iframe') return 'iframe Chat';
  const label = element.getAttribute('aria-label') ?? element.dataset.key ?? element.textContent;
  return `${element.getAttribute('role') ?? element.localName} ${label}`;
}

/** What has the focus in the page's own document: the address of a link, or the element's name; `iframe` is the chat. */
export const focusedInPage = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('href') ?? element?.localName ?? null;
  });

/** Tab always moves the focus. Another key may not; then waiting ends after KEY_MS. */
const TAB_MS = 20_000;
const KEY_MS = 1_000;

/** Presses `key`. Resolves when the focus has moved and arrived, or when the time for that is over. */
export async function press(page: Page, key: string): Promise<void> {
  const before = await focusPosition(page);
  await page.keyboard.press(key);
  const giveUpAt = Date.now() + (/\bTab$/.test(key) ? TAB_MS : KEY_MS);
  for (;;) {
    await nextPaint(page);
    const now = await focusPosition(page);
    // A closed chat is not painted.
    if (now.arrived && now.at !== before.at) return now.at.startsWith('chat') ? nextPaint(frameOf(page)) : undefined;
    if (Date.now() > giveUpAt) return;
  }
}

/** More stops than the chat has. */
const MAX_STEPS = 40;

/** Presses Tab (or `key`) until `wanted` has the focus. Rejects with the list of the stops it passed. */
export async function tabTo(page: Page, wanted: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < MAX_STEPS; i++) {
    const here = await focused(page);
    if (typeof wanted === 'string' ? here === wanted : wanted.test(here)) return;
    passed.push(here);
    await press(page, key);
  }
  throw new Error(`${key} does not lead to "${wanted}". It passed: ${passed.join(', ')}`);
}

/** `at`: the same as long as the same element has the focus. `arrived`: false while the page's focus is on the frame and the chat has none yet. */
async function focusPosition(page: Page): Promise<{ readonly at: string; readonly arrived: boolean }> {
  const [inPage, inChat] = await Promise.all(
    [page, frameOf(page)].map((document) => document.evaluate(numberOfFocused)),
  );
  // When the page itself has the focus, the chat's active element is outdated.
  if (!inPage?.isFrame) return { at: `page ${inPage?.number}`, arrived: true };
  return { at: `chat ${inChat?.number}`, arrived: inChat?.number !== 0 };
}

/** Runs in a document. Returns a number unique to the element that has the focus, or 0 if none has. */
function numberOfFocused(): { readonly number: number; readonly isFrame: boolean } {
  const { activeElement, body } = document;
  const known: Element[] = (window as { focusedOnes?: Element[] }).focusedOnes ?? [];
  Object.assign(window, { focusedOnes: known });
  if (!activeElement || activeElement === body) return { number: 0, isFrame: false };
  if (!known.includes(activeElement)) known.push(activeElement);
  return { number: known.indexOf(activeElement) + 1, isFrame: activeElement.localName === 'iframe' };
}
