/** Calls that the visitor is asked about. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inboxesOf } from '../support/serve.js';
import { CANCEL, caller, PageByHand } from './scripted-page.js';
import { answering, begin, call, ok, results, server, TAB } from './tool-server.js';

describe('a confirmation', () => {
  it('X3: is asked of the person; only a yes to these arguments starts the function', async () => {
    const made = await answering(call('c1', 'cancel_order'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Cancel it');
    await page.claim('c1');
    const asked = await page.eventOf('tool.asked', 'c1');
    expect(asked.view).toEqual({ title: 'Cancel an order' });
    expect(asked.hash).toBe(createHash('sha256').update('{"order":"A-1001"}').digest('hex'));
    page.decide('c1', 'b'.repeat(64), true);
    expect(page.wire.frames.some(({ t }) => t === 'tool.grant')).toBe(false);
    page.decide('c1', asked.hash, true);
    expect(await page.granted('c1')).toMatchObject({ confirmedBy: 'user', args: '{"order":"A-1001"}' });
    page.report('c1', await page.start('c1'), ok);
    expect(await results(page, made)).toMatchObject([{ ok: true }]);
    expect(await page.eventOf('tool.decided', 'c1')).toMatchObject({ approved: true });
    expect(page.wire.events.find(({ body }) => body.kind === 'tool.decided')?.by.kind).toBe('visitor');
  });

  it('is asked although the page says it isn’t needed, when the operator demands it', async () => {
    const made = caller(() => [call('c1', 'get_order_status')]);
    await begin(made.script, inboxesOf({ id: 'demo', tools: { confirm: ['get_order_status'] } }));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Where?');
    await page.claim('c1');
    page.decide('c1', (await page.eventOf('tool.asked', 'c1')).hash, false);
    expect(await results(page, made)).toMatchObject([{ error: { code: 'denied', outcome: 'not_started' } }]);
  });

  it('denied, the same call is refused for the rest of the answer', async () => {
    let turn = 0;
    const made = caller(() => [call(`c${++turn}`, 'cancel_order')]);
    await begin(async function* (question, signal, tools) {
      for await (const piece of made.script(question, signal, tools)) if (piece.kind === 'text') yield piece;
      yield* made.script(question, signal, tools);
    });
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Cancel it');
    await page.claim('c1');
    page.decide('c1', (await page.eventOf('tool.asked', 'c1')).hash, false);
    await page.wire.until(() => made.results.length === 2, 'both turns');
    expect(made.results).toMatchObject([[{ error: { code: 'denied' } }], [{ error: { code: 'repeated' } }]]);
    expect(await page.eventOf('tool.settled', 'c1')).toMatchObject({ state: 'denied' });
  });

  it('answered by writing something else is superseded, and the text is the next question', async () => {
    const made = caller(({ text }) => (text === 'Cancel it' ? [call('c1', 'cancel_order')] : []));
    await begin(made.script);
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Cancel it');
    await page.claim('c1');
    await page.eventOf('tool.asked', 'c1');
    page.wire.say('Wait, what does it cost?');
    expect(await results(page, made)).toMatchObject([{ error: { code: 'superseded', outcome: 'not_started' } }]);
    await page.wire.until(() => made.results.length === 2, 'the next question to be answered');
  });

  it('can be given in another page, which then carries it out', async () => {
    const made = await answering(call('c1', 'cancel_order'));
    const page = await PageByHand.open(server.port, TAB[0]);
    const other = await PageByHand.open(server.port, TAB[1], [CANCEL], { session: page.wire.token });
    page.wire.say('Cancel it');
    await page.claim('c1');
    const { hash } = await other.eventOf('tool.asked', 'c1');
    other.decide('c1', hash, true);
    other.report('c1', await other.start('c1'), ok);
    expect(await results(page, made)).toMatchObject([{ ok: true }]);
    expect(page.wire.frames.some(({ t }) => t === 'tool.grant')).toBe(false);
  });

  it('is still good after the page was loaded again, and the new page carries it out once', async () => {
    const made = await answering(call('c1', 'cancel_order'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Cancel it');
    await page.claim('c1');
    const { hash } = await page.eventOf('tool.asked', 'c1');
    await page.wire.close();
    const again = await PageByHand.open(server.port, TAB[1], [CANCEL], { session: page.wire.token });
    again.decide('c1', hash, true);
    again.report('c1', await again.start('c1'), ok);
    expect(await results(again, made)).toMatchObject([{ ok: true }]);
  });
});
