/**
 * Events, options and fields that don't exist are ignored, with one line on the console each, and everything beside them is used: on
 * a real page with a real server. One page has them all, so one run is as long as one case.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { dailyNames } from '../../support/runs/daily.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

type Global = Record<string, (...args: unknown[]) => unknown> & { readonly seen: object[] };
declare const window: Window & typeof globalThis & { seen: object[] };

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const NONE = 'there is no such option, so it is ignored.';

/** What a page has written, by how it writes it, and the lines that it reads. */
const PAGES: Readonly<
  Record<string, { readonly config: object; readonly attributes?: string; readonly lines: string[] }>
> = {
  'the configuration': {
    config: { agentNmae: 'Bob', title: 'Help', width: 400, 'data-x': true, locales: ['de'] },
    lines: ['agentNmae', 'title', 'width', 'data-x', 'locales'],
  },
  'the theme': {
    config: { theme: { template: 'playful', primaryColour: '#f00', borderRadius: 4, font: 'Inter' } },
    lines: ['theme.primaryColour', 'theme.borderRadius', 'theme.font'],
  },
  'the visitor': {
    config: { user: { name: 'Ada', fullName: 'Ada L.', plan: 'pro', customAttributes: { anything: 1, 語: 'x' } } },
    lines: ['user.fullName', 'user.plan'],
  },
  'the launcher': {
    config: { launcher: { size: 60, colour: 'red', offset: { y: 20, bottom: 3 } } },
    lines: ['launcher.colour', 'launcher.offset.bottom'],
  },
  'a name in Japanese, and one that objects have': {
    config: { 挨拶: 'こんにちは', toSource: 1, hasOwnProperties: 1 },
    lines: ['挨拶', 'toSource', 'hasOwnProperties'],
  },
};

describe('what does not exist in', () => {
  it.each(dailyNames(Object.keys(PAGES), ['the configuration']))('%s warns once and is ignored', async (name) => {
    const { config, lines } = PAGES[name] as (typeof PAGES)[string];
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('[ServiceWidget]')) warnings.push(`${message.type()} ${message.text()}`);
    });
    await page.goto(site.barePage);
    await page.evaluate((config) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
      window.seen = [];
      ServiceWidget.on?.('error', (error: object) => window.seen.push(error));
      for (const event of ['opened', 'opened', 'chat:message'])
        ServiceWidget.on?.(event, () => window.seen.push({ event }));
      ServiceWidget.init?.({ inboxId: 'plain', agentTitle: 'Knows our shoes', ...config });
    }, config);
    await page.waitForFunction(() => (window as unknown as { ServiceWidget: Global }).ServiceWidget.isReady?.());
    const chat = chatOn(page);
    await chat.open();
    await page.frameLocator('iframe').getByText('Knows our shoes').waitFor();
    const all = [
      ...['opened', 'chat:message'].map((event) => `warning [ServiceWidget] on(): there is no event "${event}".`),
      ...lines.map((field) => `warning [ServiceWidget] ${field}: ${NONE}`),
    ].sort();
    await expect.poll(() => [...warnings].sort()).toEqual(all);

    // The same names once more, in calls: they are known by now.
    await page.evaluate((config) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
      ServiceWidget.on?.('opened', () => undefined);
      ServiceWidget.updateContext?.({ ...(config as { user?: object }).user, company: 'Engines' });
    }, config);
    await chat.send('hello');
    await chat.arrived('hello');
    expect([...warnings].sort()).toEqual(all);
    expect(await page.evaluate(() => window.seen)).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
  });
});
