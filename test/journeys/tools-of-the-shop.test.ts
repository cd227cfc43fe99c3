/**
 * The assistant uses functions of the shop's page: it looks an order up, and cancels one when the visitor has confirmed
 * exactly that; whatever the network and the tabs do meanwhile, the shop does it once.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, frameOf } from '../harness/chat.js';
import { type Chatting, chatting } from '../harness/chatting.js';
import { type Site, startSite } from '../harness/start-site.js';
import { useBrowser } from '../harness/use-browser.js';
import { type Loopback, openLoopback } from '../loopback/loopback-server.js';
import { call, say } from '../loopback/reply.js';

const browser = useBrowser();
let provider: Loopback;
let site: Site;

beforeAll(async () => {
  provider = await openLoopback(['chat-loopback']);
  site = await startSite({ OPENAI_BASE_URL: `${provider.origin}/v1` });
});
afterAll(async () => {
  await site?.dispose();
  await provider?.close();
});

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

/** What is written before the page has offered its functions is answered without them. */
async function shopping(): Promise<Chatting> {
  const begun = await chatting(browser, site.shop);
  await expect.poll(() => begun.wire.sent.some(({ t }) => t === 'tools')).toBe(true);
  return begun;
}

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
    await chat.transcript.getByText('You wrote instead. Nothing was done.').waitFor();
    await expect.poll(() => cardOn(page).count()).toBe(0);
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
