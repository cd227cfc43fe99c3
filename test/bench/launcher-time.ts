/** How long a visitor waits for the launcher, against how long the same page takes to load without the tag. */
import type { Page, Route } from 'playwright-core';
import { chatOn } from '../harness/chat.js';
import type { Site } from '../harness/start-site.js';
import { openVisitorBrowser } from '../harness/visitor-browser.js';
import { median } from './quantile.js';

export interface LauncherTime {
  readonly launcherMs: number;
  readonly pageWithTagMs: number;
  readonly pageWithoutTagMs: number;
}

const ROUNDS = 5;

export async function measureLauncherTime(site: Site): Promise<LauncherTime> {
  const launcher: number[] = [];
  const withTag: number[] = [];
  const withoutTag: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [plainMs] = await fresh(
      site,
      (route) => route.abort(),
      async () => undefined,
    );
    const [loadedMs, launcherMs] = await fresh(
      site,
      (route) => route.continue(),
      (page) => chatOn(page).openButton.waitFor(),
    );
    withTag.push(loadedMs);
    launcher.push(launcherMs);
    withoutTag.push(plainMs);
  }
  return { launcherMs: median(launcher), pageWithTagMs: median(withTag), pageWithoutTagMs: median(withoutTag) };
}

/** The script is held up or let through by the same interception, so that it is no difference between the two. */
async function fresh(
  site: Site,
  loader: (route: Route) => Promise<void>,
  until: (page: Page) => Promise<unknown>,
): Promise<[loadedMs: number, untilMs: number]> {
  const browser = await openVisitorBrowser();
  try {
    const page = await browser.context.newPage();
    await page.route(`${site.service.origin}/embed/**`, loader);
    const begun = performance.now();
    const loaded = page.goto(site.shop, { waitUntil: 'load' }).then(() => performance.now() - begun);
    const waited = until(page).then(() => performance.now() - begun);
    return [await loaded, await waited];
  } finally {
    await browser.close();
  }
}
