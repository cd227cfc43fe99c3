/** Pages that may not embed the chat, or that interfere with it, in a real browser. The chat works, or reports a reason. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { eventsOf, startChat } from '../../support/chat/scripted-chat.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

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

async function serve(html: string, port?: number, policy?: string): Promise<string> {
  const page = await servePage(
    `<!doctype html><html lang="en"><head><title>Page</title></head><body>${html}</body></html>`,
    port,
    policy,
  );
  served.push(page);
  return page.url;
}

async function enter(url: string): Promise<Page> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  await page.goto(url);
  return page;
}

/** Whether the widget's own document runs in a frame of the page, at any depth. */
async function runs(page: Page): Promise<boolean> {
  const found = await Promise.all(
    page
      .frames()
      .map((frame) => frame.evaluate(() => document.getElementById('service-boot') !== null).catch(() => false)),
  );
  return found.includes(true);
}

describe('the widget’s document', () => {
  it('F3: of an inbox that was switched off is the same empty page as of one that never existed', async () => {
    const { inboxDir } = site.service.options;
    const file = join(inboxDir, 'plain/inbox.json');
    const inbox = readFileSync(file, 'utf8');
    const origin = new URL(site.barePage).origin;
    const get = async (id: string): Promise<string> =>
      (await fetch(`${site.service.origin}/widget/${id}?o=${encodeURIComponent(origin)}`)).text();
    expect(await get('plain')).toContain('service-boot');
    rmSync(file);
    await expect.poll(() => get('plain')).toBe(await get('unknown'));
    writeFileSync(file, inbox);
    await expect.poll(() => get('plain')).toContain('service-boot');
  });

  it('F4: does not run in a page that claims to be another one', async () => {
    const allowed = encodeURIComponent(new URL(site.barePage).origin);
    const impostor = await serve(
      `<iframe src="${site.service.origin}/widget/demo?o=${allowed}" title="Chat"></iframe>`,
    );
    const page = await enter(impostor);
    const wire = tapWire(page);
    await page.waitForLoadState('load');
    expect(await runs(page)).toBe(false);
    expect(wire.sockets).toEqual([]);
  });

  it('F6: does not run when a foreign page frames the page that frames it', async () => {
    const foreign = await serve(`<iframe src="${site.shop}" title="The shop"></iframe>`);
    const page = await enter(foreign);
    await page.waitForLoadState('load');
    await page.frames()[1]?.locator('iframe[src*="/widget/"]').waitFor({ state: 'attached' });
    await expect.poll(() => page.frames().length).toBe(3);
    expect(await runs(page)).toBe(false);
  });

  it('F8: opened on its own connects to nothing and stores nothing', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(`${site.service.origin}/widget/demo?o=${encodeURIComponent(new URL(site.barePage).origin)}`);
    await page.waitForLoadState('networkidle');
    expect(wire.sockets).toEqual([]);
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length + document.cookie.length)).toBe(0);
    expect(visitor.exceptions).toEqual([]);
  });
});

describe('a page', () => {
  it('F9: whose policy lacks our frame gets the line to add, once, and nothing is tried again', async () => {
    const policy = `default-src 'none'; script-src ${site.proxy.origin}`;
    const blocked = await serve(`<script src="${site.proxy.origin}/embed/v1.js"></script>`, undefined, policy);
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('[ServiceWidget]')) warnings.push(message.text());
    });
    await page.goto(blocked);
    await startChat(page, 'demo', ['error']);
    await expect.poll(() => eventsOf(page)).toHaveLength(1);
    const [event] = await eventsOf(page);
    expect(event?.detail.code).toBe('frame_unreachable');
    expect(event?.detail.message).toContain(`frame-src ${site.proxy.origin}`);
    await expect.poll(() => warnings).toHaveLength(1);
  });

  it('F14: that removes the frame in the middle of a chat gets it back, with the conversation in it', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    await page.goto(site.barePage);
    await startChat(page, 'demo', []);
    await chatOn(page).open();
    await chatOn(page).send('how long does shipping take?');
    const answer = () =>
      chatOn(page)
        .transcript.getByText(/Delivery times/)
        .first();
    await answer().waitFor();
    for (const action of ['remove', 'navigate'] as const) {
      await page.locator('iframe[src*="/widget/"]').evaluate((frame, how) => {
        if (how === 'remove') frame.remove();
        else (frame as HTMLIFrameElement).contentWindow?.location.replace((frame as HTMLIFrameElement).src);
      }, action);
      await expect.poll(() => page.locator('iframe[src*="/widget/"]').count()).toBe(1);
      // A frame that was removed is open again; one that was sent elsewhere comes back closed.
      if (action === 'navigate') {
        await chatOn(page).panel.waitFor({ state: 'hidden' });
        await chatOn(page).open();
      }
      await chatOn(page).reopened();
      await answer().waitFor();
      expect(await chatOn(page).count('how long does shipping take?')).toBe(1);
    }
    expect(visitor.exceptions).toEqual([]);
  });

  it.each([
    [
      'throws at every access',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('no', 'SecurityError');
          },
        }),
    ],
    [
      'is full',
      () => {
        Storage.prototype.setItem = () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      },
    ],
    [
      'holds garbage under every key',
      () => {
        Storage.prototype.getItem = () => '{{{garbage';
      },
    ],
    [
      'holds five megabytes under every key',
      () => {
        const much = 'x'.repeat(5 * 2 ** 20);
        Storage.prototype.getItem = () => much;
      },
    ],
  ] as const)('F10: has a chat that works when its storage %s', async (_what, break_) => {
    const visitor = await browser.newVisitor();
    await visitor.context.addInitScript(break_);
    const page = await visitor.context.newPage();
    await page.goto(site.barePage);
    await startChat(page, 'demo', []);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('how long does shipping take?');
    await chat.transcript
      .getByText(/Delivery times/)
      .first()
      .waitFor();
    expect(visitor.exceptions).toEqual([]);
  });
});
