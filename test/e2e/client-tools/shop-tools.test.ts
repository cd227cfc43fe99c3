/**
 * The assistant uses functions of the shop's page: it looks an order up, and cancels one when the visitor has confirmed
 * exactly that; whatever the network and the tabs do meanwhile, the shop does it once.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire, type Wire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { type Chatting, chatting, toolsOffered } from '../../support/chat/open-chat.js';
import type { Loopback } from '../../support/model-provider/loopback-server.js';
import { call, say } from '../../support/model-provider/reply.js';
import { ROOT } from '../../support/runs/repository.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';

const browser = useBrowser();
let site: ModelSite;
let provider: Loopback;

beforeAll(async () => {
  site = await startModelSite();
  ({ provider } = site);
});
afterAll(() => site?.dispose());

/** What came back to the model for its latest call. */
function toldToModel(): string {
  const messages: readonly { role: string; content: string }[] = provider.requests.at(-1)?.body.messages ?? [];
  return messages.findLast(({ role }) => role === 'tool')?.content ?? '';
}

/** Requests for cancelling that have left the page. */
function cancellationsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/cancel$/.test(request.url())) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  return sent;
}

async function shopping(): Promise<Chatting> {
  const chat = await chatting(browser, site.shop);
  await toolsOffered(chat.wire);
  return chat;
}

/** What left the page of its functions and its words, in that order. */
const offersAndWords = (wire: Wire): readonly string[] =>
  wire.sent.map(({ t }) => t).filter((t) => t === 'tools' || t === 'append');

const cardOn = (page: Page) => frameOf(page).getByRole('alertdialog');
const answerOn = (page: Page, name: 'Confirm' | 'Cancel') => cardOn(page).getByRole('button', { name, exact: true });

describe('a function that only reads', () => {
  it('is called without a question, and the answer says what it found', async () => {
    provider.script(call('get_order_status', { order: 'A-1001' }), say('It is on its way and comes tomorrow.'));
    const { chat, page, visitor } = await shopping();
    await chat.send('where is my order A-1001?');
    await chat.transcript.getByText('It is on its way and comes tomorrow.').waitFor();
    expect(JSON.parse(toldToModel())).toMatchObject({ ok: true, value: { id: 'A-1001', state: 'shipped' } });
    const line = chat.transcript.getByText('Look up an order');
    await line.waitFor();
    await expect.poll(() => chat.transcript.textContent()).toContain('Done');
    expect(await cardOn(page).count()).toBe(0);
    expect(visitor.exceptions).toEqual([]);
  });
});

describe('what is written before the page has offered its functions', () => {
  /** The script that offers them, by the name that its contents give it. */
  const offering = createHash('sha256')
    .update(readFileSync(resolve(ROOT, 'packages/embed-js/dist/loader-tools.js')))
    .digest('base64url');

  /** That script is on its way for as long as the test wants, and a message waits for it 5 s, or as long. */
  async function slowly(waits: 'for 5 s' | 'as long'): Promise<{ page: Page; wire: Wire; letThrough(): void }> {
    const { context } = await browser.newVisitor();
    // On a busy machine 5 s pass before the test has looked.
    const stretch = () => {
      const { setTimeout: start } = window;
      const stretched = (run: () => void, ms = 0): number => start(run, ms > 3_000 && ms <= 5_000 ? 600_000 : ms);
      Object.assign(window, { setTimeout: stretched });
    };
    if (waits === 'as long') await context.addInitScript(stretch);
    const page = await context.newPage();
    const wire = tapWire(page);
    let letThrough = (): void => undefined;
    const held = new Promise<void>((done) => {
      letThrough = done;
    });
    await context.route(
      (url) => url.search === `?${offering}`,
      async (route) => {
        await held;
        await route.continue();
      },
    );
    await page.goto(site.shop);
    return { page, wire, letThrough };
  }

  it('by the page itself, right as it opens the chat, is answered with them', async () => {
    provider.script(call('get_order_status', { order: 'A-1001' }), say('It is on its way.'));
    const visitor = await browser.newVisitor();
    const page = await visitor.context.newPage();
    const wire = tapWire(page);
    await page.goto(site.shop);
    await page.evaluate(() => {
      const { ServiceWidget } = window as unknown as {
        ServiceWidget: { open(): void; sendMessage(text: string): void };
      };
      ServiceWidget.open();
      ServiceWidget.sendMessage('where is my order A-1001?');
    });
    await chatOn(page).transcript.getByText('It is on its way.').waitFor();
    expect(offersAndWords(wire)).toEqual(['tools', 'append']);
    expect(visitor.exceptions).toEqual([]);
  });

  it('waits for them, kept under its id, and is sent once', async () => {
    provider.script(call('get_order_status', { order: 'A-1001' }), say('It is on its way.'));
    const { page, wire, letThrough } = await slowly('as long');
    const chat = chatOn(page);
    await chat.open();
    await expect.poll(() => wire.all('live')).toHaveLength(1);
    await chat.send('where is my order A-1001?');
    // Another page of the visitor, or this one loaded again, would find it.
    const kept = await frameOf(page).evaluate(() =>
      Object.values(localStorage).filter((each) => each.includes('A-1001')),
    );
    expect(kept).toHaveLength(1);
    expect(wire.sent.filter(({ t }) => t === 'append')).toEqual([]);
    letThrough();
    await chat.transcript.getByText('It is on its way.').waitFor();
    expect(offersAndWords(wire)).toEqual(['tools', 'append']);
    const [sent] = wire.sent.filter((frame) => frame.t === 'append');
    expect(kept[0]).toContain(sent?.clientId);
  });

  it('goes without them when they don’t come', async () => {
    provider.script(say('I can’t look that up.'));
    const { page, wire } = await slowly('for 5 s');
    const chat = chatOn(page);
    await chat.open();
    await chat.send('where is my order A-1001?');
    await chat.transcript.getByText('I can’t look that up.').waitFor();
    expect(wire.sent.some(({ t }) => t === 'tools')).toBe(false);
  });
});

describe('a function that can be done once only', () => {
  it('waits for the click, says what it is about, and is done once', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page, visitor } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    const card = cardOn(page);
    await card.waitFor();
    expect(await card.getAttribute('aria-labelledby').then((id) => frameOf(page).locator(`#${id}`).textContent())).toBe(
      'Cancel order A-1002?',
    );
    expect(await card.textContent()).toContain('A-1002');
    expect(sent).toEqual([]);
    await answerOn(page, 'Confirm').click();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(sent).toHaveLength(1);
    expect(JSON.parse(toldToModel())).toEqual({ ok: true, value: { id: 'A-1002', state: 'cancelled' } });
    expect(visitor.exceptions).toEqual([]);
  });

  it('X4: is not done by clicks and keys that are not about it, however many', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    const confirm = answerOn(page, 'Confirm');
    await confirm.waitFor();
    // Somebody who still presses Enter in what was the empty field a moment ago …
    for (let press = 0; press < 20; press++) await page.keyboard.press('Enter');
    // … and a program in the frame that presses the button itself.
    await confirm.evaluate((button: HTMLElement) => {
      button.click();
      for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click'])
        button.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    expect(await confirm.isVisible()).toBe(true);
    expect(sent).toEqual([]);
    await confirm.click();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('is not done when the visitor says no, and the assistant is told so', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('Then it stays as it is.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await answerOn(page, 'Cancel').click();
    await chat.transcript.getByText('Then it stays as it is.').waitFor();
    expect(JSON.parse(toldToModel())).toMatchObject({ ok: false, error: { code: 'denied', outcome: 'not_started' } });
    await chat.transcript.getByText('You cancelled this. Nothing was done.').waitFor();
    expect(sent).toEqual([]);
  });

  it('is not done when the visitor writes instead, and what they wrote is answered', async () => {
    provider.script(
      call('cancel_order', { order: 'A-1002' }),
      say('Of course, A-1001 then?'),
      say('It is on its way.'),
    );
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    await chat.send('wait, I meant the other one');
    await chat.transcript.getByText('You wrote a message instead. Nothing was done.').waitFor();
    await expect.poll(() => cardOn(page).count()).toBe(0);
    // Without this the request for it would take the next test's reply.
    await chat.transcript.getByText('It is on its way.').waitFor();
    expect(sent).toEqual([]);
  });

  it('is done once although the page is loaded anew while the visitor is asked', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    await page.reload();
    await chat.open();
    await answerOn(page, 'Confirm').click();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('is done once although a second tab shows the same question, and both are answered', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page, visitor } = await shopping();
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    const second = await visitor.visit(site.shop);
    await chatOn(second).open();
    await cardOn(second).waitFor();
    const sent = [cancellationsOf(page), cancellationsOf(second)];
    await Promise.all([
      answerOn(page, 'Confirm').click(),
      answerOn(second, 'Confirm')
        .click({ timeout: 3_000 })
        .catch(() => undefined),
    ]);
    for (const tab of [page, second]) await chatOn(tab).transcript.getByText('It is cancelled.').waitFor();
    expect(sent.flat()).toHaveLength(1);
    expect(visitor.exceptions).toEqual([]);
  });

  it('waits on although the server was killed meanwhile, and is done once', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    await site.service.kill9();
    // The click is kept until somebody can hear it.
    await answerOn(page, 'Confirm').click();
    await site.service.start();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(sent).toHaveLength(1);
  });
});

describe('while the shop is still cancelling', () => {
  /** The visitor has confirmed, and the request is under way until it is let through. */
  async function cancelling() {
    const { chat, page, visitor, wire } = await shopping();
    let letThrough = (): void => undefined;
    const held = new Promise<void>((done) => {
      letThrough = done;
    });
    await page.route('**/api/orders/*/cancel', async (route) => {
      await held;
      // A page that has gone meanwhile has taken its request along.
      await route.continue().catch(() => undefined);
    });
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await answerOn(page, 'Confirm').click();
    await expect.poll(() => sent).toHaveLength(1);
    return { chat, page, visitor, wire, sent, letThrough };
  }

  it('the connection is cut and the server killed: it is done once, and the answer says so', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, sent, letThrough } = await cancelling();
    await site.service.kill9();
    letThrough();
    await site.service.start();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(JSON.parse(toldToModel())).toEqual({ ok: true, value: { id: 'A-1002', state: 'cancelled' } });
    expect(sent).toHaveLength(1);
  });

  it('the page is loaded anew: nobody knows how it ended, everybody is told so, and it is not done again', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('Please look at your orders.'));
    const { chat, page, sent } = await cancelling();
    await page.reload();
    await chat.open();
    await chat.transcript.getByText('Please look at your orders.').waitFor();
    expect(JSON.parse(toldToModel())).toMatchObject({ ok: false, error: { code: 'client_gone', outcome: 'unknown' } });
    expect(sent).toHaveLength(1);
  });

  it('a second tab shows that it runs, and does not run it', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, visitor, sent, letThrough } = await cancelling();
    const second = await visitor.context.newPage();
    const sentThere = cancellationsOf(second);
    await second.goto(site.shop);
    const there = chatOn(second);
    await there.open();
    await there.transcript.getByText('Cancel order A-1002?').waitFor();
    letThrough();
    for (const each of [chat, there]) await each.transcript.getByText('It is cancelled.').waitFor();
    expect([...sent, ...sentThere]).toHaveLength(1);
    expect(visitor.exceptions).toEqual([]);
  });

  it('the visitor stops the answer: the function hears of it, and nobody claims that nothing was done', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }));
    const { chat, page, wire, letThrough } = await cancelling();
    const aborted = page.waitForEvent('requestfailed', (request) => /\/cancel$/.test(request.url()));
    await frameOf(page).getByRole('button', { name: 'Stop' }).click();
    await aborted;
    await chat.transcript.getByText(/It isn’t clear whether this was done/).waitFor();
    letThrough();
    expect(wire.all('tool.cancel')).toHaveLength(1);
    expect(wire.sent.filter(({ t }) => t === 'tool.result')).toEqual([]);
  });
});
