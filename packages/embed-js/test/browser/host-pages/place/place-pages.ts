/** Tall pages with a chat, and what the tests ask of them. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, html, launcher, ready, type SitePages } from '../../site-pages.js';

/** The launcher in a window of 1,280 by 800. */
export const CORNER = { x: 1_208, y: 728, width: 56, height: 56 } as const;
export const TALL = '<main style="height:3000px"><h1>Shop</h1></main>';

export const openPage = async (pages: SitePages, body = TALL, head = '') => {
  const hasWindows = body.includes('requestFullscreen');
  const opened = await pages.open(html(body + pages.tag('data-inbox-id="demo"'), head), {}, { hasWindows });
  await ready(opened.page);
  await launcher(opened.page).waitFor();
  return opened;
};

export const setCss = (page: Page, css: string): Promise<void> =>
  page.evaluate((css) => {
    const id = 'case';
    const sheet = document.getElementById(id) ?? document.head.appendChild(document.createElement('style'));
    sheet.id = id;
    sheet.textContent = css;
    scrollTo(0, 400);
  }, css);

/** What is at the middle of a box: the element whose own it is, also in the launcher's shadow root. */
export const hits = (page: Page, { x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(
    ([x, y]) => document.elementFromPoint(x as number, y as number)?.localName,
    [x + width / 2, y + height / 2],
  );

/** Types into the chat with the pointer and the keyboard, as a visitor does. */
export async function writes(page: Page, text: string): Promise<void> {
  const field = page.frameLocator('iframe[src*="/widget/"]').getByLabel('Message');
  await eventually(async () => {
    await field.click({ timeout: 2_000 });
    await page.keyboard.type(text);
    expect(await field.inputValue()).toContain(text);
  });
}
