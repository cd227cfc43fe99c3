/**
 * Browsers as visitors have them: a process and a profile of its own for each. What a browser allows a frame of another
 * site to keep differs by browser, by setting and by distribution, so the profile says it instead of inheriting it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser, launchOptions } from '../../scripts/setup/browser.mjs';

export interface VisitorBrowser {
  readonly context: BrowserContext;
  /** Ends the browser and forgets the profile. */
  close(): Promise<void>;
}

export interface VisitorOptions {
  readonly keeps?: boolean;
  /** Of the browser, by the names it has for them: what most browsers don't have yet. */
  readonly features?: readonly string[];
  /** Where the visitor's clock is; the machine's, if nothing is said. */
  readonly zone?: string;
}

/** A new visitor, nothing stored, nothing cached. Without `keeps`, frames of other sites may store nothing. */
export async function openVisitorBrowser({
  keeps = true,
  features = [],
  zone,
}: VisitorOptions = {}): Promise<VisitorBrowser> {
  const path = findBrowser();
  if (!path)
    throw new Error('No Chromium or Chrome was found: run `npm test`, which installs one, or set CHROME_PATH.');
  const folder = mkdtempSync(join(tmpdir(), 'service-visitor-'));
  mkdirSync(join(folder, 'Default'));
  const preferences = { profile: { block_third_party_cookies: !keeps, cookie_controls_mode: keeps ? 0 : 1 } };
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  const options = launchOptions(path);
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...options.args, ...(features.length > 0 ? [`--enable-features=${features.join()}`] : [])],
    viewport: { width: 1_280, height: 800 },
    ...(zone && { timezoneId: zone }),
  });
  return {
    context,
    async close() {
      await context.close();
      // The browser's children may outlive it by a moment, and still write.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
