/**
 * The frame of a page that draws the launcher, from when it is made until it is opened: the panel is there, and nothing is
 * connected, unless the page's storage remembers something unread.
 */
import type { ServerFrame } from '@service/protocol';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf, ready } from '../../support/chat/chat.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const QUESTION = 'do you sell bicycles?';
const MARKER = 'service:demo:unread';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

interface Visit {
  readonly page: Page;
  readonly wire: Wire;
}

/** Resolves when the panel has been drawn, hidden. */
async function visit(config: object = {}, page?: Page): Promise<Visit> {
  const tab = page ?? (await (await browser.newVisitor()).context.newPage());
  const wire = tapWire(tab);
  await tab.goto(site.barePage);
  await tab.evaluate(
    (config) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: { init(config: object): void } };
      ServiceWidget.init(config);
    },
    { inboxId: 'demo', ...config },
  );
  await ready(tab);
  await frameOf(tab).locator('.panel').waitFor({ state: 'attached' });
  return { page: tab, wire };
}

/** Of the same visitor, who has left the page. In the same tab the open chat would open again. */
async function nextTab(page: Page): Promise<Page> {
  const next = await page.context().newPage();
  await page.close();
  return next;
}

/** Nothing more arrives after the first acknowledgement, so that no answer is read here, however fast it is. */
async function withoutAnswer(page: Page): Promise<Page> {
  let isOver = false;
  await page.routeWebSocket(/\/v1\/realtime/, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (!isOver) socket.send(frame);
      isOver ||= (JSON.parse(String(frame)) as ServerFrame).t === 'ack';
    });
  });
  return page;
}

const isFocused = (page: Page): Promise<boolean> =>
  chatOn(page).composer.evaluate((field) => document.hasFocus() && field === document.activeElement);
const marker = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), MARKER);
const inStorage = (page: Page): Promise<number> => frameOf(page).evaluate(() => localStorage.length);

describe('a frame at rest', () => {
  it('has its panel drawn and hidden, no socket and no session before the first opening', async () => {
    const { page, wire } = await visit();
    expect(await chatOn(page).panel.isVisible()).toBe(false);
    expect(wire.sockets).toHaveLength(0);
    expect(await inStorage(page)).toBe(0);
    await chatOn(page).open();
    await expect.poll(() => inStorage(page)).toBeGreaterThan(0);
    // A busy server may send the first socket away.
    expect(wire.all('welcome')).toHaveLength(1);
  });

  it('connects with the first message that the page sends, and stays closed', async () => {
    const { page, wire } = await visit();
    await page.evaluate((text) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: { sendMessage(text: string): void } };
      ServiceWidget.sendMessage(text);
    }, QUESTION);
    await expect.poll(() => wire.all('ack').length).toBe(1);
    expect(await chatOn(page).panel.isVisible()).toBe(false);
  });

  it('does not connect for a conversation of which nothing is unread', async () => {
    const first = await visit();
    await chatOn(first.page).open();
    await chatOn(first.page).send(QUESTION);
    await chatOn(first.page).transcript.getByText('AI, ').first().waitFor({ state: 'attached' });
    await expect.poll(() => marker(first.page)).toBeNull();
    const { page, wire } = await visit({}, await nextTab(first.page));
    expect(wire.sockets).toHaveLength(0);
    await chatOn(page).open();
    await chatOn(page).transcript.getByText(QUESTION, { exact: true }).waitFor();
  });
});

describe('something that may be unread', () => {
  it('is remembered by the page while an answer is outstanding, and looked for on the next page at once', async () => {
    const { context } = await browser.newVisitor();
    const first = await visit({}, await withoutAnswer(await context.newPage()));
    const chat = chatOn(first.page);
    await chat.open();
    await chat.send(QUESTION);
    await expect.poll(() => marker(first.page)).toBe('0');
    const { page, wire } = await visit({}, await nextTab(first.page));
    await expect.poll(() => wire.sockets.length).toBeGreaterThan(0);
    await expect.poll(() => marker(page)).toBe('1');
    expect(await chatOn(page).panel.isVisible()).toBe(false);
    await chatOn(page).open();
    await expect.poll(() => marker(page)).toBeNull();
  });

  it('is not remembered before the visitor has agreed, nor after they have withdrawn their consent', async () => {
    const { page } = await visit({ requireConsent: true });
    const frame = page.frameLocator('iframe');
    await chatOn(page).openButton.click();
    await page.evaluate((text) => {
      const { ServiceWidget } = window as unknown as { ServiceWidget: { sendMessage(text: string): void } };
      ServiceWidget.sendMessage(text);
    }, QUESTION);
    await frame.getByText(QUESTION, { exact: true }).waitFor();
    expect(await marker(page)).toBeNull();
    await frame.getByRole('button', { name: 'Agree and continue' }).click();
    await expect.poll(() => marker(page)).toBe('0');
    await frame.getByRole('button', { name: 'Menu' }).click();
    await frame.getByRole('menuitem', { name: 'Withdraw consent' }).click();
    await frame.getByText('You have withdrawn your consent').waitFor();
    expect(await marker(page)).toBeNull();
  });
});

describe('a panel that is opened', () => {
  it('with a key has the focus in its field, and gives it back to the launcher with Escape, each time', async () => {
    const { page } = await visit();
    const chat = chatOn(page);
    await chat.openButton.focus();
    for (const text of ['one', 'two']) {
      await page.keyboard.press('Enter');
      await expect.poll(() => isFocused(page)).toBe(true);
      await page.keyboard.type(text);
      await expect.poll(() => chat.composer.inputValue()).toContain(text);
      await page.keyboard.press('Escape');
      await chat.panel.waitFor({ state: 'hidden' });
      await expect.poll(() => chat.openButton.evaluate((button) => button.matches(':focus'))).toBe(true);
    }
  });

  it('fills its frame, which has the corners of its theme', async () => {
    const { page } = await visit();
    await chatOn(page).open();
    const box = await page.locator('iframe').boundingBox();
    const panel = await frameOf(page)
      .locator('.panel')
      .evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { borderRadius, boxShadow, animationName } = getComputedStyle(element);
        return { x, y, width, height, borderRadius, boxShadow, animationName };
      });
    expect(panel).toEqual({
      ...{ x: 0, y: 0, width: box?.width, height: Math.round(box?.height ?? 0) },
      ...{ borderRadius: '0px', boxShadow: 'none', animationName: 'none' },
    });
    const radius = await frameOf(page).evaluate(() => document.documentElement.style.getPropertyValue('--radius-px'));
    expect(await page.locator('iframe').evaluate((frame) => getComputedStyle(frame).borderRadius)).toBe(radius);
  });
});
