/** How long a visitor waits for the launcher, against how long the same page takes to load without the tag. */
import type { Browser, Page } from 'playwright-core';
import { chatOn } from '../harness/chat.js';
import type { Site } from '../harness/start-site.js';
import { median } from './quantile.js';

export interface LauncherTime {
  readonly launcherMs: number;
  readonly pageWithTagMs: number;
  readonly pageWithoutTagMs: number;
}

const ROUNDS = 5;
const TAG = /<script[^>]*\/embed\/v1\.js[^>]*>\s*<\/script>/g;

export async function measureLauncherTime(browser: Browser, site: Site): Promise<LauncherTime> {
  const html = await (await fetch(site.shop)).text();
  const bare = html.replace(TAG, '');
  if (bare === html) throw new Error('The shop page has no script tag to take away.');
  const launcher: number[] = [];
  const withTag: number[] = [];
  const withoutTag: number[] = [];
  // One round that doesn't count: the browser's own processes start in it.
  for (let round = 0; round <= ROUNDS; round++) {
    const [loadedMs, launcherMs] = await fresh(browser, site, html, (page) => chatOn(page).openButton.waitFor());
    const [plainMs] = await fresh(browser, site, bare, async () => undefined);
    if (round === 0) continue;
    withTag.push(loadedMs);
    launcher.push(launcherMs);
    withoutTag.push(plainMs);
  }
  return { launcherMs: median(launcher), pageWithTagMs: median(withTag), pageWithoutTagMs: median(withoutTag) };
}

/** Both pages come through the same interception, so that it is no difference between them. */
async function fresh(
  browser: Browser,
  site: Site,
  body: string,
  until: (page: Page) => Promise<unknown>,
): Promise<[loadedMs: number, untilMs: number]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.route(`${site.shop}/`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    const begun = performance.now();
    const loaded = page.goto(`${site.shop}/`, { waitUntil: 'load' }).then(() => performance.now() - begun);
    const waited = until(page).then(() => performance.now() - begun);
    return [await loaded, await waited];
  } finally {
    await context.close();
  }
}
