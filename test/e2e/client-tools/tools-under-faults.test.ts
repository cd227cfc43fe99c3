/**
 * A function of the page under faults: the page is reloaded, its tab duplicated, the connection cut, the result sent twice or
 * much too late, or the visitor is in another conversation by then. Tested in the widget, where the page runs the function for
 * the frame, and in a headless client. Every call has one runner and one outcome.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comeOnline } from '../../support/browser/come-online.js';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { chatOn, frameOf } from '../../support/chat/chat.js';
import { toolsOffered } from '../../support/chat/open-chat.js';
import { startChat } from '../../support/chat/scripted-chat.js';
import { type Loopback, toolResults } from '../../support/model-provider/loopback-server.js';
import { call, say } from '../../support/model-provider/reply.js';
import { LONG } from '../../support/runs/results.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';
import { duplicate, holdCancelling, marks, SCREENS, sendResultsTwice } from './tool-screens.js';

const browser = useBrowser();
let site: ModelSite;
let provider: Loopback;

beforeAll(async () => {
  site = await startModelSite();
  ({ provider } = site);
});
afterAll(() => site?.dispose());

/** What the screen makes no difference to is tested on one of them in a short run. */
const ofWidget = (name: string): boolean => LONG || name === 'in the widget';

describe.each(SCREENS)('a function that must run only once, %s,', (name, address, on) => {
  /** The visitor has asked for it; its request is held back until `letThrough`. */
  async function asked() {
    const { context, exceptions } = await browser.newVisitor();
    const held = await holdCancelling(context);
    const page = await context.newPage();
    const wire = tapWire(page);
    await page.goto(address(site));
    const screen = on(page);
    await screen.ready();
    await toolsOffered(wire);
    await screen.say('please cancel A-1002');
    return { ...held, page, screen, exceptions };
  }

  it('runs once, although the page is reloaded, its tab duplicated, the server killed, and the result sent twice', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { context, exceptions } = await browser.newVisitor();
    await sendResultsTwice(context);
    const { sent, letThrough } = await holdCancelling(context);
    const page = await context.newPage();
    const wire = tapWire(page);
    await page.goto(address(site));
    const first = on(page);
    await first.ready();
    await toolsOffered(wire);
    const asked = provider.requests.length;
    await first.say('please cancel A-1002');
    await first.question.waitFor();
    await page.reload();
    await first.readyAgain();
    await first.question.waitFor();
    const copy = await duplicate(page);
    const second = on(copy);
    await second.readyAgain();
    await second.question.waitFor();
    expect(await marks(copy)).toEqual(await marks(page));
    expect(sent).toEqual([]);

    await first.answer('Confirm');
    await expect.poll(() => sent).toHaveLength(1);
    await site.service.kill9();
    await site.service.start();
    for (const tab of [page, copy]) await comeOnline(tab);
    letThrough();
    for (const { log } of [first, second]) await log.getByText('It is cancelled.').waitFor();

    expect(sent).toHaveLength(1);
    expect(wire.sent.filter(({ t }) => t === 'tool.result').length).toBeGreaterThanOrEqual(2);
    // The model continues once, with one result.
    expect(provider.requests).toHaveLength(asked + 2);
    expect(toolResults(provider)).toEqual([{ ok: true, value: { id: 'A-1002', state: 'cancelled' } }]);
    expect(exceptions).toEqual([]);
  });

  it.runIf(ofWidget(name))('runs once on another page when the visitor navigates before confirming', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { page, screen, sent, letThrough, exceptions } = await asked();
    await screen.question.waitFor();
    await page.goto(`${site.shop}/help.html`);
    await page.goto(address(site));
    await screen.readyAgain();
    await screen.answer('Confirm');
    await expect.poll(() => sent).toHaveLength(1);
    letThrough();
    await screen.log.getByText('It is cancelled.').waitFor();
    expect(toolResults(provider)).toEqual([{ ok: true, value: { id: 'A-1002', state: 'cancelled' } }]);
    expect([sent.length, exceptions]).toEqual([1, []]);
  });

  it('is not repeated when the visitor navigates while it runs, and its outcome is unknown', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('Please look at your orders.'));
    const { page, screen, sent } = await asked();
    await screen.answer('Confirm');
    await expect.poll(() => sent).toHaveLength(1);
    await page.goto(`${site.shop}/help.html`);
    await page.goto(address(site));
    await screen.readyAgain();
    await screen.log.getByText('Please look at your orders.').waitFor();
    expect(toolResults(provider)).toMatchObject([{ ok: false, error: { code: 'client_gone', outcome: 'unknown' } }]);
    expect(sent).toHaveLength(1);
  });

  it.runIf(ofWidget(name))('does not run when the visitor declines, and the conversation continues', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('Then it stays.'), say('You are welcome.'));
    const { screen, sent, exceptions } = await asked();
    await screen.answer('No');
    await screen.log.getByText('Then it stays.').waitFor();
    expect(toolResults(provider)).toMatchObject([{ ok: false, error: { code: 'denied', outcome: 'not_started' } }]);
    await screen.say('thanks');
    await screen.log.getByText('You are welcome.').waitFor();
    expect(await screen.question.count()).toBe(0);
    expect(sent).toEqual([]);
    expect(exceptions).toEqual([]);
  });

  it.runIf(ofWidget(name))(
    'does not run when the visitor writes instead of clicking, and their message is answered',
    async () => {
      provider.script(
        call('cancel_order', { order: 'A-1002' }),
        say('I leave it alone.'),
        say('The other one is on its way.'),
      );
      const { screen, sent, exceptions } = await asked();
      await screen.question.waitFor();
      await screen.say('wait, I meant the other one');
      await screen.log.getByText('The other one is on its way.').waitFor();
      expect(await screen.question.count()).toBe(0);
      const messages: readonly { role: string; content: string }[] = provider.requests.at(-1)?.body.messages;
      expect(messages.at(-1)).toMatchObject({
        role: 'user',
        content: expect.stringContaining('I meant the other one'),
      });
      expect(toolResults(provider)).toMatchObject([{ error: { code: 'superseded', outcome: 'not_started' } }]);
      expect(sent).toEqual([]);
      expect(exceptions).toEqual([]);
    },
  );
});

describe('a visitor who opens another conversation while a function runs', () => {
  it('finds the result in the first conversation only, once, and the function was not stopped', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { context, exceptions } = await browser.newVisitor();
    const { sent, failed, letThrough } = await holdCancelling(context);
    const page = await context.newPage();
    const wire = tapWire(page);
    await page.goto(site.shop);
    const chat = chatOn(page);
    const frame = page.frameLocator('iframe[src*="/widget/"]');
    const choose = async (item: string): Promise<void> => {
      await frame.getByRole('button', { name: 'Menu', exact: true }).click();
      await frame.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await chat.open();
    await chat.send('please cancel A-1002');
    await frame.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect.poll(() => sent).toHaveLength(1);
    const asked = provider.requests.length;

    await choose('New conversation');
    await expect.poll(() => wire.all('opened')).toHaveLength(1);
    await expect.poll(() => chat.transcript.locator('.entry').count()).toBe(0);
    letThrough();
    await provider.asked(asked + 1);
    expect(toolResults(provider)).toEqual([{ ok: true, value: { id: 'A-1002', state: 'cancelled' } }]);
    const [results, [opened]] = [wire.sent.filter((each) => each.t === 'tool.result'), wire.all('opened')];
    expect(results.map(({ report }) => report)).toMatchObject([{ ok: true }]);
    expect(results[0]?.conversation).not.toBe(opened?.conversation);
    expect(await chat.transcript.locator('.entry').count()).toBe(0);

    await choose('Your conversations');
    await frame
      .getByRole('region', { name: 'Your conversations' })
      .getByRole('listitem')
      .last()
      .getByRole('button')
      .click();
    await chat.transcript.getByText('It is cancelled.').waitFor();
    expect(await chat.count('It is cancelled.')).toBe(1);
    // Back in the first conversation, the page does not send the result again.
    expect(wire.sent.filter((each) => each.t === 'tool.result')).toHaveLength(1);
    expect([sent.length, failed]).toEqual([1, []]);
    expect(exceptions).toEqual([]);
  });
});

interface SlowShop {
  /** Lets the running function return. */
  finish(): void;
  isAborted(): boolean;
  readonly ServiceWidget: { init(config: object): unknown; registerTool(tool: object): () => void };
}

describe('a result that arrives after its call has timed out', () => {
  it('changes nothing: the outcome stays unknown, also in the model’s history', async () => {
    provider.script(call('pack_order'), say('I don’t know whether it was packed.'), say('Still no news.'));
    const { context, exceptions } = await browser.newVisitor();
    // The page does not receive that its call has ended, as if the frame were lost.
    await context.addInitScript(() => {
      const real = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage') as PropertyDescriptor;
      Object.defineProperty(WebSocket.prototype, 'onmessage', {
        ...real,
        set(this: WebSocket, listener: (event: MessageEvent) => void) {
          real.set?.call(this, (event: MessageEvent) => {
            if (!String(event.data).includes('"t":"tool.cancel"')) listener.call(this, event);
          });
        },
      });
    });
    const page = await context.newPage();
    const wire = tapWire(page);
    await page.goto(site.barePage);
    await startChat(page, 'demo', ['tool']);
    await page.evaluate(() => {
      const shop = window as unknown as SlowShop & { finish: () => void; isAborted: () => boolean };
      shop.ServiceWidget.registerTool({
        name: 'pack_order',
        description: 'Packs the order.',
        effects: 'once',
        timeoutMs: 500,
        handler: (_args: unknown, { signal }: { signal: AbortSignal }) =>
          new Promise((done) => {
            shop.isAborted = () => signal.aborted;
            shop.finish = () => done('packed');
          }),
      });
    });
    const chat = chatOn(page);
    await chat.open();
    await chat.send('pack it');
    await chat.transcript.getByText('I don’t know whether it was packed.').waitFor();
    const error = { code: 'execution_timeout', outcome: 'unknown', retryable: false };
    expect(toolResults(provider)).toMatchObject([{ ok: false, error }]);
    expect(await page.evaluate(() => (window as unknown as SlowShop).isAborted())).toBe(true);
    const dismissed = wire.all('tool.cancel').length;

    await page.evaluate(() => (window as unknown as SlowShop).finish());
    // The page has sent the result, and the server answers that the call is over.
    await expect.poll(() => wire.all('tool.cancel').length).toBeGreaterThan(dismissed);
    expect(wire.sent.filter((each) => each.t === 'tool.result').map(({ report }) => report)).toEqual([
      { ok: true, json: '"packed"' },
    ]);
    await chat.send('and now?');
    await chat.transcript.getByText('Still no news.').waitFor();
    expect(toolResults(provider)).toMatchObject([{ ok: false, error }]);
    const settled = wire
      .all('events')
      .flatMap(({ events }) => events.filter(({ body }) => body.kind === 'tool.settled').map(({ body }) => body));
    expect(settled).toMatchObject([{ state: 'failed', code: 'execution_timeout', outcome: 'unknown' }]);
    expect(await frameOf(page).getByText('packed', { exact: true }).count()).toBe(0);
    expect(exceptions).toEqual([]);
  });
});
