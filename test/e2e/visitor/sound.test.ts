/**
 * Signals for messages that arrive while the visitor does not see the chat: a tone (not before a user gesture, not while the
 * visitor reads, and not when it is switched off) and the number in the page's title.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useBrowser, type Visitor } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { nextPaint } from '../../support/page-checks/next-paint.js';
import { inboxApi } from '../../support/server/inbox-api.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

/** Long enough for a busy machine; a passing test never waits this long. */
const PATIENT = { timeout: 30_000 };

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

/** How many tones the chat has started. */
const tones = (page: Page): Promise<number> =>
  page
    .frames()
    .find((each) => each.url().includes('/widget/'))
    ?.evaluate(() => (window as unknown as { tones: number }).tones) as Promise<number>;

it('a tone is played for a message that arrives while the chat is closed, unless the visitor has switched it off', async () => {
  const visitor = await browser.newVisitor();
  await visitor.context.addInitScript(() => {
    Object.assign(window, { tones: 0 });
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        (window as unknown as { tones: number }).tones++;
      }
    };
  });
  const page = await visitor.visit(site.shop);
  const chat = chatOn(page);
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  let sent = 0;
  const write = (id: string, text: string): Promise<unknown> =>
    inboxApi(site.service, `/${id}/messages`, { clientId: `desk-sound-${++sent}`, name: 'Ingrid', text });

  await chat.open();
  await chat.send('do you sell bicycles?');
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();
  const id = (await inboxApi(site.service, '')).conversations[0]?.id as string;
  await inboxApi(site.service, `/${id}/take`, { clientId: 'desk-sound-take', name: 'Ingrid' });
  await write(id, 'While you look');
  await chat.transcript.getByText('While you look').waitFor();
  await nextPaint(frameOf(page));
  expect(await tones(page)).toBe(0);

  await chat.closeButton.click();
  await chat.openButton.waitFor();
  await write(id, 'While you are away');
  await expect.poll(() => tones(page), PATIENT).toBe(1);

  await chat.openButton.click();
  await frame.getByRole('button', { name: 'Menu' }).click();
  await frame.getByRole('menuitemcheckbox', { name: 'Sound for new messages' }).click();
  await page.reload();
  await chat.reopened();
  await frame.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => frame.getByRole('menuitemcheckbox').getAttribute('aria-checked')).toBe('false');
  // The menu handles Escape only when it has the focus.
  await expect.poll(() => frame.getByRole('menu').evaluate((menu) => menu.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await chat.closeButton.click();
  await chat.openButton.waitFor();
  await write(id, 'In silence');
  await page.getByRole('button', { name: 'Open chat, 1 unread message' }).waitFor();
  await write(id, 'Again in silence');
  await page.getByRole('button', { name: 'Open chat, 2 unread messages' }).waitFor();
  expect(await tones(page)).toBe(0);
});

/** A visitor of the shop with a conversation that an operator has taken over; the chat is closed. `write` sends them a message. */
async function answeredByPerson(visitor: Visitor, clientId: string) {
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  await page.goto(site.shop);
  const chat = chatOn(page);
  const frame = page.frameLocator('iframe[src*="/widget/"]');
  await chat.open();
  await chat.send('do you sell bicycles?');
  await frame.getByRole('button', { name: 'Talk to a person' }).click();
  await frame.getByText('You asked for a person').waitFor();
  await chat.closeButton.click();
  await chat.openButton.waitFor();
  const id = wire.all('ack')[0]?.conversation as string;
  await inboxApi(site.service, `/${id}/take`, { clientId: `${clientId}-take`, name: 'Ingrid' });
  let sent = 0;
  const write = (text: string): Promise<unknown> =>
    inboxApi(site.service, `/${id}/messages`, { clientId: `${clientId}-${++sent}`, name: 'Ingrid', text });
  return { page, chat, write };
}

it('a tone is not started on a page without a user gesture, and is played after the first one', async () => {
  const visitor = await browser.newVisitor();
  const { page: first, write } = await answeredByPerson(visitor, 'untouched');
  await first.close();
  const page = await visitor.context.newPage();
  // Counted through the console: a script that a test runs in the chat's document would count as a user gesture there.
  let started = 0;
  page.on('console', (message) => {
    if (message.text() === 'tone') started++;
  });
  await page.addInitScript(() => {
    const Real = window.AudioContext;
    window.AudioContext = class extends Real {
      constructor() {
        super();
        console.log('tone');
      }
    };
  });
  await page.goto(site.shop);
  await page.evaluate(() => {
    const { ServiceWidget } = window as unknown as {
      ServiceWidget: { on(name: 'unread', callback: (detail: { count: number }) => void): void };
    };
    ServiceWidget.on('unread', ({ count }) => Object.assign(window, { waiting: count }));
  });
  const waiting = () => page.evaluate(() => (window as unknown as { waiting?: number }).waiting ?? 0);
  await write('Before any gesture');
  await expect.poll(waiting, PATIENT).toBe(1);
  await write('And once more');
  await expect.poll(waiting, PATIENT).toBe(2);

  const chat = chatOn(page);
  await chat.openButton.click();
  await chat.transcript.getByText('And once more').waitFor();
  await chat.closeButton.click();
  await chat.openButton.waitFor();
  await write('After the gesture');
  await expect.poll(() => started, PATIENT).toBe(1);
});

it('the number of unread messages is in the title while the page is hidden', async () => {
  const visitor = await browser.newVisitor();
  const { page, write } = await answeredByPerson(visitor, 'away-title');
  const title = await page.title();
  // A headless browser never hides a tab, so simulate it.
  const setHidden = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await write('Are you there?');
  await expect.poll(() => page.title(), PATIENT).toBe(`(1) ${title}`);
  await write('I can wait.');
  await expect.poll(() => page.title(), PATIENT).toBe(`(2) ${title}`);
  await setHidden(false);
  await expect.poll(() => page.title(), PATIENT).toBe(title);
});
