/**
 * What the chat costs a page in bytes over the wire and in requests, counted by the browser itself: from the tag to the
 * launcher, and on to a panel one can write in. Only what comes from the service counts; the shop's own files don't.
 */
import type { Request } from 'playwright-core';
import { chatOn } from '../harness/chat.js';
import type { Site } from '../harness/start-site.js';
import { openVisitorBrowser } from '../harness/visitor-browser.js';

export interface Transfer {
  readonly path: string;
  /** Headers and body as they crossed the network. */
  readonly bytes: number;
  readonly encoding: string;
}

export interface Weight {
  /** Version of the browser that counted. */
  readonly browser: string;
  readonly untilLauncher: readonly Transfer[];
  readonly untilPanel: readonly Transfer[];
}

export async function measureWeight(site: Site): Promise<Weight> {
  const browser = await openVisitorBrowser();
  try {
    const page = await browser.context.newPage();
    const requests: Request[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(site.service.origin)) requests.push(request);
    });
    await page.goto(site.shop);
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    const untilLauncher = await Promise.all(requests.map(transferOf));
    await chat.openButton.click();
    await chat.composer.waitFor();
    return {
      browser: browser.context.browser()?.version() ?? 'unknown',
      untilLauncher,
      untilPanel: await Promise.all(requests.map(transferOf)),
    };
  } finally {
    await browser.close();
  }
}

export const bytesOf = (transfers: readonly Transfer[]): number => transfers.reduce((sum, { bytes }) => sum + bytes, 0);

async function transferOf(request: Request): Promise<Transfer> {
  const [sizes, response] = [await request.sizes(), await request.response()];
  return {
    path: new URL(request.url()).pathname,
    bytes: sizes.responseHeadersSize + sizes.responseBodySize,
    encoding: (await response?.headerValue('content-encoding')) ?? 'none',
  };
}
