/** Calls of pages that are loaded again, cut off, hidden, or left for another conversation. */
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import { type OpenStore, StoreUnavailable } from '../../dist/store/store.js';
import { inboxesOf } from '../support/serve.js';
import { CANCEL, caller, PageByHand, PING, STATUS } from './scripted-page.js';
import { answering, begin, call, ok, results, server, TAB } from './tool-server.js';

describe('pages that come and go', () => {
  it('X5: a page loaded again before it took the call gets it anew', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.offered('c1');
    await page.wire.close();
    const again = await PageByHand.open(server.port, TAB[1], [PING], { session: page.wire.token });
    await again.claim('c1', 2);
    again.report('c1', await again.start('c1'), ok);
    expect(await results(again, made)).toMatchObject([{ ok: true }]);
  });

  it('X5: a page that has started and is loaded again is not started again: its note of it says unknown', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    await page.wire.close();
    const again = await PageByHand.open(server.port, TAB[1], [PING], { session: page.wire.token });
    again.report('c1', lease, { ok: false, code: 'client_gone', outcome: 'unknown' });
    expect(await results(again, made)).toMatchObject([{ error: { code: 'client_gone', outcome: 'unknown' } }]);
    expect(again.wire.frames.some(({ t }) => t === 'tool.grant' || t === 'tool.offer')).toBe(false);
  });

  it('a page whose socket was cut goes on with what it was doing', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.wire.socket.terminate();
    const back = await PageByHand.open(server.port, TAB[0], [PING], { session: page.wire.token });
    back.report('c1', lease, ok);
    expect(await results(back, made)).toMatchObject([{ ok: true }]);
  });

  it('a page that was cut off before it learned of its lease gets the call again, under the same one', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    page.wire.say('Once');
    await page.claim('c1');
    const { lease } = await page.granted('c1');
    page.wire.socket.terminate();
    const back = await PageByHand.open(server.port, TAB[0], [PING], { session: page.wire.token });
    expect((await back.granted('c1')).lease).toBe(lease);
    back.report('c1', await back.start('c1'), ok);
    expect(await results(back, made)).toMatchObject([{ ok: true }]);
  });

  it('a page whose end the store did not take counts as open no longer than the store is away', async () => {
    const made = caller(() => []);
    let failures = 0;
    const breaking = async (folder: string): Promise<OpenStore> => {
      const store = await openSqliteStore(folder);
      const removePage: OpenStore['removePage'] = (...page) =>
        ++failures === 1 ? Promise.reject(new StoreUnavailable('away')) : store.removePage(...page);
      return { ...store, removePage };
    };
    await begin(made.script, inboxesOf({ id: 'demo' }), 0, {}, breaking);
    const page = await PageByHand.open(server.port, TAB[0]);
    const { conversation } = page.wire;
    await expect.poll(() => server.store.pages(conversation, Date.now())).toHaveLength(1);
    await page.wire.close();
    const open = async () => {
      server.pass(1_000);
      return server.store.pages(conversation, Date.now());
    };
    await expect.poll(open, { timeout: 60_000 }).toHaveLength(0);
    expect(failures).toBe(2);
  });

  it('a read is given to another page when the one that reads goes away for good', async () => {
    const made = await answering(call('c1', 'get_order_status'));
    const page = await PageByHand.open(server.port, TAB[0]);
    const other = await PageByHand.open(server.port, TAB[1], [STATUS], { session: page.wire.token });
    page.wire.say('Where?');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.report('c1', lease, { ok: false, code: 'client_gone', outcome: 'unknown' });
    await page.wire.next('tool.cancel');
    await page.wire.close();
    await other.claim('c1', 2);
    other.report('c1', await other.start('c1'), ok);
    expect(await results(other, made)).toMatchObject([{ ok: true }]);
  });

  it('goes to the page in which the visitor wrote', async () => {
    const made = await answering(call('c1', 'get_order_status'));
    const first = await PageByHand.open(server.port, TAB[0]);
    const second = await PageByHand.open(server.port, TAB[1], [STATUS], { session: first.wire.token });
    first.wire.say('Where?');
    await first.claim('c1');
    first.report('c1', await first.start('c1'), ok);
    expect(await results(first, made)).toMatchObject([{ ok: true }]);
    expect(second.wire.frames.some(({ t }) => t === 'tool.offer')).toBe(false);
  });

  it('goes to the page that is seen, and back to the hidden one when that is all there is', async () => {
    const made = await answering(call('c1', 'get_order_status'), call('c2', 'get_order_status', { order: 'B-2' }));
    const offered = (page: PageByHand): readonly string[] =>
      page.wire.frames.flatMap((frame) => (frame.t === 'tool.offer' ? [frame.call] : []));
    const hidden = await PageByHand.open(server.port, TAB[0], []);
    await hidden.offer([STATUS], null, hidden.wire.conversation, false);
    const seen = await PageByHand.open(server.port, TAB[1], [STATUS], { session: hidden.wire.token });
    // Written where nothing is offered: that page can’t have it.
    const writing = await PageByHand.open(server.port, TAB[2], [], { session: hidden.wire.token });
    writing.wire.say('Where are they?');
    for (const id of ['c1', 'c2']) await seen.offered(id);
    expect(offered(hidden)).toEqual([]);
    await seen.wire.close();
    for (const id of ['c1', 'c2']) {
      await hidden.claim(id, 2);
      hidden.report(id, await hidden.start(id), ok);
    }
    expect(await results(hidden, made)).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('X6: a visitor can’t speak about the calls of another', async () => {
    await answering(call('c1', 'cancel_order'));
    const page = await PageByHand.open(server.port, TAB[0]);
    const stranger = await PageByHand.open(server.port, TAB[1]);
    page.wire.say('Cancel it');
    await page.claim('c1');
    const { hash } = await page.eventOf('tool.asked', 'c1');
    stranger.wire.send({ t: 'tool.decide', conversation: page.wire.conversation, call: 'c1', hash, approved: true });
    expect(await stranger.wire.next('error')).toMatchObject({ code: 'not_found', re: 'c1' });
    stranger.wire.send({
      t: 'tools',
      conversation: page.wire.conversation,
      tools: [CANCEL],
      instructions: null,
      visible: true,
    });
    await stranger.wire.until(() => stranger.wire.frames.filter(({ t }) => t === 'error').length === 2, 'a refusal');
    page.decide('c1', hash, false);
  });
});

describe('a visitor who goes on to another conversation while a function runs', () => {
  it('gets its result where it was asked for, once, and nothing of it where they are', async () => {
    const made = await answering(call('c1', 'ping_shop'));
    const page = await PageByHand.open(server.port, TAB[0]);
    const asked = page.wire.conversation;
    page.wire.say('Once');
    await page.claim('c1');
    const lease = await page.start('c1');
    page.wire.send({ t: 'open', id: 'client-another', conversation: null });
    const { conversation } = await page.wire.next('opened');
    await page.offer([PING], null, conversation);
    page.report('c1', lease, ok);
    expect(await results(page, made)).toEqual([{ id: 'c1', ok: true, value: { state: 'shipped' } }]);
    await page.wire.next('tool.cancel', (frame) => frame.conversation === asked);
    expect(await server.audit(asked)).toMatchObject([{ attempts: 1, end: ok }]);
    expect(await server.audit(conversation)).toEqual([]);
  });
});
