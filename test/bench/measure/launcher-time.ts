/** How long a visitor waits for the launcher, against how long the same page takes to load without the tag. */
import type { Page, Route } from 'playwright-core';
import { closeSharedBrowsers, openVisitorBrowser } from '../../support/browser/visitor-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import type { Site } from '../../support/sites/start-site.js';
import { ms, ratio } from '../format.js';
import type { Part } from '../part.js';
import { median } from '../quantile.js';

const ROUNDS = 5;

export const launcherTime: Part = {
  title: 'Waiting for the launcher',
  needsBrowser: true,
  canBePaired: false,
  async run({ site }) {
    const started = await site();
    const [launcher, withTag, withoutTag]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const nothing = async (): Promise<void> => undefined;
      const [plainMs] = await fresh(started, (route) => route.abort(), nothing);
      const shown = (page: Page): Promise<void> => chatOn(page).openButton.waitFor();
      const [loadedMs, launcherMs] = await fresh(started, (route) => route.continue(), shown);
      withTag.push(loadedMs);
      launcher.push(launcherMs);
      withoutTag.push(plainMs);
    }
    const [shown, loaded, plain] = [median(launcher), median(withTag), median(withoutTag)];
    const report = `
Median of ${ROUNDS} loads, each with an empty cache.

| | median | ratio |
|---|--:|--:|
| the same page without the tag, loaded | ${ms(plain)} | |
| the page with the tag, loaded | ${ms(loaded)} | ${ratio(loaded, plain)} |
| **launcher visible** | **${ms(shown)}** | **${ratio(shown, plain)}** |
`;
    return { report, figures: [] };
  },
};

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
    await closeSharedBrowsers();
  }
}
