/** The chat through the React hook, on a headless page, and on both pages at once. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { type SameDomain, startSameDomain } from '../../support/sites/same-domain.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;
let sameDomain: SameDomain;

beforeAll(async () => {
  site = await startSite();
  sameDomain = await startSameDomain();
});
afterAll(async () => {
  await site?.dispose();
  await sameDomain?.dispose();
});

/** The headless page of the demo, by its accessible names. */
function letterOn(page: Page): { log: Locator; status: Locator; write(text: string): Promise<void> } {
  const log = page.getByRole('log', { name: 'Letters' });
  return {
    log,
    status: page.locator('[data-chat="connection"]'),
    async write(text) {
      await page.getByRole('textbox', { name: 'Your letter' }).fill(text);
      await page.getByRole('button', { name: 'Post' }).click();
      await log.getByText(text, { exact: true }).waitFor();
    },
  };
}

describe('the shop in React', () => {
  it('opens the widget with a question through the hook, and gets the event of the answer', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(`${site.shop}/react.html`);
    const status = page.getByRole('status');
    await expect.poll(() => status.textContent()).toBe('Chat: ready');
    expect(await page.locator('iframe').count()).toBe(1);
    expect(wire.sockets).toHaveLength(0);

    await page.getByRole('button', { name: /^Fjell/ }).click();
    await page.getByRole('button', { name: /^Ask:/ }).click();
    const chat = chatOn(page);
    await chat.transcript.getByText('How do I waterproof leather boots?', { exact: true }).waitFor();
    await expect.poll(() => status.textContent()).toBe('Chat: ready, open, 1 answered');
    await expect.poll(() => wire.all('ack')).toHaveLength(1);

    await chat.composer.press('Escape');
    await expect.poll(() => status.textContent()).toBe('Chat: ready, 1 answered');
    await page.getByRole('button', { name: 'All products' }).click();
    expect(await page.locator('iframe').count()).toBe(1);
    // On a busy machine it may have connected again.
    expect(wire.sockets.filter((socket) => !socket.isClosed())).toHaveLength(1);
    expect(visitor.exceptions).toEqual([]);
    expect(visitor.consoleErrors).toEqual([]);
  });
});

describe('a headless page', () => {
  it('shows an answer with its source, shows it after a reload, and asks for a person', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(`${site.shop}/correspondence.html`);
    const letter = letterOn(page);
    await expect.poll(() => letter.status.textContent()).toBe('Connected');
    expect(await page.locator('iframe').count()).toBe(0);
    await letter.write('can I return shoes I wore once?');
    await letter.log
      .getByText(/^\[1\]/)
      .first()
      .waitFor();

    await page.reload();
    await letter.log.getByText('can I return shoes I wore once?', { exact: true }).waitFor();
    expect(await letter.log.getByText('can I return shoes I wore once?', { exact: true }).count()).toBe(1);

    await letter.write('what is the capital of Mongolia?');
    await page.getByRole('button', { name: 'Ask a person' }).click();
    await letter.log.getByText('You asked for a person').waitFor();
    await page.getByRole('button', { name: 'Back to the assistant' }).click();
    await letter.log.getByText('The assistant is answering again').waitFor();
    expect(wire.all('error')).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
    expect(visitor.consoleErrors).toEqual([]);
  });
});

describe('a headless page that reads the inbox’s settings', () => {
  it('shows the saved greeting and colour', async () => {
    const { context, exceptions, consoleErrors } = await browser.newVisitor();
    const page = await context.newPage();
    await page.goto(`${site.shop}/correspondence.html`);
    await letterOn(page).log.getByText('Hei. I’m the shop’s assistant.', { exact: false }).waitFor();
    const seal = page.getByRole('button', { name: 'Post' });
    await expect
      .poll(() => seal.evaluate((button) => getComputedStyle(button).backgroundColor))
      .toBe('rgb(31, 92, 77)');
    expect([exceptions, consoleErrors]).toEqual([[], []]);
  });
});

const answers = (wire: Wire): number =>
  new Set(
    wire
      .all('events')
      .flatMap(({ events }) => events)
      .flatMap(({ body }) => (body.kind === 'answer.completed' ? [body.message] : [])),
  ).size;

describe('one visitor with the widget and a headless page open', () => {
  it('sees the same log in both, each message once', async () => {
    const visitor = await browser.newVisitor();
    const shopPage = await visitor.context.newPage();
    const shopWire = tapWire(shopPage);
    await shopPage.goto(sameDomain.shop);
    const chat = chatOn(shopPage);
    await chat.open();
    await chat.send('asked in the widget: how long does delivery take?');
    await expect.poll(() => answers(shopWire)).toBe(1);

    const ownPage = await visitor.context.newPage();
    const ownWire = tapWire(ownPage);
    await ownPage.goto(sameDomain.correspondence);
    const letter = letterOn(ownPage);
    await letter.log.getByText('asked in the widget: how long does delivery take?', { exact: true }).waitFor();
    await letter.write('asked in the letter: can I return shoes I wore once?');
    await chat.transcript.getByText('asked in the letter: can I return shoes I wore once?', { exact: true }).waitFor();

    await expect.poll(() => [answers(shopWire), answers(ownWire)]).toEqual([2, 2]);

    const logOf = (wire: Wire): string[] => {
      const bySeq = new Map(
        wire.all('events').flatMap(({ events }) => events.map((event) => [event.seq, event] as const)),
      );
      return [...bySeq].sort(([a], [b]) => a - b).map(([seq, event]) => `${seq} ${event.clientId} ${event.body.kind}`);
    };
    expect(logOf(ownWire)).toEqual(logOf(shopWire));
    expect(
      new Set([...shopWire.all('welcome'), ...ownWire.all('welcome')].map(({ conversation }) => conversation)).size,
    ).toBe(1);
    for (const text of [
      'asked in the widget: how long does delivery take?',
      'asked in the letter: can I return shoes I wore once?',
    ]) {
      expect(await chat.count(text), text).toBe(1);
      expect(await letter.log.getByText(text, { exact: true }).count(), text).toBe(1);
    }
    expect(visitor.exceptions).toEqual([]);
  });
});
