/**
 * One real browser per test file, one fresh profile per visitor. What the console complains about is collected, and a
 * failed test leaves a picture of every page in test/.artifacts.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser-process.js';

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

/** Call once at the top of a file: starts the browser before its tests and cleans up after each. */
export function useBrowser(): { newVisitor(): Promise<Visitor> } {
  let browser: Browser;
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await picture(contexts, task.name);
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => browser?.close());

  return {
    async newVisitor() {
      const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
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
    },
  };
}

async function picture(contexts: readonly BrowserContext[], name: string): Promise<void> {
  mkdirSync(ARTIFACTS, { recursive: true });
  const file = name.replace(/[^a-z0-9]+/gi, '-').slice(0, 80);
  const pages = contexts.flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) {
    // A page that has crashed can't be drawn; the failure itself is the news.
    await page.screenshot({ path: join(ARTIFACTS, `${file}-${index + 1}.png`) }).catch(() => undefined);
  }
}
