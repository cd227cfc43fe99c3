/** Options that the specification limits to one mode, in the other modes: they change nothing. One page for each mode. */
import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const FRAME = 'iframe[src*="/widget/"]';
const addContainer = (): void => {
  document.body.insertAdjacentHTML('beforeend', '<div id="help" style="width:420px;height:560px;margin:10px"></div>');
};

async function start(config: object): Promise<{ readonly page: Page; readonly frame: FrameLocator }> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  await page.goto(site.barePage);
  await page.evaluate(addContainer);
  await page.evaluate((config) => {
    window.ServiceWidget.init({ inboxId: 'plain', ...config });
    window.ServiceWidget.open();
  }, config);
  await chatOn(page).panel.waitFor();
  return { page, frame: page.frameLocator(FRAME) };
}
const boxOf = (page: Page) => page.locator(FRAME).boundingBox();
/** In what the frame is, by its id or its name. */
const parentOf = (page: Page) =>
  page.locator(FRAME).evaluate((frame) => {
    const parent = frame.closest('#help, body, html');
    return parent?.id || parent?.localName;
  });
const headerHeight = async ({ frame }: Awaited<ReturnType<typeof start>>): Promise<number> =>
  (await frame.locator('header').boundingBox())?.height ?? 0;

const ROWS: Readonly<Record<string, () => Promise<void>>> = {
  'hideHeader, embedded mode only: `prompt-input` keeps its header': async () => {
    const chat = await start({ mode: 'prompt-input', hideHeader: true });
    await expect.poll(() => headerHeight(chat)).toBeGreaterThan(40);
  },
  'hideHeader, embedded mode only: `chat-widget` keeps its header': async () => {
    const chat = await start({ hideHeader: true });
    await expect.poll(() => headerHeight(chat)).toBeGreaterThan(40);
  },
  'position, chat-widget mode only: `embedded` is where its container is': async () => {
    for (const position of ['left', 'right']) {
      const { page } = await start({ mode: 'embedded', containerId: 'help', position });
      expect(await boxOf(page)).toMatchObject({ x: 18, width: 420, height: 560 });
    }
  },
  'containerId, document body by default: `embedded`': async () => {
    expect(await parentOf((await start({ mode: 'embedded' })).page)).toBe('body');
  },
  'containerId, document body by default: `prompt-input`': async () => {
    expect(await parentOf((await start({ mode: 'prompt-input' })).page)).toBe('body');
  },
  'containerId, document body by default: `chat-widget` is beside it, and in an element when one is named':
    async () => {
      expect(await parentOf((await start({})).page)).toBe('html');
      expect(await parentOf((await start({ containerId: 'help' })).page)).toBe('help');
    },
};

describe('in another mode', () => {
  it.each(dailyNames(Object.keys(ROWS), ['hideHeader, embedded mode only: `prompt-input` keeps its header']))(
    '%s',
    async (name) => ROWS[name]?.(),
  );
});
