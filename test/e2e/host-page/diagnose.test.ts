/** `ServiceWidget.diagnose()` on pages that are each broken in one way. The first finding is the cause, with a fix. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { chatOn } from '../../support/chat/chat.js';
import { freePort } from '../../support/server/free-port.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly fix: string;
}
interface TestWindow {
  readonly ServiceWidget: {
    init(config: object): boolean;
    isReady(): boolean;
    destroy(): void;
    diagnose(options?: object): Promise<readonly Finding[]>;
  };
}
declare const window: Window & typeof globalThis & TestWindow;

const browser = useBrowser();
let site: Site;
const served: ServedPage[] = [];
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  await Promise.all(served.map((page) => page.close()));
  await site?.dispose();
});

/** Serves a page with the embed script on an origin that no inbox allows, with this Content-Security-Policy. */
async function shopPage(policy?: string, attributes = ''): Promise<string> {
  const { origin } = site.service;
  const html = `<!doctype html><html lang="en"><head><title>Shop</title><script src="${origin}/embed/v1.js" ${attributes}></script></head><body><p>Shop</p><div id="away" style="display:none"></div></body></html>`;
  const page = await servePage(html, undefined, policy);
  served.push(page);
  return page.url;
}

async function visit(url: string, prepare?: (context: BrowserContext) => Promise<unknown>): Promise<Page> {
  const { context } = await browser.newVisitor();
  await prepare?.(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
const start = (page: Page, config: object): Promise<unknown> =>
  page.evaluate((given) => window.ServiceWidget.init(given), config);
const ready = (page: Page): Promise<unknown> => page.waitForFunction(() => window.ServiceWidget.isReady());
const diagnose = (page: Page, options?: object): Promise<readonly Finding[]> =>
  page.evaluate((options) => window.ServiceWidget.diagnose(options), options);
const codes = (findings: readonly Finding[]): string[] => findings.map(({ code }) => code);

/** Starts the chat with `config`, if given, and returns the first finding, which is the cause. */
async function causeOf(page: Page, config?: object): Promise<Finding> {
  if (config) await start(page, config);
  const [first] = await diagnose(page);
  if (!first) throw new Error('There are no findings, not even `ok`.');
  return first;
}

describe('a chat that runs', () => {
  it('is reported as `ok` first, then with notes, and the console shows the same', async () => {
    const page = await visit(site.barePage);
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await start(page, { inboxId: 'plain' });
    await ready(page);
    const findings = await diagnose(page);
    expect(codes(findings)).toEqual(['ok', 'storage_partitioned']);
    expect(findings.every(({ message, fix }) => message.endsWith('.') && fix.endsWith('.'))).toBe(true);
    await expect.poll(() => lines.join('\n')).toContain('[ServiceWidget] ok (ok): The chat runs on this page.\n  → ');
  });

  it('is diagnosed without changing the page, with requests to the server only', async () => {
    const page = await visit(site.barePage);
    await start(page, { inboxId: 'plain' });
    await ready(page);
    const before = await page.content();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    await diagnose(page);
    expect(await page.content()).toBe(before);
    await expect.poll(() => [...new Set(asked)]).toEqual([site.proxy.origin]);
  });

  it('is reported to wait for consent, and diagnosing stores nothing and opens no connection', async () => {
    const page = await visit(site.barePage);
    await start(page, { inboxId: 'plain', requireConsent: true });
    await ready(page);
    expect(codes(await diagnose(page))).toContain('consent_needed');
    const chat = chatOn(page);
    await chat.openButton.click();
    await chat.panel.getByRole('button', { name: 'Decline' }).waitFor();
    expect(codes(await diagnose(page))).toContain('consent_needed');
    const frame = page.frames().find((each) => each.url().includes('/widget/'));
    expect(await frame?.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    expect(site.proxy.sockets()).toBe(0);
    await chat.panel.getByRole('button', { name: 'Agree and continue' }).click();
    await chat.composer.waitFor();
    await expect.poll(async () => codes(await diagnose(page))).not.toContain('consent_needed');
  });
});

describe('a chat that is missing', () => {
  it('because the inbox does not allow the page: the fix names the origin to add', async () => {
    const page = await visit(site.forbiddenPage);
    const cause = await causeOf(page, { inboxId: 'demo' });
    expect(cause).toMatchObject({ code: 'origin_not_allowed', severity: 'blocks' });
    expect(cause.fix).toContain(`"${new URL(site.forbiddenPage).origin}"`);
  });

  it('because there is no such inbox: the message names the id, and the code is the same as for a forbidden origin', async () => {
    const page = await visit(site.barePage);
    const cause = await causeOf(page, { inboxId: 'dmeo' });
    expect(cause.code).toBe('origin_not_allowed');
    expect(cause.message).toContain('"dmeo"');
    expect(cause.fix).toMatch(/letter by letter/);
  });

  it('because the inbox id is malformed', async () => {
    const page = await visit(site.barePage);
    const cause = await causeOf(page, { inboxId: 'no such/thing' });
    expect(cause.code).toBe('config_invalid');
    expect(cause.message).toContain('inboxId');
    await start(page, { inboxId: 'plain' });
    await ready(page);
    expect((await causeOf(page)).code).toBe('ok');
  });

  it('because nothing started it', async () => {
    expect((await causeOf(await visit(site.barePage))).code).toBe('not_started');
  });

  it('because the page’s policy blocks frames: the fix names the directive to add', async () => {
    const { origin } = site.service;
    const page = await visit(await shopPage(`default-src 'none'; script-src ${origin}`));
    const findings = await (async () => {
      await start(page, { inboxId: 'demo' });
      return diagnose(page);
    })();
    expect(findings.find(({ code }) => code === 'csp_frame')?.fix).toBe(`Add: frame-src ${origin}`);
  });

  it('because the page’s policy allows only the loader: the fix names what script-src lacks', async () => {
    const { integrity } = (await (await fetch(`${site.service.origin}/embed/manifest.json`)).json()) as {
      integrity: string;
    };
    const { origin } = site.service;
    const page = await visit(
      await shopPage(`script-src '${integrity}'; frame-src ${origin}`, `integrity="${integrity}" crossorigin`),
    );
    const cause = await causeOf(page, { inboxId: 'demo' });
    expect(cause.code).toBe('script_refused');
    expect(cause.fix).toContain(`script-src ${origin}`);
  });

  it('because the server is down', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const cause = await causeOf(await visit(site.barePage), { inboxId: 'demo', baseUrl });
    expect(cause.code).toBe('service_down');
    expect(cause.message).toContain(baseUrl);
  });

  it('because baseUrl is a different server', async () => {
    const baseUrl = new URL(site.forbiddenPage).origin;
    const cause = await causeOf(await visit(site.barePage), { inboxId: 'demo', baseUrl });
    expect(cause.code).toBe('wrong_server');
  });

  it('because baseUrl is the page itself', async () => {
    const page = await visit(site.barePage);
    expect((await causeOf(page, { inboxId: 'demo', baseUrl: new URL(site.barePage).origin })).code).toBe('same_origin');
  });

  it('because its container is missing, hidden, or was removed', async () => {
    const page = await visit(site.barePage);
    const missing = await causeOf(page, { inboxId: 'plain', mode: 'embedded', containerId: 'nowhere' });
    expect(missing).toMatchObject({ code: 'container_missing' });
    expect(missing.message).toContain('"nowhere"');

    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<div id="hidden" style="display:none"></div>');
    });
    expect((await causeOf(page, { inboxId: 'plain', mode: 'embedded', containerId: 'hidden' })).code).toBe(
      'container_hidden',
    );
    await page.evaluate(() => document.getElementById('hidden')?.remove());
    expect((await causeOf(page)).code).toBe('container_missing');
  });

  it('because the page has no origin', async () => {
    const page = await visit(await shopPage('sandbox allow-scripts'));
    expect((await causeOf(page, { inboxId: 'demo' })).code).toBe('no_origin');
  });

  it('because the browser is offline', async () => {
    const page = await visit(site.barePage);
    await start(page, { inboxId: 'plain' });
    await ready(page);
    await diagnose(page);
    await page.context().setOffline(true);
    await expect.poll(async () => (await causeOf(page)).code).toBe('offline');
  });

  it('because its WebSocket is blocked', async () => {
    const page = await visit(site.barePage, (context) =>
      context.routeWebSocket(/\/v1\/realtime/, (socket) => void socket.close()),
    );
    await start(page, { inboxId: 'plain' });
    await chatOn(page).open();
    await expect.poll(async () => (await causeOf(page)).code).toBe('not_connected');
  });
});

describe('a chat that runs with a limitation', () => {
  it('because the browser refuses storage', async () => {
    const page = await visit(site.barePage, (context) =>
      context.addInitScript(() => {
        if (window !== window.top)
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('Denied.', 'SecurityError');
            },
          });
      }),
    );
    await start(page, { inboxId: 'plain' });
    await ready(page);
    const findings = await diagnose(page);
    expect(codes(findings)).toEqual(['ok', 'storage_refused']);
  });

  it('because the browser’s clock is wrong', async () => {
    const page = await visit(site.barePage, (context) =>
      context.addInitScript(() => {
        const real = Date.now.bind(Date);
        Date.now = () => real() + 3_600_000;
      }),
    );
    await start(page, { inboxId: 'plain' });
    await ready(page);
    const clock = (await diagnose(page)).find(({ code }) => code === 'clock_wrong');
    expect(clock?.message).toMatch(/ (59|60|61) minutes/);
  });

  it('because its script is older than the server, which is harmless', async () => {
    const page = await visit(site.barePage);
    await page.route(/[?]about=/, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'Access-Control-Allow-Origin': '*' },
        body: `export default { version: '9.9.9', now: ${Date.now()}, allowed: true, crossSite: false };`,
      }),
    );
    await start(page, { inboxId: 'plain' });
    await ready(page);
    const findings = await diagnose(page);
    expect(codes(findings)).toEqual(['ok', 'version_differs']);
    expect(findings[1]?.message).toContain('9.9.9');
  });

  it('because the page forbids connections: reported only with `customUi`, since the widget does not need them', async () => {
    const page = await visit(site.barePage);
    await page.evaluate(() => {
      document.head.insertAdjacentHTML(
        'beforeend',
        `<meta http-equiv="Content-Security-Policy" content="connect-src 'none'">`,
      );
    });
    await start(page, { inboxId: 'plain' });
    await ready(page);
    expect(codes(await diagnose(page))).toEqual(['ok', 'storage_partitioned']);
    const findings = await diagnose(page, { customUi: true });
    expect(codes(findings)).toEqual(['ok', 'csp_connect', 'storage_partitioned']);
    expect(findings[1]?.fix).toContain(`connect-src ${site.proxy.origin} ${site.proxy.origin.replace('http', 'ws')}`);
  });
});
