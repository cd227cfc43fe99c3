/**
 * What the chat costs a page, as the browser counts it: headers and bodies, over HTTP, from the real server. Each test
 * prints what it has counted, file by file, so that whoever breaks a bar sees what has grown.
 */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn } from '../harness/chat.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';

const KIB = 1_024;
const LAUNCHER = { bytes: 15 * KIB, requests: 3 };
const PANEL = { bytes: 50 * KIB };

interface Transfer {
  readonly path: string;
  readonly bytes: number;
}

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

/** What has come from the service so far, in the order of the requests. */
function countFrom(page: Page, origin: string): () => Promise<Transfer[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(origin)) requests.push(request);
  });
  return () =>
    Promise.all(
      requests.map(async (request) => {
        const { responseHeadersSize, responseBodySize } = await request.sizes();
        const { pathname, search } = new URL(request.url());
        return { path: pathname + search.slice(0, 12), bytes: responseHeadersSize + responseBodySize };
      }),
    );
}

function total(what: string, transfers: readonly Transfer[]): number {
  const sum = transfers.reduce((bytes, each) => bytes + each.bytes, 0);
  const lines = transfers.map(({ path, bytes }) => `  ${String(bytes).padStart(6)}  ${path}`);
  console.log([`${what}: ${sum} bytes in ${transfers.length} requests`, ...lines].join('\n'));
  return sum;
}

interface Started {
  readonly page: Page;
  readonly counted: () => Promise<Transfer[]>;
  /** Lets the requests through that were held because the launcher has to do without them. */
  readonly release: () => void;
}

async function start(mode: string): Promise<Started> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const counted = countFrom(page, site.door.origin);
  const held: (() => void)[] = [];
  let passed = 0;
  await page.route(`${site.door.origin}/**`, (route) => {
    if (passed >= LAUNCHER.requests) return void held.push(() => void route.continue());
    passed += 1;
    return route.continue();
  });
  await page.goto(site.barePage);
  await page.evaluate((mode) => {
    const { ServiceWidget } = window as unknown as { ServiceWidget: { init(config: object): void } };
    ServiceWidget.init({ inboxId: 'demo', mode });
  }, mode);
  const release = (): void => {
    passed = Number.NEGATIVE_INFINITY;
    for (const go of held.splice(0)) go();
  };
  return { page, counted, release };
}

describe('over the wire', () => {
  it.each(['chat-widget', 'prompt-input'])(
    'until the launcher shows: at most 15 KiB in 3 requests; until one can write: at most 50 KiB (%s)',
    async (mode) => {
      const { page, counted, release } = await start(mode);
      const chat = chatOn(page);
      const first = mode === 'chat-widget' ? chat.openButton : chat.composer;
      await first.waitFor();
      expect(total(`${mode}, until the launcher shows`, await counted())).toBeLessThanOrEqual(LAUNCHER.bytes);
      release();
      if (mode === 'chat-widget') await chat.openButton.click();
      else {
        await first.fill('do you sell bicycles?');
        await first.press('Enter');
      }
      await chat.panel.waitFor();
      await chat.composer.waitFor();
      expect(total(`${mode}, until one can write`, await counted())).toBeLessThanOrEqual(PANEL.bytes);
    },
  );

  it('until one can write: at most 50 KiB (embedded)', async () => {
    const { page, counted, release } = await start('embedded');
    release();
    await chatOn(page).composer.waitFor();
    expect(total('embedded, until one can write', await counted())).toBeLessThanOrEqual(PANEL.bytes);
  });
});
