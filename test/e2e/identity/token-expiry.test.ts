/**
 * A customer's session expires: the page is asked for a new token, and messages that were written meanwhile arrive once. If the
 * page cannot provide a token it gets an error, and nothing is lost until it can.
 */
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_LIMITS } from '../../../packages/realtime-server/dist/conversation/sessions/session-lifetime.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn } from '../../support/chat/chat.js';
import { type TurnedServerClock, turnedServerClock } from '../../support/server/turned-server-clock.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let clock: TurnedServerClock;
let site: Site;

beforeAll(async () => {
  clock = turnedServerClock();
  site = await startSite(clock.env);
});
afterAll(async () => {
  await site?.dispose();
  clock?.remove();
});

/** Kim is signed in and has asked a question. From then on `shop` handles the requests for `chat-token`. */
async function signedIn(shop: (route: Route) => unknown) {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.goto(`${site.shop}/account.html`);
  await page.click('[data-sign-in="kim"]');
  await page.locator('[data-sign-out]').waitFor();
  await chatOn(page).open();
  await chatOn(page).send('how long does shipping take?');
  await chatOn(page)
    .transcript.getByText(/Delivery times/)
    .first()
    .waitFor();
  await page.evaluate(() => {
    const errors: string[] = [];
    Object.assign(window, { errors });
    const { ServiceWidget } = window as unknown as {
      ServiceWidget: { on(name: string, listener: (detail: { code?: string }) => void): void };
    };
    ServiceWidget.on('error', ({ code }) => errors.push(code ?? ''));
  });
  await page.route('**/chat-token', shop);
  return { visitor, page, wire };
}
const errorsOn = (page: Page) => page.evaluate(() => (window as unknown as { errors: string[] }).errors);
const timesShown = (page: Page, text: string) => chatOn(page).transcript.getByText(text, { exact: true }).count();

describe('a customer whose session has expired', () => {
  it('is identified again by the page, continues the conversation, and loses no message written meanwhile', async () => {
    const asked: Route[] = [];
    let answers = false;
    const { visitor, page, wire } = await signedIn((route) => (answers ? route.continue() : asked.push(route)));
    clock.set(SESSION_LIMITS.identifiedHours * 3_600_000 + 60_000);
    await expect.poll(() => asked.length).toBe(1);
    await chatOn(page).composer.fill('written before the new token');
    await chatOn(page).composer.press('Enter');
    clock.set(0);
    answers = true;
    for (const route of asked) await route.continue();

    await expect.poll(() => wire.all('welcome').length).toBe(2);
    await expect
      .poll(() => wire.received.filter((frame) => JSON.stringify(frame).includes('written before the new')).length)
      .toBeGreaterThan(0);
    await expect.poll(() => timesShown(page, 'written before the new token')).toBe(1);
    expect(await timesShown(page, 'how long does shipping take?')).toBe(1);
    const appends = wire.sent.flatMap((frame) => (frame.t === 'append' ? [frame.clientId] : []));
    expect(new Set(appends).size).toBe(appends.length);
    const tokens = wire.sent.flatMap((frame) => (frame.t === 'hello' && frame.identity ? [frame.identity] : []));
    expect(tokens).toHaveLength(2);
    expect(tokens[1]).not.toBe(tokens[0]);
    expect(wire.all('welcome')[1]?.conversation).toBe(wire.all('welcome')[0]?.conversation);
    expect(await errorsOn(page)).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
  });

  it('waits with new messages while the page has no token, and the page gets one error', async () => {
    let answers = false;
    const { page, wire } = await signedIn((route) =>
      answers ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    clock.set(SESSION_LIMITS.identifiedHours * 3_600_000 + 60_000);
    await expect.poll(() => errorsOn(page)).toEqual(['identity_unavailable']);
    clock.set(0);
    await chatOn(page).composer.fill('am I still known here?');
    await chatOn(page).composer.press('Enter');
    const own = chatOn(page).transcript.getByText('am I still known here?', { exact: true });
    await own.waitFor();
    // The customer does not become an anonymous visitor because the shop's server fails.
    expect(wire.all('welcome')).toHaveLength(1);
    expect(wire.sent.filter(({ t }) => t === 'hello')).toHaveLength(1);

    answers = true;
    await expect.poll(() => wire.all('welcome').length, { timeout: 120_000 }).toBe(2);
    await expect.poll(() => wire.all('ack').length).toBe(2);
    expect(await own.count()).toBe(1);
    expect(await errorsOn(page)).toEqual(['identity_unavailable']);
  });
});
