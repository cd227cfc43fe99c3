/**
 * What the chat costs a page in bytes over the wire and in requests: from the tag to the launcher, and on to a panel one can
 * write in. Twice: a page that has nothing but the tag, which is what the limits are about, and the demo shop, whose page
 * offers client tools and where nothing is held back. Only what comes from the service counts; the shop's own files don't.
 */

import { closeSharedBrowsers, openVisitorBrowser } from '../../support/browser/visitor-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { bytesOf, countTransfers, meterTransfers, type Transfer } from '../../support/page-checks/transferred-bytes.js';
import type { Site } from '../../support/sites/start-site.js';
import { whole } from '../format.js';
import type { Part } from '../part.js';

export const weight: Part = {
  title: 'Weight of the chat on a page',
  needsBrowser: true,
  canBePaired: false,
  async run({ site }) {
    const started = await site();
    const [bare, shop] = [await ofBarePage(started), await ofShop(started)];
    const report = `
Headers and bodies as they crossed the network, counted by Chromium ${await version()}, with an empty cache.

A page with nothing but the tag; what comes later is held back, as in the tests that hold the limits (by the script for any inbox: 2 requests until
the launcher, 43 KiB until one can write):

${tableOf(bare)}

The demo shop, which offers the assistant client tools; nothing is held back, so what loads beside the panel and while one writes
counts as well:

${tableOf(shop)}
`;
    return { report, figures: [] };
  },
};

async function version(): Promise<string> {
  const browser = await openVisitorBrowser();
  try {
    return browser.context.browser()?.version() ?? 'unknown';
  } finally {
    await browser.close();
    await closeSharedBrowsers();
  }
}

interface PageWeight {
  readonly untilLauncher: readonly Transfer[];
  readonly untilPanel: readonly Transfer[];
}

/** As in test/e2e/host-page/weight.test.ts: what comes later is held back. */
async function ofBarePage(site: Site): Promise<PageWeight> {
  const browser = await openVisitorBrowser();
  try {
    const page = await browser.context.newPage();
    const { counted, release } = await meterTransfers(page, site.proxy.origin, 2);
    await page.goto(site.barePage);
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo' }));
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    const untilLauncher = await counted();
    release();
    await chat.openButton.click();
    await chat.composer.fill('Hello');
    return { untilLauncher, untilPanel: await counted() };
  } finally {
    await browser.close();
    await closeSharedBrowsers();
  }
}

async function ofShop(site: Site): Promise<PageWeight> {
  const browser = await openVisitorBrowser();
  try {
    const page = await browser.context.newPage();
    const counted = countTransfers(page, site.service.origin);
    await page.goto(site.shop);
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    const untilLauncher = await counted();
    await chat.openButton.click();
    await chat.composer.waitFor();
    return { untilLauncher, untilPanel: await counted() };
  } finally {
    await browser.close();
    await closeSharedBrowsers();
  }
}

const tableOf = ({ untilLauncher, untilPanel }: PageWeight): string =>
  [
    '| | bytes | encoding |',
    '|---|--:|---|',
    rows(untilLauncher),
    `| **until the launcher: ${untilLauncher.length} requests** | **${whole(bytesOf(untilLauncher))}** | |`,
    rows(untilPanel.slice(untilLauncher.length)),
    `| **until one can write: ${untilPanel.length} requests** | **${whole(bytesOf(untilPanel))}** | |`,
  ].join('\n');

const rows = (transfers: readonly Transfer[]): string =>
  transfers.map(({ path, bytes, encoding }) => `| ${path} | ${whole(bytes)} | ${encoding} |`).join('\n');
