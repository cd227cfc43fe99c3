/** The console's form of an inbox: its preview is the chat as a page shows it, pixel by pixel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { goTo } from '../../support/chat/console-page.js';
import { dailyShare } from '../../support/runs/daily.js';
import { freePort } from '../../support/server/free-port.js';
import { Service } from '../../support/server/start-service.js';
import { OWNER } from '../../support/server/team-session.js';
import { type OwnerCalls, ownerOf } from '../../support/server/workspace-calls.js';
import { type ServedPage, servePage } from '../../support/sites/serve-page.js';

const TEMPLATES = dailyShare(['minimal', 'modern', 'corporate', 'playful', 'dark', 'custom'], 3);

const browser = useBrowser();
let folder: string;
let service: Service;
let owner: OwnerCalls;
let shop: ServedPage;
let inboxId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'service-no-inboxes-'));
  service = await Service.start({ inboxDir: folder });
  owner = await ownerOf(service);
  const port = await freePort();
  const { aiAgentId, version } = await owner.ask('aiAgents.create', { name: 'Hei', title: 'Knows the shop' });
  await owner.ask('aiAgents.publish', { aiAgentId, version, confirm: true });
  const allowedOrigins = [`http://localhost:${port}`];
  const inbox = { name: 'Havn', allowedOrigins, live: true, questions: ['Where?'], aiAgentId };
  ({ inboxId } = await owner.ask('inboxes.create', inbox));
  const tag = (scheme: string, size: string) =>
    `<div id="chat" style="${size}"></div><script async src="${service.origin}/embed/v1/${inboxId}.js" data-mode="embedded" data-container-id="chat" data-color-scheme="${scheme}"></script>`;
  shop = await servePage((path) => {
    const asked = new URL(path, 'http://shop.example').searchParams;
    const size = `width:${asked.get('width')}px;height:${asked.get('height')}px`;
    return `<!doctype html><html lang="en"><body style="margin:0">${tag(asked.get('scheme') ?? 'light', size)}</body></html>`;
  }, port);
});
afterAll(async () => {
  await shop?.close();
  await service?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function openForm(): Promise<Page> {
  const page = await (await browser.newVisitor()).context.newPage();
  await page.goto(`http://localhost:${service.port}/console`);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await goTo(page, 'Inboxes');
  await page.getByRole('button', { name: 'Edit Havn' }).click();
  return page;
}

const chatFrame = async (page: Page): Promise<Frame> => {
  const element = await page.locator('iframe[src*="/widget/"]').elementHandle();
  return (await element?.contentFrame()) as Frame;
};

/** The decoded pixels of the frame's inside, at rest. */
async function drawn(page: Page): Promise<Buffer> {
  const frame = await chatFrame(page);
  await frame.getByRole('button', { name: 'Where?' }).waitFor();
  await frame.getByRole('button', { name: 'Attach files', disabled: false }).waitFor();
  const box = await page.locator('iframe[src*="/widget/"]').evaluate((element) => {
    // The corners of the frame itself are round in the console alone.
    (element as HTMLElement).style.borderRadius = '0';
    const { x, y } = element.getBoundingClientRect();
    return {
      x: x + element.clientLeft,
      y: y + element.clientTop,
      width: element.clientWidth,
      height: element.clientHeight,
    };
  });
  return sharp(await page.screenshot({ clip: box, animations: 'disabled', caret: 'hide' }))
    .raw()
    .toBuffer();
}

/** How many bytes of the pixels differ. */
const differing = (one: Buffer, other: Buffer): number =>
  one.length === other.length
    ? one.filter((byte, at) => byte !== other[at]).length
    : Math.max(one.length, other.length);

it(`shows in its preview what pages show, in both schemes of ${TEMPLATES.join(', ')}`, async () => {
  const form = await openForm();
  await form.setViewportSize({ width: 1_280, height: 2_400 });
  const embed = await (await browser.newVisitor()).context.newPage();
  await embed.setViewportSize({ width: 1_280, height: 900 });
  let { version } = await owner.read('inboxes.get', { inboxId });
  for (const template of TEMPLATES) {
    ({ version } = await owner.ask('inboxes.update', { inboxId, version, theme: { template } }));
    for (const scheme of ['light', 'dark']) {
      await form.getByLabel('Template').selectOption(template);
      await form.getByRole('region', { name: 'Preview' }).getByRole('combobox').selectOption(scheme);
      const shown = form.frameLocator(`iframe[src$="scheme=${scheme}"]`);
      await shown.locator(`html[data-template="${template}"]`).waitFor({ state: 'attached' });
      const frame = form.locator('iframe[src*="/widget/"]');
      // A frame that is just being replaced has no size.
      let size = { width: '0', height: '0' };
      const measured = async (): Promise<number> => {
        const [width = 0, height = 0] = await frame.evaluate((element) => [element.clientWidth, element.clientHeight]);
        size = { width: String(width), height: String(height) };
        return Math.min(width, height);
      };
      await expect.poll(measured).toBeGreaterThan(0);
      await embed.goto(`${shop.url}?${new URLSearchParams({ scheme, ...size })}`);
      const difference = async (): Promise<number> => differing(await drawn(form), await drawn(embed));
      await expect.poll(difference, { timeout: 60_000, message: `${template} ${scheme}` }).toBe(0);
    }
  }
});
