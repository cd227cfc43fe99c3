/**
 * The smallest page that can hold the chat, on the shop's origin: nothing of its own, so that whatever is there was brought
 * by the script. The script is loaded without a tag attribute; the test calls `ServiceWidget` itself.
 */
import type { Page } from 'playwright-core';
import type { Site } from './start-site.js';

interface WidgetEvent {
  readonly name: string;
  readonly detail: Record<string, unknown>;
}

interface ServiceWidgetGlobal {
  init(config: object): unknown;
  open(): void;
  destroy(): void;
  isReady(): boolean;
  on(event: string, callback: (detail: Record<string, unknown>) => void): () => void;
}

declare global {
  interface Window {
    ServiceWidget: ServiceWidgetGlobal;
    seen: WidgetEvent[];
  }
}

/** Opens it at `origin`, by default the shop's, and waits for the script. */
export async function openBarePage(page: Page, site: Site, origin = site.shop): Promise<void> {
  const url = `${origin}/bare`;
  await page.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><title>Bare</title><body><p>Nothing here.</p>
        <script src="${site.service.origin}/embed/v1.js"></script></body></html>`,
    }),
  );
  await page.goto(url);
}

/** Starts the chat and keeps every `event` that it tells of; read them with `eventsOf`. */
export async function startChat(page: Page, inboxId: string, events: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ inboxId, events }) => {
      window.seen = [];
      for (const name of events) window.ServiceWidget.on(name, (detail) => window.seen.push({ name, detail }));
      window.ServiceWidget.init({ inboxId });
    },
    { inboxId, events },
  );
}

export function eventsOf(page: Page): Promise<WidgetEvent[]> {
  return page.evaluate(() => window.seen);
}
