import type { Page } from 'playwright-core';

/**
 * Every document of the page learns that the browser is online, as after a lost network: the chat connects at once. Otherwise it may
 * wait half a minute after a server's slow start, longer than a function may run.
 */
export async function comeOnline(page: Page): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(() => window.dispatchEvent(new Event('online')));
}
