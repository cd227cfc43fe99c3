/** Pages of the customer's site with the chat on them, and what the tests ask of page and frame. */
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { useBrowser } from '../../../../test/support/browser/use-browser.js';
import type { ServiceWidget } from '../../src/index.js';
import { startTwoOrigins, type TwoOrigins } from './two-origins.js';

/** The page and the bare frame, as the functions that run in them see their window. */
export interface TestWindow {
  ServiceWidget: ServiceWidget;
  /** What a test page has gathered. */
  seen: unknown[];
  /** Of the bare frame, see two-origins.ts. */
  heard: { t: string; text?: string }[];
  connect: { config: unknown; scheme: string; viewport: unknown; unread?: boolean };
  say(message: unknown): void;
}
declare const window: Omit<Window & typeof globalThis, keyof TestWindow> & TestWindow;

export interface Opened {
  readonly page: Page;
  /** Console lines of ours. */
  readonly warnings: string[];
  readonly exceptions: readonly string[];
  /** What the browser says of a policy that was violated. */
  readonly violations: readonly string[];
}

export interface OpenOptions {
  /** The browser has a touch screen. */
  readonly touch?: boolean;
  /** See `VisitorOptions`. */
  readonly hasWindows?: boolean;
  /** The page's time moves by the test only: `page.clock.runFor`. */
  readonly clock?: boolean;
  /** What has happened when `open` resolves. Default: `load`. */
  readonly until?: 'load' | 'domcontentloaded';
}

export interface SitePages {
  readonly web: TwoOrigins;
  /** The script tag for any inbox. */
  tag(attributes?: string): string;
  /** The script tag that is made for an inbox. */
  inboxTag(inboxId?: string, attributes?: string): string;
  /** Publishes a page and opens it in a browser context of its own. */
  open(content: string, headers?: Readonly<Record<string, string>>, options?: OpenOptions): Promise<Opened>;
}

/** Call once at the top of a file. */
export function useSitePages(): SitePages {
  const browser = useBrowser();
  let web: TwoOrigins;
  let pages = 0;
  beforeAll(async () => {
    web = await startTwoOrigins();
  });
  // Each test begins with nothing asked for, and with the scripts that are really served.
  beforeEach(() => {
    web.asked.length = 0;
    web.insteadOfLauncher = null;
  });
  afterAll(async () => web?.close());
  return {
    get web() {
      return web;
    },
    tag: (attributes = 'data-inbox-id="demo"') => `<script async src="${web.chat}/embed/v1.js" ${attributes}></script>`,
    inboxTag: (inboxId = 'demo', attributes = '') =>
      `<script async src="${web.chat}/embed/v1/${inboxId}.js" ${attributes}></script>`,
    async open(content, headers = {}, { touch = false, hasWindows = false, clock = false, until = 'load' } = {}) {
      const visitor = await browser.newVisitor({ touch, hasWindows });
      const page = await visitor.context.newPage();
      if (clock) {
        await page.clock.install({ time: 0 });
        await page.clock.pauseAt(1_000);
      }
      const warnings: string[] = [];
      const violations: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        if (text.startsWith('[ServiceWidget]')) warnings.push(text);
        if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(text)) violations.push(text);
      });
      await page.goto(web.publish(`/page-${++pages}`, { html: content, headers }), { waitUntil: until });
      return { page, warnings, violations, exceptions: visitor.exceptions };
    },
  };
}

export const inline = (code: string): string => `<script>${code}</script>`;
export const html = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body>${body}</body></html>`;
export const record = (event: string): string =>
  `ServiceWidget.on('${event}', (e) => { (window.seen ??= []).push(e) }); void 0;`;

/** A busy machine may take its time; a passing test never waits this long. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 });

export const ready = (page: Page): Promise<unknown> => page.waitForFunction(() => window.ServiceWidget?.isReady());
export const chatFrames = (page: Page): Frame[] => page.frames().filter((frame) => frame.url().includes('/widget/'));
export function chatFrame(page: Page): Frame {
  const [frame] = chatFrames(page);
  if (!frame) throw new Error('There is no chat frame on the page.');
  return frame;
}
/** What the frame has got on the port. */
export const heardBy = (page: Page, t: string): Promise<unknown[]> =>
  chatFrame(page).evaluate((type) => window.heard.filter((message) => message.t === type), t);
/** The frame says something on the port. */
export const say = (page: Page, message: object): Promise<void> =>
  chatFrame(page).evaluate((given) => window.say(given), message);
export const shape = (page: Page, name: string, radius?: number): Promise<void> =>
  say(page, { t: 'shape', shape: name, ...(radius !== undefined && { radius }) });
export const iframe = (page: Page) => page.locator('iframe[src*="/widget/"]');
export const untilBox = (page: Page, box: object): Promise<void> =>
  eventually(async () => expect(await iframe(page).boundingBox()).toEqual(box));
export const untilVisible = (page: Page): Promise<void> => iframe(page).waitFor({ state: 'visible' });
/** It stays in the page. */
export const untilHidden = (page: Page): Promise<void> =>
  eventually(async () => {
    expect(await iframe(page).count()).toBe(1);
    expect(await iframe(page).isVisible()).toBe(false);
  });
export const seen = (page: Page): Promise<unknown[]> => page.evaluate(() => window.seen ?? []);
/** In the page's shadow root. */
export const launcher = (page: Page) => page.getByRole('button', { name: /^(?:Open|Close) chat/ });

/** Where the panel opens in a window of 1,280 by 800 pixels. */
export const PANEL = { x: 864, y: 16, width: 400, height: 700 } as const;
