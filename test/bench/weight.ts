/**
 * What the chat costs a page in bytes over the wire and in requests: from the tag to the launcher, and on to a panel one can
 * write in. Twice: a page that has nothing but the tag, which is what the bars are about, and the demo shop, whose page offers
 * the assistant functions and where nothing is held back. Only what comes from the service counts; the shop's own files don't.
 */
import { chatOn } from '../harness/chat.js';
import type { Site } from '../harness/start-site.js';
import { openVisitorBrowser } from '../harness/visitor-browser.js';
import { countFrom, type Transfer, weigh } from '../harness/weigh.js';

export interface PageWeight {
  readonly untilLauncher: readonly Transfer[];
  readonly untilPanel: readonly Transfer[];
}

export interface Weight {
  /** Version of the browser that counted. */
  readonly browser: string;
  readonly bare: PageWeight;
  readonly shop: PageWeight;
}

export async function measureWeight(site: Site): Promise<Weight> {
  const browser = await openVisitorBrowser();
  try {
    const version = browser.context.browser()?.version() ?? 'unknown';
    return { browser: version, bare: await ofBarePage(site), shop: await ofShop(site) };
  } finally {
    await browser.close();
  }
}

/** As in test/journeys/weight.test.ts: what comes later is held back. */
async function ofBarePage(site: Site): Promise<PageWeight> {
  const browser = await openVisitorBrowser();
  try {
    const page = await browser.context.newPage();
    const { counted, release } = await weigh(page, site.door.origin);
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
  }
}

async function ofShop(site: Site): Promise<PageWeight> {
  const browser = await openVisitorBrowser();
  try {
    const page = await browser.context.newPage();
    const counted = countFrom(page, site.service.origin);
    await page.goto(site.shop);
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    const untilLauncher = await counted();
    await chat.openButton.click();
    await chat.composer.waitFor();
    return { untilLauncher, untilPanel: await counted() };
  } finally {
    await browser.close();
  }
}
