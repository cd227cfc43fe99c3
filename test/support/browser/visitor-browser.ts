/**
 * Browsers for visitors. Each visitor has a browser context of their own, with empty storage and cache. All visitors of a
 * test file share one process per setting: whether third-party frames may use storage is a preference of the whole browser.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findBrowser, launchOptions } from '../../../scripts/setup/browser.mjs';

export interface VisitorBrowser {
  readonly context: BrowserContext;
  /** Closes the visitor's pages and deletes their storage. The process runs until `closeSharedBrowsers`. */
  close(): Promise<void>;
}

export interface VisitorOptions {
  /** Whether third-party frames may use storage. Default true. */
  readonly thirdPartyStorage?: boolean;
  /** Chromium features to enable, by Chromium's names. */
  readonly features?: readonly string[];
  /** IANA time zone. Default: the machine's. */
  readonly timeZone?: string;
  /** Whether there is a touch screen. Default false. */
  readonly touch?: boolean;
  /** A browser with windows, if there is one: without, what is in full screen gets no keys. Default false. */
  readonly hasWindows?: boolean;
  /** As if no document had a Content-Security-Policy. Default false. */
  readonly withoutPolicies?: boolean;
}

interface SharedBrowser {
  readonly browser: Browser;
  close(): Promise<void>;
}

const shared = new Map<string, Promise<SharedBrowser>>();

export async function openVisitorBrowser({
  thirdPartyStorage = true,
  features = [],
  timeZone,
  touch = false,
  hasWindows = false,
  withoutPolicies = false,
}: VisitorOptions = {}): Promise<VisitorBrowser> {
  const key = JSON.stringify([thirdPartyStorage, features, hasWindows]);
  const starting = shared.get(key) ?? launch(thirdPartyStorage, features, hasWindows);
  shared.set(key, starting);
  const { browser } = await starting;
  const context = await browser.newContext({
    viewport: { width: 1_280, height: 800 },
    hasTouch: touch,
    bypassCSP: withoutPolicies,
    ...(timeZone && { timezoneId: timeZone }),
  });
  return { context, close: () => context.close() };
}

/** Ends every browser that this process started. The next visitor starts a new one. */
export async function closeSharedBrowsers(): Promise<void> {
  const browsers = [...shared.values()];
  shared.clear();
  await Promise.all(browsers.map(async (each) => (await each).close()));
}

/** The preference can only be set in a profile, so the browser starts with one. New contexts inherit it. */
async function launch(
  thirdPartyStorage: boolean,
  features: readonly string[],
  hasWindows: boolean,
): Promise<SharedBrowser> {
  const path = findBrowser({ hasWindows: hasWindows || !thirdPartyStorage });
  if (!path)
    throw new Error('No Chromium or Chrome was found: run `npm test`, which installs one, or set CHROME_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'service-browser-'));
  mkdirSync(join(folder, 'Default'));
  const preferences = {
    profile: { block_third_party_cookies: !thirdPartyStorage, cookie_controls_mode: thirdPartyStorage ? 0 : 1 },
  };
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const options = launchOptions(path, { spareProcess: false });
  const own = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...options.args, ...(features.length > 0 ? [`--enable-features=${features.join()}`] : [])],
  });
  const browser = own.browser();
  if (!browser) throw new Error('Playwright returned no browser for the persistent context.');
  return {
    browser,
    async close() {
      await own.close();
      // Child processes of the browser may still write for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
