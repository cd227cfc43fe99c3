/** Pages of a site before their chat has a frame. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, inline, type SitePages } from '../site-pages.js';

export const KEY = 'service:demo:unread';
export const INTENT = 'data-prefetch="intent"';
/** A picture that never arrives, so the page never has loaded. */
export const ENDLESS = '<img src="/endless.png" alt="">';
export const connection = (state: object): string =>
  inline(`Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(state)} })`);
/** Nothing of a frame is there, nor asked for. */
export async function expectNoFrame(pages: SitePages, page: Page): Promise<void> {
  expect(await page.locator('iframe').count()).toBe(0);
  expect(pages.web.asked.filter((path) => path.startsWith('/widget/'))).toEqual([]);
}
/** The page is at rest, and has been for as long as a frame could wait for it. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => requestIdleCallback(() => setTimeout(done)))),
  );
export const frameIsMade = (page: Page): Promise<void> =>
  eventually(async () => expect(await page.locator('iframe').count()).toBe(1));
