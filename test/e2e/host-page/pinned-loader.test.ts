/** A page that pinned the loader of version 0.1.0 keeps working with the server of this tree. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn, ready } from '../../support/chat/chat.js';
import { freePort } from '../../support/server/free-port.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import {
  FACTS,
  FIXTURE,
  type FixtureServer,
  OLD_DATA_DIR,
  startFixtureServer,
} from '../../support/sites/version-0.1.0.js';

const MANIFEST = JSON.parse(readFileSync(join(FIXTURE, 'loader/manifest.json'), 'utf8')) as {
  readonly file: string;
  readonly integrity: string;
  readonly parts: readonly string[];
};

const browser = useBrowser();
let server: FixtureServer;
let shop: ServedPage;

beforeAll(async () => {
  const port = await freePort();
  // The server's clock is the real one, as the browser's is.
  const origins = [`http://localhost:${port}`];
  server = await startFixtureServer({ dataFrom: OLD_DATA_DIR, origins, now: Date.now() });
  const { origin } = server.service;
  const tag = `<script async src="${origin}${MANIFEST.file}" integrity="${MANIFEST.integrity}" crossorigin="anonymous" data-inbox-id="${FACTS.inbox}"></script>`;
  shop = await servePage(
    `<!doctype html><html lang="en"><head><title>Shop</title>${tag}</head><body><p>Shop</p></body></html>`,
    port,
    `default-src 'none'; script-src ${origin}/embed/; frame-src ${origin}; base-uri 'none'`,
  );
});
afterAll(async () => {
  await shop?.close();
  await server?.dispose();
});

describe('the pinned loader of version 0.1.0', () => {
  it('is served with the bytes it was released with, and so are its later files', async () => {
    const { origin } = server.service;
    const served = async (path: string): Promise<string> => (await fetch(origin + path)).text();
    expect(await served(MANIFEST.file)).toBe(readFileSync(join(FIXTURE, 'loader/loader.js'), 'utf8'));
    for (const part of MANIFEST.parts.map((each) => each.replace(/^sha256-/, '')))
      expect(await served(`${MANIFEST.file}?${part}`)).toBe(readFileSync(join(FIXTURE, `loader/${part}.js`), 'utf8'));
  });

  it('opens the chat, sends, shows the answer, and continues after a reload', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(shop.url);
    await ready(page);
    const chat = chatOn(page, 'frame');
    await chat.open();
    await chat.send('Can I return shoes I wore once?');
    await chat.arrived('Can I return shoes I wore once?');
    await chat.transcript.getByText('Shoes that were worn outside').first().waitFor();

    await page.reload();
    await ready(page);
    await chat.open();
    await chat.transcript.getByText('Shoes that were worn outside').first().waitFor();
    expect(await chat.count('Can I return shoes I wore once?')).toBe(1);
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
  });
});
