/**
 * Visitors for the tests of a file, each with a browser context of their own. Console errors are collected, and a failed test
 * leaves in test/.artifacts what its pages were like.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { keepRemains, listenTo } from './failure-artifacts.js';
import {
  closeSharedBrowsers,
  openVisitorBrowser,
  type VisitorBrowser,
  type VisitorOptions,
} from './visitor-browser.js';

/** Long enough for a reconnect after a restart on a busy machine; a passing test never waits this long. */
const PATIENCE_MS = 60_000;

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
  let browsers: (VisitorBrowser & { readonly said: readonly string[] })[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await keepRemains(task.name, browsers);
    await Promise.all(browsers.map((browser) => browser.close()));
    browsers = [];
  });
  afterAll(closeSharedBrowsers);

  const newVisitor = async (options?: VisitorOptions): Promise<Visitor> => {
    const browser = await openVisitorBrowser(options);
    const { context } = browser;
    browsers.push({ ...browser, said: listenTo(context) });
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
