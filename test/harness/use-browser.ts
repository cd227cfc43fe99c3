/**
 * Visitors for the tests of a file, each with a browser of their own. What the console complains about is collected, and
 * a failed test leaves a picture of every page in test/.artifacts.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { openVisitorBrowser, type VisitorBrowser, type VisitorOptions } from './visitor-browser.js';

const ARTIFACTS = resolve(import.meta.dirname, '../.artifacts');
/** Long enough for a reconnect after a restart on a busy machine; a passing test never waits this long. */
const PATIENCE_MS = 30_000;

export interface Visitor {
  readonly context: BrowserContext;
  /** Opens a tab. */
  visit(url: string): Promise<Page>;
  /** Errors that the console shows, of every tab so far. */
  readonly complaints: readonly string[];
  /** Exceptions nobody caught, of every tab so far. */
  readonly exceptions: readonly string[];
}

/** Call once at the top of a file: what its tests open is closed after each. */
export function useBrowser(): { newVisitor(options?: VisitorOptions): Promise<Visitor> } {
  let browsers: VisitorBrowser[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await picture(browsers, task.name);
    await Promise.all(browsers.map((browser) => browser.close()));
    browsers = [];
  });

  const newVisitor = async (options?: VisitorOptions): Promise<Visitor> => {
    const browser = await openVisitorBrowser(options);
    browsers.push(browser);
    const { context } = browser;
    context.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    const exceptions: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    context.on('weberror', (error) => exceptions.push(String(error.error())));
    return {
      context,
      complaints,
      exceptions,
      async visit(url) {
        const page = await context.newPage();
        await page.goto(url, { waitUntil: 'domcontentloaded' });
        return page;
      },
    };
  };
  return { newVisitor };
}

async function picture(browsers: readonly VisitorBrowser[], name: string): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  const pages = browsers.flatMap(({ context }) => context.pages()).filter((page) => page.url() !== 'about:blank');
  for (const [index, page] of pages.entries()) {
    // A page that has crashed can't be drawn; the failure itself is the news.
    await page.screenshot({ path: join(ARTIFACTS, `${file}-${index + 1}.png`) }).catch(() => undefined);
  }
}
