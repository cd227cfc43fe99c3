/** Client tools through the real server: sockets, store and clocks; pages and the answerer speak by hand. */
import { TOOL_LIMITS } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { PageOffer } from '../../dist/conversation/answering/client-tool-calls.js';
import { caller, PageByHand, STATUS } from './scripted-page.js';
import { answering, begin, call, ok, results, server, TAB } from './tool-server.js';

describe('a function of the page', () => {
  it('is called with checked arguments, and its result reaches the caller', async () => {
    const made = await answering(call('c1', 'get_order_status'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Where is my order?');
    expect(await page.offered('c1')).toMatchObject({
      name: 'get_order_status',
      args: '{"order":"A-1001"}',
      attempt: 1,
    });
    await page.claim('c1');
    page.report('c1', await page.start('c1'), ok);
    expect(await results(page, made)).toEqual([{ id: 'c1', ok: true, value: { state: 'shipped' } }]);
    expect(await page.eventOf('tool.called', 'c1')).toMatchObject({ name: 'get_order_status', effects: 'read' });
    expect(await page.eventOf('tool.settled', 'c1')).toEqual({
      kind: 'tool.settled',
      call: 'c1',
      state: 'succeeded',
      result: '{"state":"shipped"}',
    });
  });

  it('that gives much reaches the caller, and the conversation only shows that it succeeded', async () => {
    const made = await answering(call('c1', 'get_order_status'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Where is my order?');
    await page.claim('c1');
    const state = 'x'.repeat(TOOL_LIMITS.toolShownResult);
    page.report('c1', await page.start('c1'), { ok: true, json: JSON.stringify({ state }) });
    expect(await results(page, made)).toEqual([{ id: 'c1', ok: true, value: { state } }]);
    expect(await page.eventOf('tool.settled', 'c1')).toEqual({ kind: 'tool.settled', call: 'c1', state: 'succeeded' });
  });

  it('is sent to everyone before the answer that used it ends', async () => {
    await answering(call('c1', 'get_order_status'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Where is my order?');
    await page.claim('c1');
    page.report('c1', await page.start('c1'), ok);
    await page.wire.next('events', ({ events }) => events.some(({ body }) => body.kind === 'answer.completed'));
    expect(page.wire.events.map(({ body }) => body.kind)).toEqual([
      'message',
      'answer.started',
      'tool.called',
      'tool.settled',
      'answer.completed',
    ]);
  });

  it('X2: is never asked of a page with arguments that don’t fit, and the caller learns what is wrong', async () => {
    const made = await answering(
      call('c1', 'get_order_status', { order: 5 }),
      call('c2', 'get_order_status', 'not json'),
      call('c3', 'nowhere'),
      call('c4', 'get_order_status', { order: 'x'.repeat(20_000) }),
      call('c5', 'get_order_status', { order: '1', more: [JSON.parse('{"__proto__":{"admin":true}}')] }),
    );
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Where?');
    expect(await results(page, made)).toMatchObject([
      { ok: false, error: { code: 'invalid_arguments', message: expect.stringContaining('/order must be string') } },
      { ok: false, error: { code: 'invalid_arguments' } },
      { ok: false, error: { code: 'not_registered' } },
      { ok: false, error: { code: 'invalid_arguments' } },
      { ok: false, error: { code: 'invalid_arguments', message: expect.stringContaining('__proto__') } },
    ]);
    expect(page.wire.frames.filter(({ t }) => t === 'tool.offer')).toEqual([]);
    expect(page.wire.events.filter(({ body }) => body.kind.startsWith('tool.'))).toEqual([]);
  });

  it('S2: with a schema thousands of levels deep is not offered, and the others are', async () => {
    const offers: PageOffer[] = [];
    const made = caller((_, offer) => {
      offers.push(offer);
      return [call('c1', 'deep')];
    });
    await begin(made.script);
    const deep = `{"type":"object","properties":${'{"a":'.repeat(2_500)}{}${'}'.repeat(2_500)}}`;
    const page = await PageByHand.open(server.port, TAB[0], [STATUS, { ...STATUS, name: 'deep', parameters: deep }]);
    page.wire.say('Where?');
    expect(await results(page, made)).toMatchObject([{ ok: false, error: { code: 'not_registered' } }]);
    expect(offers[0]?.tools.map(({ name }) => name)).toEqual([STATUS.name]);
  });

  it('three at once settle in reverse, and there is one continuation with the results in the order of the calls', async () => {
    const made = await answering(
      call('c1', 'get_order_status'),
      call('c2', 'get_order_status', { order: 'B-2' }),
      call('c3', 'apply_coupon'),
    );
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('All three');
    const leases = new Map<string, string>();
    for (const id of ['c1', 'c2', 'c3']) {
      await page.claim(id);
      leases.set(id, await page.start(id));
    }
    for (const id of ['c3', 'c2', 'c1']) page.report(id, leases.get(id) as string, { ok: true, json: `"${id}"` });
    expect(await results(page, made)).toMatchObject([{ value: 'c1' }, { value: 'c2' }, { value: 'c3' }]);
    await page.wire.next('events', ({ events }) => events.some(({ body }) => body.kind === 'answer.completed'));
    expect(made.results).toHaveLength(1);
  });

  it('calls that change something come one after the other', async () => {
    const made = await answering(call('c1', 'ping_shop'), call('c2', 'ping_shop', { order: 'B-2' }));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Both');
    await page.claim('c1');
    const first = await page.start('c1');
    expect(page.wire.frames.some((frame) => frame.t === 'tool.offer' && frame.call === 'c2')).toBe(false);
    page.report('c1', first, ok);
    await page.claim('c2');
    page.report('c2', await page.start('c2'), ok);
    expect(await results(page, made)).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('X6: a result sent twice counts once, and one under a wrong lease not at all', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.report('c1', 'lea_0123456789abcdefghij', { ok: true, json: '"forged"' });
    page.report('c1', lease, { ok: true, json: '"first"' });
    page.report('c1', lease, { ok: true, json: '"second"' });
    expect(await results(page, made)).toEqual([{ id: 'c1', ok: true, value: 'first' }]);
  });

  it('X7: that fails on the page says so in the page’s words, quoted, and is not retried', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.report('c1', lease, { ok: false, code: 'handler_error', outcome: 'failed', message: 'Already shipped' });
    expect(await results(page, made)).toMatchObject([
      {
        error: {
          code: 'handler_error',
          outcome: 'failed',
          retryable: false,
          message: expect.stringContaining('"Already shipped"'),
        },
      },
    ]);
  });

  it('X6: what is too large to be carried is a success without its result', async () => {
    const made = await answering(call('c1', 'get_order_status'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    page.report('c1', await page.start('c1'), { ok: true, omitted: 'too_large' });
    expect(await results(page, made)).toMatchObject([
      { ok: true, value: { note: expect.stringContaining('too large') } },
    ]);
  });

  it('shows its progress to every page', async () => {
    await answering(call('c1', 'get_order_status'));
    const page = await PageByHand.open(server.port, TAB[0]);
    const other = await PageByHand.open(server.port, TAB[1], [], { session: page.wire.token });
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.wire.send({
      t: 'tool.progress',
      conversation: page.wire.conversation,
      call: 'c1',
      lease,
      text: 'Asking',
      fraction: 0.5,
    });
    expect(await other.wire.next('tool.progress')).toMatchObject({ call: 'c1', text: 'Asking', fraction: 0.5 });
    page.report('c1', lease, ok);
  });
});
