/** The widget and a headless page as a visitor uses a function there, and faults for both. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { chatOn } from '../../support/chat/chat.js';
import type { ModelSite } from '../../support/sites/model-site.js';

/** What a visitor sees of a call, in the widget or in a page's own UI. */
interface Screen {
  readonly log: Locator;
  readonly question: Locator;
  /** Resolves when a message can be written. */
  ready(): Promise<void>;
  /** After a reload, on the next page and in a copy of the tab. */
  readyAgain(): Promise<void>;
  say(text: string): Promise<void>;
  answer(name: 'Confirm' | 'No'): Promise<void>;
}

type ScreenOf = readonly [name: string, address: (site: ModelSite) => string, on: (page: Page) => Screen];

export const SCREENS: readonly ScreenOf[] = [
  [
    'in the widget',
    (site) => site.shop,
    (page) => {
      const chat = chatOn(page);
      const question = page.frameLocator('iframe[src*="/widget/"]').getByRole('alertdialog');
      return {
        log: chat.transcript,
        question,
        ready: chat.open,
        readyAgain: chat.reopened,
        say: chat.send,
        answer: (name) => question.getByRole('button', { name, exact: true }).click(),
      };
    },
  ],
  [
    'in a headless page',
    (site) => `${site.shop}/correspondence.html`,
    (page) => {
      const question = page.getByRole('alertdialog');
      const connected = (): Promise<void> => page.getByText('Connected', { exact: true }).waitFor();
      return {
        log: page.getByRole('log', { name: 'Letters' }),
        question,
        ready: connected,
        readyAgain: connected,
        async say(text) {
          await page.getByRole('textbox', { name: 'Your letter' }).fill(text);
          await page.getByRole('button', { name: 'Post' }).click();
        },
        answer: (name) => question.getByRole('button', { name, exact: true }).click(),
      };
    },
  ],
];

/** Holds requests to cancel an order, of every tab, until `letThrough`. */
export async function holdCancelling(context: BrowserContext) {
  let letThrough = (): void => undefined;
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  const sent: string[] = [];
  const failed: string[] = [];
  const isOne = (url: string): boolean => /\/api\/orders\/[^/]+\/cancel$/.test(url);
  context.on('request', (request) => isOne(request.url()) && sent.push(request.url()));
  context.on('requestfailed', (request) => isOne(request.url()) && failed.push(request.url()));
  await context.route('**/api/orders/*/cancel', async (route) => {
    await held;
    // If the page was closed meanwhile, its request is gone.
    await route.continue().catch(() => undefined);
  });
  return { sent, failed, letThrough: () => letThrough() };
}

/** Makes pages send every result twice. */
export const sendResultsTwice = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
      send.call(this, data);
      if (String(data).includes('"t":"tool.result"')) send.call(this, data);
    };
  });

/** Duplicates a tab as a browser does, with a copy of its sessionStorage. */
export async function duplicate(page: Page): Promise<Page> {
  for (const frame of page.frames()) await frame.evaluate(() => sessionStorage.setItem('of-the-tab', 'first'));
  const [copy] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  return copy;
}

/** The mark of `duplicate` in the sessionStorage of each document of a tab. */
export const marks = (page: Page): Promise<(string | null)[]> =>
  Promise.all(page.frames().map((frame) => frame.evaluate(() => sessionStorage.getItem('of-the-tab'))));
