/**
 * Customers who are signed in on the shop sign in to the chat, continue their conversation, and sign out. No one sees another
 * person's messages, and after the sign-out the browser holds no data of the customer.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { heapSnapshotOf, storageOf, stringsWith } from '../../support/page-checks/personal-data-search.js';
import { recordViolations } from '../../support/page-checks/policy-violations.js';
import { sessionOf } from '../../support/server/team-session.js';
import { type Site, startSite } from '../../support/sites/start-site.js';

const browser = useBrowser();
let site: Site;

beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => site?.dispose());

const account = (): string => `${site.shop}/account.html`;
const signIn = async (page: Page, who: 'kim' | 'lee'): Promise<void> => {
  await page.click(`[data-sign-in="${who}"]`);
  await page.locator('[data-sign-out]').waitFor();
};
const signOut = async (page: Page): Promise<void> => {
  await page.click('[data-sign-out]');
  await page.locator('[data-sign-in="kim"]').waitFor();
};
const sent = (page: Page, text: string) => chatOn(page).transcript.getByText(text, { exact: true }).first();

describe('a customer who is signed in on the site', () => {
  it('chats as an identified visitor, and continues after a reload with nothing stored in the browser', async () => {
    const visitor = await browser.newVisitor();
    const violations = await recordViolations(visitor.context);
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(account());
    await signIn(page, 'kim');
    await chatOn(page).open();
    await chatOn(page).send('where is my parcel?');
    await chatOn(page).arrived('where is my parcel?');
    await expect.poll(() => wire.all('welcome').length).toBe(1);
    expect(wire.all('welcome')[0]).toMatchObject({ identified: { until: expect.any(Number) } });
    expect(await storageOf(visitor)).not.toMatch(/parcel|cws_|unsent/);

    await page.reload();
    await page.locator('[data-sign-out]').waitFor();
    await chatOn(page).reopened();
    await sent(page, 'where is my parcel?').waitFor();
    expect(await storageOf(visitor)).not.toMatch(/parcel|cws_|unsent/);
    expect(violations.list).toEqual([]);
    expect(visitor.exceptions).toEqual([]);
  });

  it('still has the messages that they wrote before they signed in', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(account());
    await chatOn(page).open();
    await chatOn(page).send('can I return shoes I wore once?');
    await signIn(page, 'lee');
    await expect.poll(async () => storageOf(visitor)).not.toMatch(/cws_|unsent/);
    await sent(page, 'can I return shoes I wore once?').waitFor();
    // The same customer has the same conversation on another device.
    const elsewhere = await browser.newVisitor();
    const other = await elsewhere.visit(account());
    await signIn(other, 'lee');
    await chatOn(other).open();
    await sent(other, 'can I return shoes I wore once?').waitFor();
  });

  it('is signed out in every tab at once, and the next customer sees nothing of them', async () => {
    const visitor = await browser.newVisitor();
    const [first, second] = [await visitor.visit(account()), await visitor.visit(account())];
    await signIn(first, 'kim');
    await second.reload();
    await second.locator('[data-sign-out]').waitFor();
    for (const page of [first, second]) await chatOn(page).open();
    await chatOn(first).send('the number of my order is 4711-kim');
    await sent(second, 'the number of my order is 4711-kim').waitFor();

    // One tab also shows it in search results.
    await chatOn(second).searchFromMenu('4711-kim');
    await signOut(first);
    await sent(second, 'the number of my order is 4711-kim').waitFor({ state: 'detached' });
    await expect.poll(() => chatOn(first).count(/4711-kim/)).toBe(0);
    await expect.poll(() => frameOf(second).content()).not.toMatch(/4711-kim/);

    await signIn(first, 'lee');
    await chatOn(first).send('and I am Lee');
    await chatOn(first).arrived('and I am Lee');
    expect(await chatOn(first).count(/4711-kim/)).toBe(0);
  });

  it('whose session the operator revokes is signed out at once, and the chat explains it', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(account());
    await signIn(page, 'kim');
    await chatOn(page).open();
    await chatOn(page).send('am I still here?');
    // Wait until there is a session.
    await chatOn(page).arrived('am I still here?');
    const headers = await sessionOf(site.service);
    const answer = await fetch(`${site.service.origin}/api/desk/sessions/revoke`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ inbox: 'demo', subject: 'customer-1001' }),
    });
    expect(answer.ok).toBe(true);
    const chat = page.frameLocator('iframe[src*="/widget/"]');
    await chat.getByText('Your sign-in could not be confirmed.', { exact: false }).waitFor();
    await expect.poll(() => chatOn(page).count('am I still here?')).toBe(0);
  });
});

describe('an inbox for signed-in customers only', () => {
  it('shows an explanation instead of a chat, and reports `identity_required` to the page', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.visit(site.barePage);
    await page.evaluate((baseUrl) => {
      const errors: unknown[] = [];
      Object.assign(window, { errors });
      const { ServiceWidget } = window as unknown as { ServiceWidget: Record<string, (...all: unknown[]) => void> };
      ServiceWidget.on?.('error', (error: unknown) => errors.push(error));
      ServiceWidget.init?.({ inboxId: 'members', baseUrl });
      ServiceWidget.open?.();
    }, site.proxy.origin);
    const chat = page.frameLocator('iframe[src*="/widget/"]');
    await chat.getByText('Sign in on this site to use the chat.').waitFor();
    expect(await chatOn(page).composer.count()).toBe(0);
    await expect
      .poll(() =>
        page.evaluate(() => (window as unknown as { errors: { code: string }[] }).errors.map(({ code }) => code)),
      )
      .toEqual(['identity_required']);
  });
});

describe('after a customer has signed out on a shared computer', () => {
  const CANARY = 'canary-7f3a9e51';

  it('memory, storage, documents, sockets and requests contain nothing of them', async () => {
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    const requests: string[] = [];
    visitor.context.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.goto(account());
    await signIn(page, 'kim');
    await chatOn(page).open();
    await chatOn(page).send(`my card ends in ${CANARY}`);
    await expect.poll(() => JSON.stringify(wire.received).includes(CANARY)).toBe(true);
    await chatOn(page).composer.fill(`a draft with ${CANARY}`);
    const session = wire.all('welcome')[0]?.session ?? '';
    expect(session).toMatch(/^cws_/);
    // Check that the heap search can find the text.
    expect((await heapSnapshotOf(visitor, frameOf(page))).includes(CANARY)).toBe(true);

    const heardBefore = wire.received.length;
    const requestsBefore = requests.length;
    await signOut(page);
    await expect.poll(() => chatOn(page).count(new RegExp(CANARY))).toBe(0);
    await chatOn(page).send('hello from the next one');
    await expect
      .poll(() => JSON.stringify(wire.received.slice(heardBefore)).includes('hello from the next one'))
      .toBe(true);

    for (const secret of [CANARY, session, 'Kim Larsen', 'customer-1001']) {
      for (const frame of page.frames()) expect(await frame.content(), 'documents').not.toContain(secret);
      expect(await storageOf(visitor), 'storage').not.toContain(secret);
      expect(JSON.stringify(wire.received.slice(heardBefore)), 'sockets').not.toContain(secret);
      expect(requests.slice(requestsBefore).join('\n'), 'requests').not.toContain(secret);
    }
    // The frame is on another site, so it has a heap of its own.
    for (const [what, target] of [
      ['the chat', frameOf(page)],
      ['the page', page],
    ] as const) {
      // The browser may free a string later, so poll; a string that our code still references never disappears.
      const found = async (): Promise<readonly string[]> => {
        const heap = await heapSnapshotOf(visitor, target);
        expect(heap.length).toBeGreaterThan(100_000);
        return [CANARY, session].flatMap((secret) => stringsWith(heap, secret));
      };
      await expect.poll(found, { interval: 500, message: `memory of ${what}` }).toEqual([]);
    }
  });
});
