/**
 * A page with a pinned loader runs only scripts that were released with it. The loader checks the hash of each script that it
 * fetches; a script with one changed byte does not run, and the page gets an error.
 */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { freePort } from '../../support/server/free-port.js';
import { type RewritingProxy, startRewritingProxy } from '../../support/server/rewriting-proxy.js';
import { Service } from '../../support/server/start-service.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { inboxesFor } from '../../support/sites/start-site.js';

interface TestWindow {
  readonly ServiceWidget: {
    init(config: object): boolean;
    isReady(): boolean;
    on(name: string, listener: (detail: { code: string; message: string }) => void): void;
    diagnose(): Promise<readonly { code: string; severity: string; message: string; fix: string }[]>;
    open(): void;
  };
  readonly errors: { code: string; message: string }[];
  readonly ran?: true;
}
declare const window: Window & typeof globalThis & TestWindow;

/** A changed script that leaves a mark if it runs. */
const FOREIGN = (body: string): string => `${body};window.ran=true`;

const browser = useBrowser();
let service: Service;
let inboxes: ReturnType<typeof inboxesFor>;
let proxy: RewritingProxy;
let shop: ServedPage;
beforeAll(async () => {
  const port = await freePort();
  inboxes = inboxesFor([`http://localhost:${port}`]);
  service = await Service.start({ inboxDir: inboxes.folder });
  proxy = await startRewritingProxy(service.origin);
  const { file, integrity } = (await (await fetch(`${proxy.origin}/embed/manifest.json`)).json()) as Record<
    string,
    string
  >;
  shop = await servePage(
    `<!doctype html><html lang="en"><head><title>Shop</title><script src="${proxy.origin}${file}" integrity="${integrity}" crossorigin="anonymous"></script></head><body><p>Shop</p></body></html>`,
    port,
  );
});
afterEach(() => {
  proxy.rewrite = null;
});
afterAll(async () => {
  await shop?.close();
  await proxy?.close();
  await service?.dispose();
  inboxes?.remove();
});

const PARTS = ['attachment', 'launcher', 'launcher-extras', 'tools', 'page-watch', 'keep', 'diagnosis'] as const;

/** Matches the URL of a part of the loader. The manifest lists them in the order of PARTS. */
async function urlOf(part: (typeof PARTS)[number]): Promise<RegExp> {
  const { parts } = (await (await fetch(`${proxy.origin}/embed/manifest.json`)).json()) as { parts: string[] };
  expect(parts).toHaveLength(PARTS.length);
  return new RegExp(`[?]${parts[PARTS.indexOf(part)]?.slice(7)}$`);
}

async function start(config: object = {}): Promise<Page> {
  const visitor = await browser.newVisitor();
  const page = await visitor.visit(shop.url);
  await page.evaluate((given) => {
    Object.assign(window, { errors: [] });
    window.ServiceWidget.on('error', (error) => window.errors.push(error as never));
    window.ServiceWidget.init({ inboxId: 'plain', ...given });
  }, config);
  return page;
}
const errors = (page: Page): Promise<{ code: string; message: string }[]> => page.evaluate(() => window.errors);
const ran = (page: Page): Promise<boolean> => page.evaluate(() => window.ran === true);
const ready = (page: Page): Promise<unknown> => page.waitForFunction(() => window.ServiceWidget.isReady());
const diagnose = (page: Page) => page.evaluate(() => window.ServiceWidget.diagnose());

describe('a pinned loader', () => {
  it('runs the scripts it was released with, and leaves no element of the check on the page', async () => {
    const page = await start();
    await ready(page);
    expect((await diagnose(page))[0]?.code).toBe('ok');
    expect(await page.locator('link').count()).toBe(0);
    expect(await errors(page)).toEqual([]);
  });

  it('does not run a changed attachment part, and reports the reason', async () => {
    proxy.rewrite = { matches: await urlOf('attachment'), by: FOREIGN };
    const page = await start();
    await expect.poll(() => errors(page)).not.toEqual([]);
    const [error] = await errors(page);
    expect(error?.code).toBe('script_refused');
    expect(error?.message).toMatch(/changed.*script-src/);
    expect(proxy.rewritten()).toBeGreaterThan(0);
    expect(await ran(page)).toBe(false);
    const findings = await diagnose(page);
    expect(findings).toMatchObject([{ code: 'script_refused', severity: 'blocks' }]);
    expect(findings[0]?.message).toContain('changed');
    expect(findings[0]?.fix).toContain(`script-src ${proxy.origin}`);
    expect(await ran(page)).toBe(false);
    expect(await page.locator('link').count()).toBe(0);
  });

  it('does not run a part with an added newline either', async () => {
    proxy.rewrite = { matches: await urlOf('attachment'), by: (body) => `${body}\n` };
    const page = await start();
    await expect.poll(async () => (await errors(page))[0]?.code).toBe('script_refused');
    expect(await page.evaluate(() => window.ServiceWidget.isReady())).toBe(false);
  });

  it.each(['launcher', 'launcher-extras'] as const)('does not run a changed %s part either', async (part) => {
    proxy.rewrite = { matches: await urlOf(part), by: FOREIGN };
    const page = await start({ launcher: { icon: 'help' } });
    await expect.poll(async () => (await errors(page)).map(({ code }) => code)).toEqual(['script_refused']);
    expect(proxy.rewritten()).toBeGreaterThan(0);
    expect(await page.locator('service-launcher').count()).toBe(0);
    expect(await ran(page)).toBe(false);
  });

  it('does not run a changed diagnosis part or tools part either', async () => {
    proxy.rewrite = { matches: await urlOf('diagnosis'), by: FOREIGN };
    const page = await start();
    await ready(page);
    expect(await diagnose(page)).toMatchObject([{ code: 'script_refused' }]);
    expect(await ran(page)).toBe(false);

    proxy.rewrite = { matches: await urlOf('tools'), by: FOREIGN };
    const other = await start();
    await ready(other);
    await other.evaluate(() => {
      const widget = window.ServiceWidget as unknown as { registerTool(tool: object): void };
      widget.registerTool({
        name: 'shop_hours',
        description: 'When the shop is open.',
        parameters: { type: 'object', properties: {}, additionalProperties: false },
        handler: () => 'always',
      });
      window.ServiceWidget.open();
    });
    await expect.poll(async () => (await errors(other)).map(({ code }) => code)).toContain('script_refused');
    expect(await ran(other)).toBe(false);
  });
});
