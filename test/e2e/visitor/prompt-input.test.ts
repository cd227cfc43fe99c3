/**
 * The mode `prompt-input`: a field in the page whose question continues in the panel, in one conversation and asked once, while
 * the page around the field does not move.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { nextPaint } from '../../support/page-checks/next-paint.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

/** A page with the field in the middle of its text, inside an element with a transform. */
async function promptPage(config: object = {}): Promise<Page> {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  await page.goto(site.barePage);
  await page.evaluate((given) => {
    document.body.innerHTML = '<h1>Help</h1><div id="ask"></div><p id="below">Below.</p>';
    const ask = document.getElementById('ask') as HTMLElement;
    ask.style.cssText = 'max-width:560px;transform:translateY(4px);overflow:hidden';
    const layoutShifts: number[] = [];
    Object.assign(window, { layoutShifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) layoutShifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: false });
    window.ServiceWidget.init({ inboxId: 'demo', mode: 'prompt-input', containerId: 'ask', ...given });
  }, config);
  await page.waitForFunction(() => window.ServiceWidget.isReady());
  // The field was inserted into a page without room for it, which moves the content once. Wait until that shift is recorded
  // and clear it: from now on nothing may move.
  await chatOn(page).composer.waitFor();
  await expect.poll(async () => (await frameBox(page))?.height).toBe(72);
  await nextPaint(page);
  await page.evaluate(() => {
    (window as unknown as { layoutShifts: number[] }).layoutShifts.length = 0;
  });
  return page;
}
const belowAt = (page: Page) => page.locator('#below').boundingBox();
const frameBox = (page: Page) => page.locator('iframe[src*="/widget/"]').boundingBox();

describe('the field of prompt-input', () => {
  it('is in its container, and a question typed in it is asked once, in a panel over the page', async () => {
    const page = await promptPage();
    const wire = tapWire(page);
    const chat = chatOn(page);
    await expect.poll(() => frameBox(page)).toMatchObject({ width: 560, height: 72 });
    expect(await chat.panel.count()).toBe(0);
    const before = await belowAt(page);

    await chat.composer.fill('Can I return shoes I wore once?');
    await chat.composer.press('Enter');
    await chat.transcript.getByText('Can I return shoes I wore once?', { exact: true }).waitFor();
    await chat.transcript
      .getByText(/30 days|unworn|worn/i)
      .first()
      .waitFor();
    expect(await chat.count('Can I return shoes I wore once?')).toBe(1);
    await expect.poll(() => wire.all('ack').length).toBe(1);
    await expect.poll(async () => (await frameBox(page))?.width).toBe(672);
    expect(await belowAt(page)).toEqual(before);

    // The conversation continues in the panel.
    await chat.send('and how long does shipping take?');
    await chat.composer.press('Escape');
    await expect.poll(async () => (await frameBox(page))?.height).toBe(72);
    expect(await belowAt(page)).toEqual(before);
    await nextPaint(page);
    expect(await page.evaluate(() => (window as unknown as { layoutShifts: number[] }).layoutShifts)).toEqual([]);

    // Another question from the field is sent to the same conversation.
    await chat.composer.fill('Do you ship to Norway?');
    await chat.sendButton.click();
    await chat.transcript.getByText('Do you ship to Norway?', { exact: true }).waitFor();
    expect(await chat.count('Can I return shoes I wore once?')).toBe(1);
  });

  it('is at the end of the page without a container', async () => {
    const page = await promptPage({ containerId: undefined });
    const below = await belowAt(page);
    expect((await frameBox(page))?.y).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0));
  });

  it('opens again after a reload, then shows a button to the conversation, and open() opens it too', async () => {
    const page = await promptPage();
    const chat = chatOn(page, 'frame');
    expect(await chat.openButton.count()).toBe(0);
    await chat.composer.fill('How long does delivery take?');
    await chat.composer.press('Enter');
    await chat.transcript.getByText('How long does delivery take?', { exact: true }).waitFor();
    await page.reload();
    await page.evaluate(() => window.ServiceWidget.init({ inboxId: 'demo', mode: 'prompt-input' } as never));
    await chat.transcript.getByText('How long does delivery take?', { exact: true }).waitFor();
    await chat.closeButton.click();
    await chat.openButton.click();
    await chat.transcript.getByText('How long does delivery take?', { exact: true }).waitFor();
    await chat.closeButton.click();
    await page.evaluate(() => window.ServiceWidget.open());
    await chat.transcript.waitFor();
  });

  it('leaves nothing on the page when it is destroyed while its panel is open', async () => {
    const page = await promptPage();
    const chat = chatOn(page);
    await chat.composer.fill('Do you ship to Norway?');
    await chat.composer.press('Enter');
    await chat.transcript.waitFor();
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await page.locator('#ask').innerHTML()).toBe('');
    expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull();
  });

  it('asks for consent first, holds the question back, and sends it once after the visitor agreed', async () => {
    const page = await promptPage({ requireConsent: true });
    const wire = tapWire(page);
    const chat = chatOn(page);
    await chat.composer.fill('Which size should I order?');
    await chat.composer.press('Enter');
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    await frame.getByText('Which size should I order?', { exact: true }).waitFor();
    const stored = (): Promise<number> =>
      page
        .frames()
        .find((each) => each.url().includes('/widget/'))
        ?.evaluate(() => localStorage.length + sessionStorage.length) as Promise<number>;
    expect(await stored()).toBe(0);
    expect(wire.sockets).toHaveLength(0);

    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await chat.transcript.getByText('Which size should I order?', { exact: true }).waitFor();
    await expect.poll(() => wire.all('ack').length).toBe(1);
    expect(await chat.count('Which size should I order?')).toBe(1);
  });
});
