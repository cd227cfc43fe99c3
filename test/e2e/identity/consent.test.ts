/**
 * With `requireConsent`, nothing is stored, requested or connected before the visitor agrees: in each mode of the widget,
 * whatever the page calls, and with the headless client.
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { recordActivity, recordedActivity } from '../../support/page-checks/browser-activity.js';
import { nextPaint } from '../../support/page-checks/next-paint.js';
import { dailyNames } from '../../support/runs/daily.js';
import { ROOT } from '../../support/runs/repository.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const SDK = resolve(ROOT, 'packages/embed-sdk/dist');

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

interface Watched {
  readonly page: Page;
  readonly wire: Wire;
  /** Method and path of every request to the service, except for files of the program. */
  readonly asked: readonly string[];
  /** The number of stored entries and cookies in all documents of the page. */
  stored(): Promise<number>;
}

/** The bare page, with storage, sockets and requests recorded. */
async function watched(): Promise<Watched> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  await recordActivity(page);
  const wire = tapWire(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url());
    const isProgram = request.method() === 'GET' && /^\/(?:embed|assets|widget)\//.test(pathname);
    if (origin !== new URL(site.barePage).origin && !isProgram) asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto(site.barePage);
  return {
    page,
    wire,
    asked,
    async stored() {
      const counts = await Promise.all(
        page
          .frames()
          .map((frame) => frame.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)),
      );
      const cookies = await visitor.context.cookies();
      return counts.reduce((sum, count) => sum + count, cookies.length);
    },
  };
}

type Global = Record<string, (...args: unknown[]) => void>;

describe('a page that asks for consent', () => {
  it.each(dailyNames(['chat-widget', 'embedded', 'prompt-input'], ['chat-widget', 'prompt-input']))(
    'P1, P2: sends and stores nothing until the visitor agrees, and then sends the page’s message: %s',
    async (mode) => {
      const { page, wire, asked, stored } = await watched();
      await page.evaluate((mode) => {
        const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
        ServiceWidget.init?.({ inboxId: 'demo', mode, requireConsent: true, user: { email: 'ida@example.com' } });
        ServiceWidget.sendMessage?.('asked before the visitor agreed');
        ServiceWidget.updateContext?.({ company: 'Havn' });
        ServiceWidget.setQuestions?.(['Where is my order?']);
        ServiceWidget.open?.();
      }, mode);
      const agree = page.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Agree and continue' });
      await agree.waitFor();
      // Wait until all files of the program have loaded.
      await page.waitForLoadState('networkidle');
      await Promise.all(page.frames().map(nextPaint));
      expect(await recordedActivity(page)).toEqual([]);
      expect(await stored()).toBe(0);
      expect(wire.sockets).toHaveLength(0);
      expect(asked).toEqual([]);

      await agree.click();
      await chatOn(page).transcript.getByText('asked before the visitor agreed', { exact: true }).waitFor();
      await expect.poll(() => wire.all('ack').length).toBe(1);
      expect(await stored()).toBeGreaterThan(0);
      // Check that the recorders work.
      expect(await recordedActivity(page)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^setItem service:/), expect.stringMatching(/^new WebSocket/)]),
      );
    },
  );

  it.each(['Escape', 'the close button'])(
    'P4: stays off when the visitor closes the chat with %s, and asks again',
    async (by) => {
      const { page, asked, stored } = await watched();
      await page.evaluate(() => {
        const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
        ServiceWidget.init?.({ inboxId: 'demo', requireConsent: true });
        ServiceWidget.open?.();
      });
      const frame = page.frameLocator('iframe[src*="/widget/"]');
      const agree = frame.getByRole('button', { name: 'Agree and continue' });
      await agree.waitFor();
      if (by === 'Escape') await agree.press('Escape');
      else await frame.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click();
      await page.getByRole('button', { name: 'Open chat' }).click();
      await agree.waitFor();
      expect(await recordedActivity(page)).toEqual([]);
      expect(await stored()).toBe(0);
      expect(asked).toEqual([]);
    },
  );

  it('P4: stays off when the visitor declines', async () => {
    const { page, asked, stored } = await watched();
    await page.evaluate(() => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: Global };
      ServiceWidget.init?.({ inboxId: 'demo', requireConsent: true });
      ServiceWidget.open?.();
    });
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await frame.getByRole('button', { name: 'Decline' }).click();
    await frame.getByText('Nothing was stored or sent.').waitFor();
    expect(await recordedActivity(page)).toEqual([]);
    expect(await stored()).toBe(0);
    expect(asked).toEqual([]);
  });
});

describe('a headless page that asks for consent', () => {
  it('has a client that does nothing before `consent()` is called', async () => {
    const { page, wire, asked, stored } = await watched();
    await page.route('**/sdk/*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: readFileSync(resolve(SDK, basename(new URL(route.request().url()).pathname)), 'utf8'),
      }),
    );
    await page.addScriptTag({
      type: 'module',
      content:
        "import * as sdk from '/sdk/core.js'; import * as inbox from '/sdk/inbox.js'; Object.assign(window, { sdk, inbox });",
    });
    await page.waitForFunction(() => 'sdk' in window);
    await page.evaluate((baseUrl) => {
      const sdk = Reflect.get(window, 'sdk') as typeof import('@service/embed-sdk/core');
      const client = sdk.createChatClient({ inboxId: 'demo', baseUrl, requireConsent: true, user: { name: 'Ida' } });
      const refused: string[] = [];
      client.on('error', ({ code }) => refused.push(code));
      client.connect();
      client.sendMessage('too early');
      client.requestHuman();
      client.updateContext({ company: 'Havn' });
      client.markRead();
      client.notifyTyping();
      client.hasHistory();
      Object.assign(window, { client, refused, needed: client.getState().consentNeeded });
    }, site.proxy.origin);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => Reflect.get(window, 'refused'))).toEqual(Array(3).fill('consent_required'));
    expect(await page.evaluate(() => Reflect.get(window, 'needed'))).toBe(true);
    expect(await recordedActivity(page)).toEqual([]);
    expect(await stored()).toBe(0);
    expect(asked).toEqual([]);
    expect(wire.sockets).toHaveLength(0);

    await page.evaluate(async (baseUrl) => {
      const { loadInbox, consentWording } = Reflect.get(window, 'inbox') as typeof import('@service/embed-sdk/inbox');
      const client = Reflect.get(window, 'client') as import('@service/embed-sdk/core').ChatClient;
      client.consent(consentWording(await loadInbox({ inboxId: 'demo', baseUrl })).grant);
      client.sendMessage('after the click');
    }, site.proxy.origin);
    await expect.poll(() => wire.all('ack').length).toBe(1);
    expect(await stored()).toBeGreaterThan(0);
  });
});
