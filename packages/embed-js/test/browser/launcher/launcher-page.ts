/** Pages with the launcher's module alone: no chat server, no frame. The tests play the rest of the page's script. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, vi } from 'vitest';
import { protocolTables } from '../../../../../scripts/setup/protocol-tables.mjs';
import { useBrowser } from '../../../../../test/support/browser/use-browser.js';
import type { Launcher, LauncherParts } from '../../../src/launcher/types.js';

export interface LauncherWindow {
  createLauncher(parts: Omit<LauncherParts, 'options'> & { readonly options: unknown }): Launcher;
  launcher: Launcher;
  /** What the launcher has called: `near`, `click`, `key`. */
  calls: string[];
}

/** What crosses into the page. */
export type PlainParts = Partial<Omit<LauncherParts, 'options' | 'onNear' | 'onToggle'>> & {
  readonly options?: unknown;
};

export interface OpenedPage {
  readonly page: Page;
  /** What the browser reports about a policy that was violated. */
  readonly violations: readonly string[];
}

export const STRICT_POLICY =
  "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** The launcher's box with its defaults, in a window of 1,280 by 800. */
export const CORNER = { x: 1_208, y: 728, width: 56, height: 56 };

export const launcherOf = (page: Page): Locator => page.locator('service-launcher button');

/** The limit of a wait. A passing test never waits so long. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 });

/** With the options as a page writes them. */
const MODULE = `
import { createLauncher } from './launcher.js';
import { readOptions } from './options.js';
window.createLauncher = (parts) => createLauncher({ ...parts, options: readOptions(parts.options) });
`;

/** Call once at the top of a file. */
export function useLauncherPages(): {
  /** Opens a page with `createLauncher`; nothing is drawn yet. */
  open(body?: string, policy?: string): Promise<OpenedPage>;
} {
  const browser = useBrowser();
  const pages = new Map<string, { html: string; policy: string | undefined }>();
  let server: Server;
  let site = '';
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: MODULE, resolveDir: resolve(import.meta.dirname, '../../../src/launcher') },
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [protocolTables],
    });
    const module = outputFiles[0]?.text ?? '';
    server = createServer(({ url = '' }, response) => {
      const found = pages.get(url);
      const type = found ? 'text/html' : 'text/javascript';
      const policy = found?.policy ? { 'Content-Security-Policy': found.policy } : {};
      response.writeHead(200, { 'Content-Type': type, ...policy }).end(found?.html ?? module);
    });
    await new Promise<void>((done) => server.listen(0, 'localhost', done));
    site = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));

  return {
    async open(body = '', policy) {
      const { context } = await browser.newVisitor();
      const page = await context.newPage();
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(message.text())) violations.push(message.text());
      });
      const path = `/page-${pages.size}`;
      pages.set(path, {
        html: `<!doctype html><html lang="en"><title>Shop</title><body>${body}<script type="module" src="/launcher.js"></script></body></html>`,
        policy,
      });
      await page.goto(site + path, { waitUntil: 'load' });
      return { page, violations };
    },
  };
}

/** Draws a launcher as the page's script does. `elementId`: that element is passed as `launcher.element`. */
export function draw(page: Page, { elementId, ...parts }: PlainParts & { elementId?: string } = {}): Promise<void> {
  return page.evaluate(
    ({ elementId, parts }) => {
      const here = window as unknown as LauncherWindow;
      here.calls = [];
      const element = elementId === undefined ? null : document.getElementById(elementId);
      here.launcher = here.createLauncher({
        settings: {
          saved: false,
          colors: {
            light: { button: '#0b6470', icon: '#ffffff' },
            dark: { button: '#62d0cb', icon: '#0d1719' },
          },
        },
        position: 'right',
        scheme: 'light',
        options: undefined,
        language: 'en',
        unread: 0,
        ...(element ? { ...parts, options: { ...(parts.options as object), element } } : parts),
        onNear: () => here.calls.push('near'),
        onToggle: (byKeyboard) => here.calls.push(byKeyboard ? 'key' : 'click'),
      });
      document.body.append(here.launcher.host);
    },
    { elementId, parts },
  );
}

/** Runs `act` with the launcher that was drawn last. */
export function act<Argument>(
  page: Page,
  run: (launcher: Launcher, argument: Argument) => void,
  argument?: Argument,
): Promise<void> {
  return page.evaluate(`(${run})(window.launcher, ${JSON.stringify(argument ?? null)})`);
}

export const calls = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as LauncherWindow).calls.splice(0));
