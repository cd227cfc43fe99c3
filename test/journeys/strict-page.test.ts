/**
 * A visitor's way through the chat on pages with the strictest policies there are. The page allows our script and our frame
 * and nothing else, and neither the page nor the frame may come to break its policy even once.
 */

import { signIdentity } from '@service/embed-sdk/server';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn } from '../harness/chat.js';
import { desk } from '../harness/desk.js';
import { freePort } from '../harness/free-port.js';
import { type ServedPage, servePage } from '../harness/serve-page.js';
import { Service } from '../harness/start-service.js';
import { inboxesFor, SHOP_KEY } from '../harness/start-site.js';
import { useBrowser, type Visitor } from '../harness/use-browser.js';
import { type Violations, watchViolations } from '../harness/violations.js';

const NONCE = 'bm9uY2Ugb2YgdGhpcyBwYWdl';
const QUESTION = 'can I return shoes I wore once?';
const ANSWER = /worn|wore/i;

interface Strictness {
  readonly name: string;
  policy(chat: string): string;
  tag(chat: string, pinned: { readonly file: string; readonly integrity: string }): string;
}

const HARDENED = "base-uri 'none'; object-src 'none'; form-action 'none'";
const STRICTNESS: readonly Strictness[] = [
  {
    name: 'a nonce and strict-dynamic',
    policy: (chat) =>
      `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; frame-src ${chat}; ${HARDENED}`,
    tag: (chat) => `<script nonce="${NONCE}" async src="${chat}/embed/v1.js" data-inbox-id="demo"></script>`,
  },
  {
    name: 'nothing but the script by its address and the frame',
    policy: (chat) => `default-src 'none'; script-src ${chat}/embed/v1.js; frame-src ${chat}; ${HARDENED}`,
    tag: (chat) => `<script async src="${chat}/embed/v1.js" data-inbox-id="demo"></script>`,
  },
  {
    name: 'trusted types, of which none exist',
    policy: (chat) =>
      `default-src 'none'; script-src 'nonce-${NONCE}'; frame-src ${chat}; ${HARDENED}; require-trusted-types-for 'script'; trusted-types 'none'`,
    tag: (chat) => `<script nonce="${NONCE}" async src="${chat}/embed/v1.js" data-inbox-id="demo"></script>`,
  },
  {
    name: 'a pinned script with its integrity',
    policy: (chat) => `default-src 'none'; script-src ${chat}/embed/; frame-src ${chat}; ${HARDENED}`,
    tag: (chat, { file, integrity }) =>
      `<script async src="${chat}${file}" integrity="${integrity}" crossorigin="anonymous" data-inbox-id="demo"></script>`,
  },
];

const browser = useBrowser();
let service: Service;
let picture: Buffer;
let inboxes: ReturnType<typeof inboxesFor>;
const pages = new Map<string, ServedPage>();

beforeAll(async () => {
  const ports = await Promise.all(STRICTNESS.map(() => freePort()));
  inboxes = inboxesFor(ports.map((port) => `http://localhost:${port}`));
  const ring = JSON.stringify([{ kid: SHOP_KEY.kid, secret: SHOP_KEY.secret }]);
  service = await Service.start({ inboxDir: inboxes.folder, env: { DEMO_IDENTITY_KEYS: ring } });
  picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#2f7d6b' } })
    .png()
    .toBuffer();
  const pinned = (await (await fetch(`${service.origin}/embed/manifest.json`)).json()) as {
    file: string;
    integrity: string;
  };
  for (const [at, { name, policy, tag }] of STRICTNESS.entries()) {
    const html = `<!doctype html><html lang="en"><head><title>Strict</title><meta name="viewport" content="width=device-width, initial-scale=1">${tag(service.origin, pinned)}</head><body><p>A careful shop.</p><div id="place"></div></body></html>`;
    pages.set(name, await servePage(html, ports[at], policy(service.origin)));
  }
});
afterAll(async () => {
  await Promise.all([...pages.values()].map((page) => page.close()));
  await service?.dispose();
  inboxes?.remove();
});

describe.each(STRICTNESS)('a page that allows $name', ({ name }) => {
  let visitor: Visitor;
  let violations: Violations;
  const enter = async (): Promise<Page> => {
    visitor = await browser.newVisitor();
    violations = await watchViolations(visitor.context);
    const page = await visitor.context.newPage();
    await page.goto(pages.get(name)?.url ?? '');
    return page;
  };
  const clean = (): void => {
    expect(violations.list).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  };

  it('has the whole conversation: asked, answered with its source, kept through a reload, a person fetched', async () => {
    const page = await enter();
    const chat = chatOn(page);
    await chat.open();
    await chat.send(QUESTION);
    await chat.transcript.getByText(ANSWER).nth(1).waitFor();
    await chat.send('what is the capital of Mongolia?');
    await chat.panel
      .getByRole('button', { name: /person/i })
      .first()
      .click();
    await chat.transcript
      .getByText(/person|someone|team/i)
      .first()
      .waitFor();
    await page.reload();
    await chat.open();
    await chat.transcript.getByText(ANSWER).nth(1).waitFor();
    expect(await chat.count(QUESTION)).toBe(1);
    clean();
  });

  it('lets a file be sent, a person answer, and the page say who its visitor is and that they left', async () => {
    const page = await enter();
    await page.exposeFunction('tokenOfKim', (nonce: string) =>
      signIdentity(
        SHOP_KEY,
        { id: `kim-${STRICTNESS.findIndex((each) => each.name === name)}`, name: 'Kim' },
        { nonce },
      ),
    );
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    await page.evaluate(() => {
      const { ServiceWidget, tokenOfKim } = window as unknown as {
        ServiceWidget: { identify(getToken: (question: { nonce: string }) => Promise<string>): void };
        tokenOfKim(nonce: string): Promise<string>;
      };
      ServiceWidget.identify(({ nonce }) => tokenOfKim(nonce));
    });
    await chat.open();
    const uploaded = page.waitForResponse(
      (response) => /\/v1\/uploads$/.test(response.url()) && response.status() === 201,
    );
    await page
      .frameLocator('iframe[title="Chat"]')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'shoes.png', mimeType: 'image/png', buffer: picture });
    await uploaded;
    await chat.send('these are the shoes, may I talk to a person?');
    const shown = page.frameLocator('iframe[title="Chat"]').getByRole('log').locator('img').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await chat.panel
      .getByRole('button', { name: /person/i })
      .first()
      .click();
    await expect.poll(async () => (await desk(service, '')).conversations.length).toBeGreaterThan(0);
    for (const { id } of (await desk(service, '')).conversations) {
      await desk(service, `/${id}/take`, { clientId: `take-${id}`, name: 'Ingrid' });
      await desk(service, `/${id}/messages`, { clientId: `say-${id}`, name: 'Ingrid', text: 'Yes, send them back.' });
    }
    await chat.transcript.getByText('Yes, send them back.').waitFor();
    await page.evaluate(() => (window as unknown as { ServiceWidget: { logout(): void } }).ServiceWidget.logout());
    await expect.poll(() => chat.count('Yes, send them back.')).toBe(0);
    clean();
  });

  it('lets the page steer the chat, change its scheme, stand it elsewhere and take it away', async () => {
    const page = await enter();
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    await page.evaluate(() => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: Record<string, (...args: unknown[]) => void> };
      ServiceWidget.setQuestions?.(['How long is shipping?']);
      ServiceWidget.updateColorScheme?.('dark');
      ServiceWidget.open?.();
      ServiceWidget.sendMessage?.('how long does shipping take?');
    });
    await chat.transcript
      .getByText(/Delivery times/)
      .first()
      .waitFor();
    for (const mode of ['embedded', 'chat-widget']) {
      await page.evaluate((mode) => {
        const { ServiceWidget } = window as unknown as { ServiceWidget: Record<string, (...args: unknown[]) => void> };
        ServiceWidget.destroy?.();
        ServiceWidget.init?.({
          inboxId: 'demo',
          mode,
          ...(mode === 'embedded' && { containerId: 'place' }),
          theme: { template: 'playful' },
        });
        ServiceWidget.open?.();
      }, mode);
      const frame = page.frameLocator('iframe[title="Chat"]');
      await frame.getByRole('textbox').first().waitFor();
    }
    await page.evaluate(() => (window as unknown as { ServiceWidget: { destroy(): void } }).ServiceWidget.destroy());
    expect(await page.locator('iframe').count()).toBe(0);
    clean();
  });
});
