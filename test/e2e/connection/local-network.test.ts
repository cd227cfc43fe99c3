/**
 * A public page whose chat server is on a private or loopback address: the browser lets nothing through, and says so
 * on its own console alone. The `error` event and `diagnose()` name the cause. `npm test` runs one case, `npm run test:long` all.
 */
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, launchOptions } from '../../../scripts/setup/browser.mjs';
import { dailyNames } from '../../support/runs/daily.js';
import { ROOT } from '../../support/runs/repository.js';
import { freePort } from '../../support/server/free-port.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}
interface Seen {
  readonly errors: { code: string; message: string }[];
  readonly isReady: boolean;
  readonly findings: readonly Finding[];
}

const PUBLIC_PAGE = 'shop.test';
let site: Site;
let served: readonly ServedPage[] = [];
let browser: Browser;
let page: string;
/** The same page, on an address of the server’s own network. */
let nearPage: string;

beforeAll(async () => {
  site = await sharedSite();
  // The page has the package in its own bundle: a script of the server would be blocked before it could say anything.
  const { outputFiles } = await build({
    entryPoints: [resolve(ROOT, 'packages/embed-sdk/dist/js.js')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'Sdk',
    logLevel: 'error',
  });
  const script = (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
  const html = `<!doctype html><title>Shop</title><div id="help"></div><script>${script}</script>`;
  const [port, nearPort] = [await freePort(), await freePort()];
  served = [await servePage(html, port), await servePage(html, nearPort)];
  page = `http://${PUBLIC_PAGE}:${port}/`;
  nearPage = `http://${PUBLIC_PAGE}:${nearPort}/`;
  const options = launchOptions(findBrowser() as string);
  const asPublic = [
    `--ip-address-space-overrides=127.0.0.1:${port}=public,[::1]:${port}=public`,
    `--host-resolver-rules=MAP ${PUBLIC_PAGE} 127.0.0.1, MAP chat.internal 127.0.0.1, MAP chat.test 127.0.0.1`,
  ];
  browser = await chromium.launch({ ...options, args: [...options.args, ...asPublic] });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all(served.map((each) => each.close()));
});

const serverAt = (host: string): string => `http://${host}:${new URL(site.service.origin).port}`;
const CASES: Readonly<Record<string, () => object>> = {
  'a server on 127.0.0.1': () => ({ baseUrl: serverAt('127.0.0.1') }),
  'a server on localhost': () => ({ baseUrl: serverAt('localhost') }),
  'a server in the company, by its name': () => ({ baseUrl: serverAt('chat.internal') }),
  'an embedded chat': () => ({ baseUrl: serverAt('127.0.0.1'), mode: 'embedded', containerId: 'help' }),
  'a field of the page': () => ({ baseUrl: serverAt('127.0.0.1'), mode: 'prompt-input', containerId: 'help' }),
  'a chat that asks for consent first': () => ({ baseUrl: serverAt('127.0.0.1'), requireConsent: true }),
};

/** Starts the chat on the public page, waits for its error, and asks for the cause. */
const start = (tab: Page, config: object): Promise<Seen> =>
  tab.evaluate(async (config) => {
    type Global = { default: Record<string, (...args: unknown[]) => unknown> };
    const { default: widget } = (window as unknown as { Sdk: Global }).Sdk;
    const errors: Seen['errors'] = [];
    await new Promise<void>((resolve) => {
      widget.on?.('error', (error: Seen['errors'][number]) => {
        errors.push(error);
        resolve();
      });
      widget.init?.(config);
      widget.open?.();
    });
    const findings = (await widget.diagnose?.()) as readonly Finding[];
    return { errors, isReady: widget.isReady?.() as boolean, findings };
  }, config);

describe('a public page and', () => {
  it.each(dailyNames(Object.keys(CASES), ['a server on 127.0.0.1']))('%s: the error names the cause', async (name) => {
    const config = CASES[name]?.() as { readonly baseUrl: string };
    const tab = await browser.newPage();
    await tab.goto(page);
    const { errors, isReady, findings } = await start(tab, { inboxId: 'plain', ...config });
    expect(errors).toEqual([
      { code: 'frame_unreachable', message: expect.stringMatching(/Local Network Access.*Call diagnose\(\)/) },
    ]);
    expect(findings[0]).toMatchObject({
      code: 'local_network',
      message: `The page ${new URL(page).origin} is public and ${config.baseUrl} is a private address: browsers keep public pages out of private networks.`,
      fix: expect.stringContaining('Serve the chat from a public address'),
    });
    // No launcher that does nothing.
    expect(isReady).toBe(false);
    expect(await tab.getByRole('button').count()).toBe(0);
    expect(await tab.locator('iframe:visible').count()).toBe(0);
    await tab.close();
  });
});

describe('a page without https, where browsers leave out half of their functions,', () => {
  it('and that the inbox does not allow: diagnose() says which origin is missing', async () => {
    const tab = await browser.newPage();
    await tab.goto(nearPage);
    expect(await tab.evaluate(() => isSecureContext)).toBe(false);
    const { findings } = await start(tab, { inboxId: 'plain', baseUrl: serverAt('chat.test') });
    expect(findings.map(({ code }) => code)).toContain('origin_not_allowed');
    await tab.close();
  });
});
