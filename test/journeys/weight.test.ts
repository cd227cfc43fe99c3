/**
 * What the chat costs a page, as the browser counts it: headers and bodies, over HTTP, from the real server. Each test
 * prints what it has counted, file by file, so that whoever breaks a bar sees what has grown. What comes later is held back
 * while a bar is measured, so that nobody has to trust that it really comes later.
 */
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn } from '../harness/chat.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';

const KIB = 1_024;
const LAUNCHER = { bytes: 15 * KIB, requests: 3 };
const PANEL = { bytes: 40 * KIB };
/** The part that talks to the server: on its way while the visitor writes. */
const LIVE = /\/assets\/live-/;

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
  /** Lets the requests through that were held because the launcher has to do without them; all but the part that talks. */
  readonly release: () => void;
  /** Lets that part through as well. */
  readonly goLive: () => void;
}

async function start(mode: string): Promise<Started> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  const counted = countFrom(page, site.door.origin);
  const held: (() => void)[] = [];
  const live: (() => void)[] = [];
  let passed = 0;
  await page.route(`${site.door.origin}/**`, (route) => {
    if (LIVE.test(route.request().url())) return void live.push(() => void route.continue());
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
  const goLive = (): void => {
    for (const go of live.splice(0)) go();
  };
  return { page, counted, release, goLive };
}

/** Can be typed in: the field has the focus, takes words and keeps them; Enter puts them into the conversation. */
async function typeIn(page: Page, text: string): Promise<void> {
  const { composer, transcript } = chatOn(page);
  await composer.focus();
  await page.keyboard.type(text);
  expect(await composer.inputValue()).toBe(text);
  await page.keyboard.press('Enter');
  await transcript.getByText(text, { exact: true }).waitFor();
  expect(await composer.inputValue()).toBe('');
}

/** What was written before goes out by itself, once, and is answered. */
async function isAnswered(page: Page, text: string): Promise<void> {
  const { transcript } = chatOn(page);
  await transcript.getByText('AI, ').first().waitFor({ state: 'attached' });
  expect(await transcript.getByText(text, { exact: true }).count()).toBe(1);
}

describe('over the wire', () => {
  it.each(['chat-widget', 'prompt-input'])(
    'until the launcher shows: at most 15 KiB in 3 requests; until one can write: at most 40 KiB (%s)',
    async (mode) => {
      const { page, counted, release, goLive } = await start(mode);
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
      await typeIn(page, 'and do you repair them?');
      expect(total(`${mode}, until one can write`, await counted())).toBeLessThanOrEqual(PANEL.bytes);
      goLive();
      await isAnswered(page, 'and do you repair them?');
      total(`${mode}, until it is answered`, await counted());
    },
  );

  it('until one can write: at most 40 KiB (embedded)', async () => {
    const { page, counted, release, goLive } = await start('embedded');
    release();
    await chatOn(page).composer.waitFor();
    await typeIn(page, 'do you sell bicycles?');
    expect(total('embedded, until one can write', await counted())).toBeLessThanOrEqual(PANEL.bytes);
    goLive();
    await isAnswered(page, 'do you sell bicycles?');
    total('embedded, until it is answered', await counted());
  });
});
