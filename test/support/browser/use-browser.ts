/**
 * Visitors for the tests of a file, each with a browser context of their own. Console errors are collected, and a failed test
 * writes screenshots and the content of its pages to test/.artifacts.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach } from 'vitest';
import { recordLog, writeFailureArtifacts } from './failure-artifacts.js';
import { openVisitorBrowser, type VisitorBrowser, type VisitorOptions } from './visitor-browser.js';

/** Long enough for a reconnect after a restart on a busy machine; a passing test never waits this long. */
const PATIENCE_MS = 60_000;

/** The browser writes such a line for each request that a busy server sends away. The chat makes it again. */
const BUSY = /^Failed to load resource: the server responded with a status of 503/;

export interface Visitor {
  readonly context: BrowserContext;
  /** Opens a tab. */
  visit(url: string): Promise<Page>;
  /** Console errors of every tab so far, without the lines of {@link BUSY}. */
  readonly consoleErrors: readonly string[];
  /** Uncaught exceptions of every tab so far. */
  readonly exceptions: readonly string[];
}

/** Call once at the top of a file. Contexts are closed after each test. */
export function useBrowser(): { newVisitor(options?: VisitorOptions): Promise<Visitor> } {
  let browsers: (VisitorBrowser & { readonly log: readonly string[] })[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await writeFailureArtifacts(task.name, browsers);
    await Promise.all(browsers.map((browser) => browser.close()));
    browsers = [];
  });

  const newVisitor = async (options?: VisitorOptions): Promise<Visitor> => {
    const browser = await openVisitorBrowser(options);
    const { context } = browser;
    browsers.push({ ...browser, log: recordLog(context) });
    context.setDefaultTimeout(PATIENCE_MS);
    const consoleErrors: string[] = [];
    const exceptions: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error' && !BUSY.test(message.text())) consoleErrors.push(message.text());
    });
    context.on('weberror', (error) => exceptions.push(String(error.error())));
    return {
      context,
      consoleErrors,
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
