/** Orders that the shop's page cancels, and the script that sends its functions, held back. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { frameOf } from '../../support/chat/chat.js';
import { ROOT } from '../../support/runs/repository.js';

/** The idempotency keys of the page's requests to cancel. */
export function cancellationsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/cancel$/.test(request.url())) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  return sent;
}

/** The types of the frames with functions and messages that the page sent, in order. */
export const toolsAndMessages = (wire: Wire): readonly string[] =>
  wire.sent.map(({ t }) => t).filter((t) => t === 'tools' || t === 'append');

export const cardOn = (page: Page) => frameOf(page).getByRole('alertdialog');
export const answerOn = (page: Page, name: 'Confirm' | 'No') => cardOn(page).getByRole('button', { name, exact: true });

/** Holds the page's requests to cancel an order until the returned function is called. */
export async function holdCancellations(page: Page): Promise<() => void> {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route('**/api/orders/*/cancel', async (route) => {
    await held;
    // If the page was closed meanwhile, its request is gone.
    await route.continue().catch(() => undefined);
  });
  return () => letThrough();
}

/** The hash in the URL of the script that sends them. */
const scriptHash = createHash('sha256')
  .update(readFileSync(resolve(ROOT, 'packages/embed-js/dist/loader-tools.js')))
  .digest('base64url');

/** Holds that script back until `letThrough`. A message waits for it for 5 s, or also until then. */
export async function slowly(
  browser: ReturnType<typeof useBrowser>,
  address: string,
  waits: 'for 5 s' | 'as long',
): Promise<{ page: Page; wire: Wire; letThrough(): void }> {
  const { context } = await browser.newVisitor();
  // On a busy machine the 5 s may be over before the test has checked anything.
  const stretch = () => {
    const { setTimeout: start } = window;
    const stretched = (run: () => void, ms = 0): number => start(run, ms > 3_000 && ms <= 5_000 ? 600_000 : ms);
    Object.assign(window, { setTimeout: stretched });
  };
  if (waits === 'as long') await context.addInitScript(stretch);
  const page = await context.newPage();
  const wire = tapWire(page);
  let letThrough = (): void => undefined;
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await context.route(
    (url) => url.search === `?${scriptHash}`,
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await page.goto(address);
  return { page, wire, letThrough };
}
