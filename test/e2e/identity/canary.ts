/** A visitor whose words and name can be found in memory, storage and documents. */
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from '../../support/browser/use-browser.js';
import { heapSnapshotOf, stringsWith } from '../../support/page-checks/personal-data-search.js';
import type { Site } from '../../support/sites/start-site.js';

export const CANARY = 'canary-7f3a9e51';
export const SUBJECT = 'customer-of-canaries';
export const NAME = 'Kim of the Canaries';

/** The functions of the global, as they are called here. */
export type Global = Record<string, (...args: unknown[]) => unknown>;
/** Starts the chat with this configuration on a bare page. */
export const startChat = async (site: Site, page: Page, config: object): Promise<void> => {
  await page.goto(site.barePage);
  await page.evaluate(
    (config) => void (window as unknown as { ServiceWidget: Global }).ServiceWidget.init?.(config),
    config,
  );
  await page.waitForFunction(() => window.ServiceWidget.isReady());
};
/** The browser may free a string only after the next paint or when idle, so poll. A string that our code still references never disappears. */
export async function expectNotInHeap(
  visitor: Visitor,
  document: Page | Frame,
  secrets: readonly string[],
): Promise<void> {
  const found = async (): Promise<readonly string[]> => {
    const heap = await heapSnapshotOf(visitor, document);
    expect(heap.length).toBeGreaterThan(100_000);
    return secrets.flatMap((secret) => stringsWith(heap, secret));
  };
  await expect.poll(found, { interval: 500, message: `memory of ${document.url()}` }).toEqual([]);
}
