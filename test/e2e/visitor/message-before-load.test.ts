/**
 * A visitor writes before the chunk that connects to the server has loaded. Their messages are shown, stored, and sent once,
 * whatever happens in between.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import type { VisitorOptions } from '../../support/browser/visitor-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { type Chat, chatOn, frameOf } from '../../support/chat/chat.js';
import { type Site, sharedSite } from '../../support/sites/start-site.js';

const LIVE = '**/assets/live-*';

const browser = useBrowser();
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

/** Holds requests back; `unroute` lets them continue. */
const holdBack = (): void => undefined;

interface Quick {
  readonly page: Page;
  readonly chat: Chat;
  readonly wire: Wire;
  /** Lets the chunk load. */
  arrive(): Promise<void>;
}

/** A visitor with an open panel whose chunk with the connection is held back. */
async function quickVisitor(options?: VisitorOptions): Promise<Quick> {
  const visitor = await browser.newVisitor(options);
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.route(LIVE, holdBack);
  await page.goto(site.shop);
  const chat = chatOn(page);
  await chat.open();
  return { page, chat, wire, arrive: () => page.unroute(LIVE) };
}

const receivedTexts = (wire: Wire): string[] =>
  wire
    .all('events')
    .flatMap(({ events }) => events)
    .flatMap(({ body }) => (body.kind === 'message' ? [body.text] : []));

describe('a message that is written before the connection chunk has loaded', () => {
  it('is shown at once and sent once, in order, and the draft in the field stays', async () => {
    const { page, chat, wire, arrive } = await quickVisitor();
    await chat.send('first words');
    await chat.send('second words');
    await page.keyboard.type('a third th');
    expect(wire.received).toEqual([]);
    await arrive();
    await expect.poll(() => wire.all('ack').length).toBe(2);
    // The field keeps its caret and text while the live parts are added around it.
    await page.keyboard.type('ought');
    await expect.poll(() => chat.composer.inputValue()).toBe('a third thought');
    await expect.poll(() => receivedTexts(wire)).toEqual(['first words', 'second words']);
    expect(await chat.count('first words')).toBe(1);
    expect(await chat.count('second words')).toBe(1);
  });

  it('is sent once after a reload, and the draft is in the field again', async () => {
    const { page, chat, wire, arrive } = await quickVisitor();
    await chat.send('written before the reload');
    await page.keyboard.type('not finished');
    await page.reload();
    await chat.reopened();
    await expect.poll(() => chat.composer.inputValue()).toBe('not finished');
    expect(wire.received).toEqual([]);
    await arrive();
    await expect.poll(() => receivedTexts(wire)).toEqual(['written before the reload']);
    await chat.transcript.getByText('written before the reload', { exact: true }).waitFor();

    await page.reload();
    await chat.reopened();
    await chat.transcript.getByText('written before the reload', { exact: true }).waitFor();
    expect(await chat.count('written before the reload')).toBe(1);
    await expect.poll(() => chat.composer.inputValue()).toBe('not finished');
  });

  it('is sent once also in a browser that blocks the chat’s storage', async () => {
    const { chat, wire, arrive } = await quickVisitor({ thirdPartyStorage: false });
    await chat.send('only in memory');
    await arrive();
    await expect.poll(() => receivedTexts(wire)).toEqual(['only in memory']);
    expect(await chat.count('only in memory')).toBe(1);
  });

  it('waits while the chunk cannot be loaded, with a notice, and is sent when it can', async () => {
    const { page, chat, wire, arrive } = await quickVisitor();
    await chat.send('is anybody there?');
    await page.route(LIVE, (route) => route.abort());
    await page.reload();
    await chat.reopened();
    await chat.send('still no answer?');
    await page.frameLocator('iframe[src*="/widget/"]').getByText('Your messages are saved').waitFor();
    await page.unroute(LIVE);
    await arrive();
    await expect.poll(() => receivedTexts(wire)).toEqual(['is anybody there?', 'still no answer?']);
    expect(await chat.count('is anybody there?')).toBe(1);
    expect(await chat.count('still no answer?')).toBe(1);
  });
});

it('nothing is stored before the visitor has agreed, and everything is sent afterwards', async () => {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.route(LIVE, holdBack);
  await page.goto(site.barePage);
  await page.evaluate(() => {
    const { ServiceWidget } = window as unknown as { ServiceWidget: Record<string, (...args: unknown[]) => void> };
    ServiceWidget.init?.({ inboxId: 'demo', requireConsent: true });
    ServiceWidget.sendMessage?.('asked by the page');
    ServiceWidget.open?.();
  });
  const chat = chatOn(page);
  const agree = page.frameLocator('iframe[src*="/widget/"]').getByRole('button', { name: 'Agree and continue' });
  await agree.waitFor();
  const stored = (): Promise<string[]> =>
    frameOf(page).evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  expect(await stored()).toEqual([]);
  await agree.click();
  await chat.send('and by the visitor');
  expect(wire.received).toEqual([]);
  await page.unroute(LIVE);
  await expect.poll(() => receivedTexts(wire)).toEqual(['asked by the page', 'and by the visitor']);
});
