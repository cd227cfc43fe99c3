/**
 * The assistant uses functions of the shop's page: it looks up an order, and cancels one after the visitor has confirmed.
 * Whatever network and tabs do meanwhile, the order is cancelled once.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comeOnline } from '../../support/browser/come-online.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { type OpenChat, openChat, toolsOffered } from '../../support/chat/open-chat.js';
import { type Loopback, toolResults } from '../../support/model-provider/loopback-server.js';
import { call, say } from '../../support/model-provider/reply.js';
import { LONG } from '../../support/runs/results.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';
import { answerOn, cancellationsOf, cardOn, holdCancellations, slowly, toolsAndMessages } from './shop-orders.js';

const browser = useBrowser();
let site: ModelSite;
let provider: Loopback;

beforeAll(async () => {
  site = await startModelSite();
  ({ provider } = site);
});
afterAll(() => site?.dispose());

async function shopping(): Promise<OpenChat> {
  const chat = await openChat(browser, site.shop);
  await toolsOffered(chat.wire);
  return chat;
}

describe('a function that only reads', () => {
  it('is called without confirmation, and its result is in the answer', async () => {
    provider.script(call('get_order_status', { order: 'A-1001' }), say('It is on its way and comes tomorrow.'));
    const { chat, page, visitor } = await shopping();
    await chat.send('where is my order A-1001?');
    await chat.transcript.getByText('It is on its way and comes tomorrow.').waitFor();
    expect(toolResults(provider).at(-1)).toMatchObject({ ok: true, value: { id: 'A-1001', state: 'shipped' } });
    const line = chat.transcript.getByText('Look up an order');
    await line.waitFor();
    await expect.poll(() => chat.transcript.textContent()).toContain('Done');
    expect(await cardOn(page).count()).toBe(0);
    expect(visitor.exceptions).toEqual([]);
  });
});

describe('a message that is written before the page has sent its functions', () => {
  it('by the page itself while it opens the chat, is answered with them', async () => {
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
    expect(toolsAndMessages(wire)).toEqual(['tools', 'append']);
    expect(visitor.exceptions).toEqual([]);
  });

  it('waits for them, stored with its id, and is sent once', async () => {
    provider.script(call('get_order_status', { order: 'A-1001' }), say('It is on its way.'));
    const { page, wire, letThrough } = await slowly(browser, site.shop, 'as long');
    const chat = chatOn(page);
    await chat.open();
    await expect.poll(() => wire.all('live')).toHaveLength(1);
    await chat.send('where is my order A-1001?');
    // Another page of the visitor, or a reload of this one, would find it.
    const stored = await frameOf(page).evaluate(() =>
      Object.values(localStorage).filter((each) => each.includes('A-1001')),
    );
    expect(stored).toHaveLength(1);
    expect(wire.sent.filter(({ t }) => t === 'append')).toEqual([]);
    letThrough();
    await chat.transcript.getByText('It is on its way.').waitFor();
    expect(toolsAndMessages(wire)).toEqual(['tools', 'append']);
    const [sent] = wire.sent.filter((frame) => frame.t === 'append');
    expect(stored[0]).toContain(sent?.clientId);
  });

  it('is sent without them after 5 s', async () => {
    provider.script(say('I can’t look that up.'));
    const { page, wire } = await slowly(browser, site.shop, 'for 5 s');
    const chat = chatOn(page);
    await chat.open();
    await chat.send('where is my order A-1001?');
    await chat.transcript.getByText('I can’t look that up.').waitFor();
    expect(wire.sent.some(({ t }) => t === 'tools')).toBe(false);
  });
});

// What tools-under-faults.test.ts proves with more faults at once is left to long runs.
describe('a function that must run only once', () => {
  it('waits for the click, shows what it will do, and runs once', async () => {
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
    expect(toolResults(provider).at(-1)).toEqual({ ok: true, value: { id: 'A-1002', state: 'cancelled' } });
    expect(visitor.exceptions).toEqual([]);
  });

  it('X4: is not started by keys meant for the field or by synthetic events, however many', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    const confirm = answerOn(page, 'Confirm');
    await confirm.waitFor();
    // A visitor still presses Enter for the empty field that had the focus a moment ago …
    for (let press = 0; press < 20; press++) await page.keyboard.press('Enter');
    // … and a script in the frame clicks the button.
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

  it.runIf(LONG)('does not run when the visitor declines, and the model gets `denied`', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('Then it stays as it is.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await answerOn(page, 'No').click();
    await chat.transcript.getByText('Then it stays as it is.').waitFor();
    expect(toolResults(provider).at(-1)).toMatchObject({
      ok: false,
      error: { code: 'denied', outcome: 'not_started' },
    });
    await chat.transcript.getByText('You cancelled this. Nothing was done.').waitFor();
    expect(sent).toEqual([]);
  });

  it.runIf(LONG)('does not run when the visitor writes instead, and their message is answered', async () => {
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
    // Wait for the answer, or its request would take the next test's reply.
    await chat.transcript.getByText('It is on its way.').waitFor();
    expect(sent).toEqual([]);
  });

  it.runIf(LONG)('runs once although the page is reloaded while the visitor is asked', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    await page.reload();
    await chat.reopened();
    await answerOn(page, 'Confirm').click();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(sent).toHaveLength(1);
  });

  it('runs once although a second tab shows the same confirmation and both are confirmed', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page, visitor } = await shopping();
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    const second = await visitor.visit(site.shop);
    await chatOn(second).open();
    await cardOn(second).waitFor();
    const sent = [cancellationsOf(page), cancellationsOf(second)];
    // The second of the clicks may find the question answered.
    const confirmedOn = (tab: Page) =>
      answerOn(tab, 'Confirm')
        .click({ timeout: 10_000 })
        .catch(() => undefined);
    await Promise.all([confirmedOn(page), confirmedOn(second)]);
    for (const tab of [page, second]) await chatOn(tab).transcript.getByText('It is cancelled.').waitFor();
    expect(sent.flat()).toHaveLength(1);
    expect(visitor.exceptions).toEqual([]);
  });

  it('still waits after the server was killed, and runs once', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page } = await shopping();
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await cardOn(page).waitFor();
    await site.service.kill9();
    // The click takes effect when the server is back.
    await answerOn(page, 'Confirm').click();
    await site.service.start();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(sent).toHaveLength(1);
  });
});

describe('while the shop is still cancelling', () => {
  /** The visitor has confirmed; the request is held back until `letThrough`. */
  async function cancelling() {
    const { chat, page, visitor, wire } = await shopping();
    const letThrough = await holdCancellations(page);
    const sent = cancellationsOf(page);
    await chat.send('please cancel A-1002');
    await answerOn(page, 'Confirm').click();
    await expect.poll(() => sent).toHaveLength(1);
    return { chat, page, visitor, wire, sent, letThrough };
  }

  it.runIf(LONG)('the server is killed: the order is cancelled once, and the answer reports it', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { chat, page, sent, letThrough } = await cancelling();
    await site.service.kill9();
    letThrough();
    await site.service.start();
    await comeOnline(page);
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(toolResults(provider).at(-1)).toEqual({ ok: true, value: { id: 'A-1002', state: 'cancelled' } });
    expect(sent).toHaveLength(1);
  });

  it.runIf(LONG)(
    'the page is reloaded: the outcome is unknown, the model gets that, and the call is not repeated',
    async () => {
      provider.script(call('cancel_order', { order: 'A-1002' }), say('Please look at your orders.'));
      const { chat, page, sent } = await cancelling();
      await page.reload();
      await chat.reopened();
      await chat.transcript.getByText('Please look at your orders.').waitFor();
      expect(toolResults(provider).at(-1)).toMatchObject({
        ok: false,
        error: { code: 'client_gone', outcome: 'unknown' },
      });
      expect(sent).toHaveLength(1);
    },
  );

  it('a second tab shows the running call and does not run it', async () => {
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

  it('the visitor stops the answer: the function is aborted, and the chat shows that the outcome is unclear', async () => {
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
