/** A browser process, the same for journeys and benchmarks. */
import { type Browser, chromium } from 'playwright-core';
import { findBrowser, launchOptions } from '../../scripts/browser.mjs';

/** The browser that `npm test` has found or installed. */
export async function launchBrowser(): Promise<Browser> {
  const path = findBrowser();
  if (!path)
    throw new Error('No Chromium or Chrome was found: run `npm test`, which installs one, or set CHROME_PATH.');
  return chromium.launch(launchOptions(path));
}
