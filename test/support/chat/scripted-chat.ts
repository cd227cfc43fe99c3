/** The chat on a page that starts it through the global: see `barePage` in start-site.ts. */
import type { Page } from 'playwright-core';

interface WidgetEvent {
  readonly name: string;
  readonly detail: Record<string, unknown>;
}

interface ServiceWidgetGlobal {
  init(config: object): unknown;
  open(): void;
  close(): void;
  sendMessage(text: string): void;
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

/** Starts the chat and records these events; read them with `eventsOf`. */
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
