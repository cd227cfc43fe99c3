/**
 * A page without the widget's frame that uses the published headless client. Its script has a nonce, so that the page can
 * have the strictest Content-Security-Policy.
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../runs/repository.js';

const SDK = resolve(ROOT, 'packages/embed-sdk/dist');
export const NONCE = 'bm9uY2Ugb2YgYSBzY3JlZW4';

/** The strictest policy that works: besides its scripts, the page only needs the origin of the chat server. */
export const headlessPagePolicy = (chat: string): string =>
  `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; connect-src ${chat} ${chat.replace('http', 'ws')}; img-src ${chat}; base-uri 'none'; object-src 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;

/** Exposes the published modules as `window.sdk` and `window.inbox`; the page shows the client's timeline as JSON. */
export const HEADLESS_PAGE = `<!doctype html><html lang="en"><head><title>Own screen</title></head><body><pre id="screen"></pre>
<script type="module" nonce="${NONCE}">
import * as sdk from '/sdk/core.js';
import * as inbox from '/sdk/inbox.js';
Object.assign(window, { sdk, inbox, begin(options) {
  const client = sdk.createChatClient(options);
  const draw = () => {
    const { timeline } = client.getState();
    document.getElementById('screen').textContent = timeline.map((entry) => JSON.stringify(entry)).join('\\n');
  };
  client.subscribe(draw);
  window.client = client;
} });
</script></body></html>`;

/** Call before the navigation. Serves the modules from the page's own origin, as with a bundler. */
export async function serveSdk(page: Page): Promise<void> {
  await page.route('**/sdk/*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(resolve(SDK, basename(new URL(route.request().url()).pathname)), 'utf8'),
    }),
  );
}

/** Starts the client of the page as `window.client`. */
export async function startHeadlessClient(page: Page, options: object): Promise<void> {
  await page.waitForFunction(() => 'begin' in window);
  await page.evaluate((options) => (Reflect.get(window, 'begin') as (options: object) => void)(options), options);
}
