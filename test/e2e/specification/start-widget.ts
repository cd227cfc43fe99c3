/** The widget on a real page with a real server, for checks of what the specification states of it. */
import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, it } from 'vitest';
import { WIDGET_EVENTS } from '../../../packages/embed-js/dist/index.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { type Chat, chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

type Detail = Record<string, unknown>;
export interface Api {
  readonly version: string;
  isReady(): boolean;
  on(event: string, callback: (detail: Detail) => void): () => void;
  off(event: string, callback: (detail: Detail) => void): void;
  [name: string]: unknown;
}
export interface Started {
  readonly page: Page;
  readonly chat: Chat;
  readonly frame: FrameLocator;
  /** The frames that the client has sent. */
  readonly sent: readonly Detail[];
  /** Our console messages. */
  readonly notes: readonly string[];
  /** Calls a function of the global. */
  call(name: string, ...args: unknown[]): Promise<unknown>;
  /** The details of an event so far. Listeners are added before `init`. */
  events(name: string): Promise<Detail[]>;
  /** The configuration as the frame received it. */
  config(): Promise<Detail>;
  /** A custom property or an attribute of the frame's document. */
  token(name: string): Promise<string>;
}

export const FRAME = 'iframe[src*="/widget/"]';

interface StartOptions {
  /** Runs on the page before `init`. */
  readonly before?: () => void;
  readonly system?: 'light' | 'dark';
  /** False: `init` is expected to fail. */
  readonly starts?: boolean;
  /** Default: the site that all rows share. */
  readonly on?: Site;
}

/** Starts the widget in the tests of a file. Call once at the top of it. */
export function useWidget() {
  const browser = useBrowser();
  let site: Site;
  let opened: Page | null = null;
  beforeAll(async () => {
    site = await sharedSite();
  });
  return {
    get site() {
      return site;
    },
    /** Starts the chat with `config` (default inbox: `plain`). */
    async start(config: object = {}, options: StartOptions = {}): Promise<Started> {
      const started = await startOn(options.on ?? site, browser, config, options);
      opened = started.page;
      return started;
    },
    /** Closes the browser context of the latest start. */
    end: async (): Promise<void> => opened?.context().close(),
  };
}

/** Starts the chat on the bare page, in a new browser context. */
async function startOn(
  site: Site,
  browser: ReturnType<typeof useBrowser>,
  config: object,
  options: StartOptions,
): Promise<Started> {
  const { context } = await browser.newVisitor();
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce', ...(options.system && { colorScheme: options.system }) });
  // Records, in the frame and before its own scripts, the configuration that the page sends to it.
  await page.addInitScript(() => {
    addEventListener('message', ({ data }) => {
      if (data?.t === 'connect') (window as unknown as { given: unknown }).given = data.config;
    });
  });
  const sent: Detail[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  const notes: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('[ServiceWidget]')) notes.push(message.text());
  });
  await page.goto(site.barePage);
  if (options.before) await page.evaluate(options.before);
  await page.evaluate(
    ({ config, names }) => {
      const details: Record<string, Detail[]> = {};
      Object.assign(window, { details });
      const widget = window.ServiceWidget as unknown as Api;
      for (const name of names) {
        details[name] = [];
        widget.on(name, (detail) => details[name]?.push(detail));
      }
      // A function cannot be passed to the page, so the handlers of tools are added here.
      const { tools } = config as { tools?: unknown };
      const given = Array.isArray(tools) ? { tools: tools.map((tool) => ({ ...tool, handler: () => 1 })) } : {};
      (widget.init as (config: object) => void)({ inboxId: 'plain', ...config, ...given });
    },
    { config, names: WIDGET_EVENTS },
  );
  if (options.starts !== false) await page.waitForFunction(() => window.ServiceWidget.isReady());
  const inside = () => page.frames().find((each) => each.url().includes('/widget/'));
  return {
    page,
    chat: chatOn(page),
    frame: page.frameLocator(FRAME),
    sent,
    notes,
    call: (name, ...args) =>
      page.evaluate(
        ([name, args]) =>
          (window.ServiceWidget as unknown as Record<string, (...a: unknown[]) => unknown>)[name]?.(...args),
        [name, args] as const,
      ),
    events: (name) =>
      page.evaluate((name) => (window as unknown as { details: Record<string, Detail[]> }).details[name] ?? [], name),
    config: async () => (await inside()?.evaluate(() => (window as unknown as { given: Detail }).given)) as Detail,
    token: async (name) =>
      (await inside()?.evaluate(
        (name) => document.documentElement.getAttribute(name) ?? document.documentElement.style.getPropertyValue(name),
        name,
      )) as string,
  };
}

export const boxOf = (page: Page) => page.locator(FRAME).boundingBox();
export const addContainer = (): void => {
  document.body.insertAdjacentHTML('beforeend', '<div id="help" style="width:420px;height:560px;margin:10px"></div>');
};
/** A row: what the specification states of a property, function or event, and its check. */
type Rows = Readonly<Record<string, () => Promise<void>>>;
/** `daily`: the rows of a short run, one for each kind of check. The rules behind the others have unit tests. */
export const check = (daily: readonly string[], rows: Rows): void => {
  it.each(dailyNames(Object.keys(rows), daily))('%s', async (name) => rows[name]?.());
};
