/**
 * Functions of a headless page: the demo's correspondence page registers two while it is shown, and asks for confirmation in
 * its own UI. It runs in React's StrictMode, which mounts everything twice; each call must still run once.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../../support/browser/use-browser.js';
import { tapWire } from '../../support/browser/websocket-tap.js';
import { type Loopback, toolResults } from '../../support/model-provider/loopback-server.js';
import { call, calls, say } from '../../support/model-provider/reply.js';
import { type ModelSite, startModelSite } from '../../support/sites/model-site.js';

const browser = useBrowser();
let site: ModelSite;
let provider: Loopback;

beforeAll(async () => {
  site = await startModelSite();
  ({ provider } = site);
});
afterAll(() => site?.dispose());

async function openPage() {
  const visitor = await browser.newVisitor();
  const page = await visitor.context.newPage();
  const wire = tapWire(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}`);
  });
  await page.goto(`${site.shop}/correspondence.html`);
  const log = page.getByRole('log', { name: 'Letters' });
  const write = async (text: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Your letter' }).fill(text);
    await page.getByRole('button', { name: 'Post' }).click();
  };
  return { visitor, page, wire, asked, log, write };
}

describe('in a headless page', () => {
  it('the assistant looks up an order once, and the visitor sees the call', async () => {
    provider.script(call('get_order_status', { order: 'A-1001' }), say('It comes tomorrow.'));
    const { visitor, wire, asked, log, write } = await openPage();
    // Right after the navigation: the functions are still sent before the message.
    await write('where is A-1001?');
    await log.getByText('It comes tomorrow.').waitFor();
    await log.getByText('Look up an order').and(log.locator('[data-state="succeeded"] *')).waitFor();
    expect(wire.sent.map(({ t }) => t).filter((t) => t === 'tools' || t === 'append')).toEqual(['tools', 'append']);
    const [offered] = wire.sent.filter((frame) => frame.t === 'tools');
    expect(offered?.tools.map(({ name, confirm }) => [name, confirm])).toEqual([
      ['get_order_status', 'never'],
      ['cancel_order', 'maybe'],
    ]);
    expect(asked).toEqual(['GET /api/orders/A-1001']);
    expect(toolResults(provider)).toMatchObject([{ ok: true, value: { id: 'A-1001', state: 'shipped' } }]);
    expect(visitor.exceptions).toEqual([]);
  });

  it('the assistant cancels an order once, after the visitor has confirmed', async () => {
    provider.script(call('cancel_order', { order: 'A-1002' }), say('It is cancelled.'));
    const { visitor, page, asked, log, write } = await openPage();
    await write('please cancel A-1002');
    const question = page.getByRole('alertdialog', { name: 'Cancel order A-1002?' });
    await question.waitFor();
    // What exactly would be cancelled.
    await question.getByRole('definition').getByText('A-1002', { exact: true }).waitFor();
    expect(asked).toEqual([]);
    await question.getByRole('button', { name: 'Confirm' }).click();
    await log.getByText('It is cancelled.').waitFor();
    expect(asked).toEqual(['POST /api/orders/A-1002/cancel']);
    expect(toolResults(provider)).toEqual([{ ok: true, value: { id: 'A-1002', state: 'cancelled' } }]);
    await log.getByText('Cancel an order').and(log.locator('[data-state="succeeded"] *')).waitFor();
    expect(visitor.exceptions).toEqual([]);
  });

  it('the assistant makes two calls at once, and continues once when both have ended', async () => {
    provider.script(
      calls(['get_order_status', { order: 'A-1001' }], ['cancel_order', { order: 'A-1002' }]),
      say('One comes, one is left.'),
    );
    const { page, asked, log, write } = await openPage();
    const before = provider.requests.length;
    await write('where is A-1001, and don’t cancel A-1002');
    const question = page.getByRole('alertdialog', { name: 'Cancel order A-1002?' });
    await question.getByRole('button', { name: 'No', exact: true }).click();
    await log.getByText('One comes, one is left.').waitFor();
    expect(provider.requests).toHaveLength(before + 2);
    expect(toolResults(provider)).toMatchObject([{ ok: true }, { ok: false, error: { code: 'denied' } }]);
    expect(asked).toEqual(['GET /api/orders/A-1001']);
  });
});
