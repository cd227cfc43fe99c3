/**
 * A customer who stays longer than the site's word for them is good for: the page is asked again, and what they wrote meanwhile
 * arrives once; a page that can't answer is told so, and nothing is lost until it can.
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

/** Kim is signed in and has asked something; from here on the shop answers `chat-token` as `shop` says. */
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
    const told: string[] = [];
    Object.assign(window, { told });
    const { ServiceWidget } = window as unknown as {
      ServiceWidget: { on(name: string, listener: (detail: { code?: string }) => void): void };
    };
    ServiceWidget.on('error', ({ code }) => told.push(code ?? ''));
  });
  await page.route('**/chat-token', shop);
  return { visitor, page, wire };
}
const toldOn = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);
/** What the server has of a text, and what the visitor sees of it. */
const timesSent = (page: Page, text: string) => chatOn(page).transcript.getByText(text, { exact: true }).count();

describe('a customer whose session has run out', () => {
  it('is vouched for anew by the page, goes on where they were, and loses no word of what they wrote meanwhile', async () => {
    const asked: Route[] = [];
    let well = false;
    const { visitor, page, wire } = await signedIn((route) => (well ? route.continue() : asked.push(route)));
    clock.set(SESSION_LIMITS.identifiedHours * 3_600_000 + 60_000);
    await expect.poll(() => asked.length).toBe(1);
    await chatOn(page).composer.fill('written while nobody could say who I am');
    await chatOn(page).composer.press('Enter');
    clock.set(0);
    well = true;
    for (const route of asked) await route.continue();

    await expect.poll(() => wire.all('welcome').length).toBe(2);
    await expect
      .poll(() => wire.received.filter((frame) => JSON.stringify(frame).includes('written while nobody')).length)
      .toBeGreaterThan(0);
    await expect.poll(() => timesSent(page, 'written while nobody could say who I am')).toBe(1);
    expect(await timesSent(page, 'how long does shipping take?')).toBe(1);
    const appends = wire.sent.flatMap((frame) => (frame.t === 'append' ? [frame.clientId] : []));
    expect(new Set(appends).size).toBe(appends.length);
    const tokens = wire.sent.flatMap((frame) => (frame.t === 'hello' && frame.identity ? [frame.identity] : []));
    expect(tokens).toHaveLength(2);
    expect(tokens[1]).not.toBe(tokens[0]);
    expect(wire.all('welcome')[1]?.conversation).toBe(wire.all('welcome')[0]?.conversation);
    expect(await toldOn(page)).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
  });

  it('waits with what they wrote while the page can’t say who they are, which is told to the page, once', async () => {
    let well = false;
    const { page, wire } = await signedIn((route) =>
      well ? route.continue() : route.fulfill({ status: 500, body: '' }),
    );
    clock.set(SESSION_LIMITS.identifiedHours * 3_600_000 + 60_000);
    await expect.poll(() => toldOn(page)).toEqual(['identity_unavailable']);
    clock.set(0);
    await chatOn(page).composer.fill('am I still known here?');
    await chatOn(page).composer.press('Enter');
    const own = chatOn(page).transcript.getByText('am I still known here?', { exact: true });
    await own.waitFor();
    // Nobody becomes a stranger because the shop's server is away.
    expect(wire.all('welcome')).toHaveLength(1);
    expect(wire.sent.filter(({ t }) => t === 'hello')).toHaveLength(1);

    well = true;
    await expect.poll(() => wire.all('welcome').length, { timeout: 120_000 }).toBe(2);
    await expect.poll(() => wire.all('ack').length).toBe(2);
    expect(await own.count()).toBe(1);
    expect(await toldOn(page)).toEqual(['identity_unavailable']);
  });
});
