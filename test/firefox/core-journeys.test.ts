/**
 * The core journeys in Firefox, driven over WebDriver BiDi. Frames of other sites share the page's process here
 * (`fission.autostart` off): the driver's keys and clicks don't reach frames in a process of their own.
 */
import { join } from 'node:path';
import { type Browser, type FrameLocator, firefox, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, frameOf } from '../support/chat/chat.js';
import { type Site, startSite } from '../support/sites/start-site.js';

const QUESTION = 'can I return shoes I wore once?';
let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite();
  browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: join(import.meta.dirname, 'bidi-bridge.mjs'),
    headless: true,
    firefoxUserPrefs: { 'fission.autostart': false, 'dom.ipc.processCount': 1 },
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.dispose();
});

async function visit(url: string): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function startOnBarePage(config: object): Promise<Page> {
  const page = await visit(site.barePage);
  await page.evaluate((given) => window.ServiceWidget.init(given), config);
  return page;
}

const inChat = (page: Page): FrameLocator => page.frameLocator('iframe[src*="/widget/"]');

/** Clicks with the mouse where the element is on the page: the driver's own click doesn't find elements of other sites' frames. */
async function tap(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  const middle = await element.evaluate((found) => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const frame = await page.evaluate(() => {
    const { x, y } = (document.querySelector('iframe[src*="/widget/"]') as Element).getBoundingClientRect();
    return { x, y };
  });
  await page.mouse.click(frame.x + middle.x, frame.y + middle.y);
}

async function open(page: Page): Promise<void> {
  await tap(page, chatOn(page).openButton);
  await chatOn(page).composer.waitFor();
}

async function send(page: Page, text: string): Promise<void> {
  await tap(page, chatOn(page).composer);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await chatOn(page).transcript.getByText(text, { exact: true }).first().waitFor();
}

const answered = (page: Page): Promise<void> =>
  chatOn(page).transcript.getByText('AI, ').first().waitFor({ state: 'attached' });

describe('in Firefox', () => {
  it('a question is answered from an article that can be opened, and is there once after a reload', async () => {
    const page = await visit(site.shop);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await open(page);
    await send(page, QUESTION);
    await answered(page);
    await tap(
      page,
      inChat(page)
        .getByRole('button', { name: /Returns/ })
        .last(),
    );
    await inChat(page).getByRole('link', { name: 'Read the article' }).waitFor();
    await page.reload();
    await open(page);
    await chatOn(page).transcript.getByText(QUESTION, { exact: true }).waitFor();
    expect(await chatOn(page).count(QUESTION)).toBe(1);
    expect(errors).toEqual([]);
  });

  it.each(['embedded', 'prompt-input'] as const)('a question is answered in the mode %s', async (mode) => {
    const page = await startOnBarePage({ inboxId: 'demo', mode });
    await chatOn(page).composer.waitFor();
    await send(page, QUESTION);
    await answered(page);
  });

  it('the keyboard opens the chat with the focus in the field, and closes it without losing the text', async () => {
    const page = await startOnBarePage({ inboxId: 'demo' });
    const chat = chatOn(page);
    await chat.openButton.waitFor();
    await page.waitForFunction(() => window.ServiceWidget.isReady());
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await chat.composer.waitFor();
    await expect.poll(() => frameOf(page).evaluate(() => document.activeElement?.localName)).toBe('textarea');
    await page.keyboard.type('hello there');
    await page.keyboard.press('Escape');
    await chat.panel.waitFor({ state: 'hidden' });
    await tap(page, chat.openButton);
    expect(await chat.composer.inputValue()).toBe('hello there');
  });

  it('nothing is stored before the visitor agrees, and a question asked before is answered afterwards', async () => {
    const page = await startOnBarePage({ inboxId: 'demo', requireConsent: true });
    await page.evaluate(() => {
      window.ServiceWidget.sendMessage('asked first');
      window.ServiceWidget.open();
    });
    const agree = inChat(page).getByRole('button', { name: 'Agree and continue' });
    await agree.waitFor();
    const stored = () => localStorage.length + sessionStorage.length + document.cookie.length;
    expect(await frameOf(page).evaluate(stored)).toBe(0);
    await tap(page, agree);
    await chatOn(page).transcript.getByText('asked first', { exact: true }).waitFor();
    await answered(page);
  });

  it('a dark theme in Arabic runs from right to left, and destroy leaves no frame', async () => {
    const page = await startOnBarePage({
      inboxId: 'plain',
      theme: { template: 'playful' },
      colorScheme: 'dark',
      locale: 'ar',
    });
    await tap(page, inChat(page).locator('#launcher'));
    await inChat(page).locator('textarea').waitFor();
    expect(await inChat(page).locator('#panel-root').getAttribute('dir')).toBe('rtl');
    expect(await frameOf(page).evaluate(() => document.documentElement.dataset.scheme)).toBe('dark');
    await page.evaluate(() => window.ServiceWidget.destroy());
    expect(await page.locator('iframe').count()).toBe(0);
  });

  it('a deploy between two questions does not disturb the visitor', async () => {
    const page = await startOnBarePage({ inboxId: 'demo' });
    const chat = chatOn(page);
    await open(page);
    await send(page, 'how long does shipping take?');
    await answered(page);
    await site.service.restart();
    await send(page, QUESTION);
    await expect.poll(() => chat.transcript.getByText('AI, ').count()).toBe(2);
    expect(await chat.count(QUESTION)).toBe(1);
  });
});
