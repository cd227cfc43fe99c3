/** A visitor's first conversation: opens the chat, asks, reads an answer with its source, and reloads the page. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, ready } from '../../support/chat/chat.js';
import { openChat } from '../../support/chat/open-chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const QUESTION = 'can I return shoes I wore once?';
const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await sharedSite();
});

async function answered(page: Page): Promise<void> {
  await chatOn(page)
    .transcript.getByText(/worn|wore/i)
    .nth(1)
    .waitFor();
}

describe('the launcher', () => {
  it('appears in the shop without console errors and without a socket', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(site.shop);
    await chatOn(page).openButton.waitFor();
    await page.waitForLoadState('load');
    expect(visitor.consoleErrors).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
    expect(wire.sockets).toHaveLength(0);
  });

  it('opens the panel by mouse and focuses the field', async () => {
    const visitor = await browser.newVisitor();
    const chat = chatOn(await visitor.visit(site.shop));
    await chat.openButton.click();
    await chat.panel.waitFor();
    await expect.poll(() => chat.composer.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('opens and closes the panel by keyboard alone, and has the focus again afterwards', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await ready(page);
    await chat.openButton.focus();
    await chat.openButton.press('Enter');
    await chat.composer.waitFor();
    await chat.composer.press('Escape');
    await chat.panel.waitFor({ state: 'hidden' });
    await expect.poll(() => chat.openButton.evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('does not take the focus from the page while it loads', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    await chatOn(page).openButton.waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
});

describe('a question', () => {
  it('is answered in pieces, from an article that is named', async () => {
    const { visitor, page, wire, chat } = await openChat(browser, site.shop);
    await chat.send(QUESTION);
    await answered(page);

    await expect
      .poll(() =>
        wire
          .all('events')
          .flatMap(({ events }) => events)
          .map(({ body }) => body.kind),
      )
      .toEqual(['message', 'answer.started', 'answer.completed']);
    expect(wire.all('delta').length).toBeGreaterThan(1);
    const body = wire
      .all('events')
      .flatMap(({ events }) => events)
      .at(-1)?.body;
    if (body?.kind !== 'answer.completed') throw new Error('The last event is not the answer.');
    expect(body.outcome).toBe('answered');
    const [source] = body.citations;
    if (!source) throw new Error('The answer cites nothing.');
    await chat.transcript.getByText(source.title).first().waitFor();
    expect(visitor.exceptions).toEqual([]);
  });

  it('that no article answers gets the outcome `unknown` and the offer of a person', async () => {
    const { wire, chat } = await openChat(browser, site.shop);
    await chat.send('what is the capital of Mongolia?');
    const answer = () =>
      wire
        .all('events')
        .flatMap(({ events }) => events)
        .find(({ body }) => body.kind === 'answer.completed');
    await expect.poll(answer).toMatchObject({ body: { outcome: 'unknown', citations: [], offerPerson: true } });
  });

  it('and its answer are still there after a reload, once', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send(QUESTION);
    await answered(page);
    await page.reload();
    await chat.reopened();
    await answered(page);
    expect(await chat.count(QUESTION)).toBe(1);
  });

  it('with HTML is shown as text, and runs nothing', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send('<img src=x onerror="top.harmed=1"> <b>bold</b>');
    await chat.arrived('<img src=x onerror="top.harmed=1"> <b>bold</b>');
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
    expect(await chat.transcript.locator('img[src="x"]').count()).toBe(0);
  });
});

describe('a browser that blocks storage in third-party frames', () => {
  it('F10: has a chat that works, with a note that it will be forgotten', async () => {
    const visitor = await browser.newVisitor({ thirdPartyStorage: false });
    const page = await visitor.visit(site.shop);
    const chat = chatOn(page);
    await chat.open();
    await chat.send(QUESTION);
    await answered(page);
    await chat.panel.getByText(/lost when you close this page/).waitFor();
    expect(visitor.exceptions).toEqual([]);
  });
});
